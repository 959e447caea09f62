// The few numbers that say what a library is.
import type { StatsAnswer } from '../api/types.ts';
import { formatBytes, formatNumber, formatShare, t } from '../i18n/i18n.ts';

/** The numbers. */
export function StatTotals({ stats }: { readonly stats: StatsAnswer }) {
  const { matched, metadata, documents, pages } = stats;
  const years = stats.years.filter(({ value }) => value !== '');
  const [first, last] = [years[0]?.value, years.at(-1)?.value];
  const { imageCaptures, byDigest } = matched;
  const totals: readonly Total[] = [
    { label: t('stats.images'), value: formatNumber(documents) },
    ...(first !== undefined && last !== undefined
      ? [
          {
            label: t('stats.years'),
            value: first === last ? first : t('time.span', { from: first, to: last }),
          },
        ]
      : []),
    // What is left out under an embargo is not shown.
    ...(pages === undefined ? [] : [{ label: t('stats.pages'), value: formatNumber(pages) }]),
    { label: t('stats.files'), value: formatNumber(stats.files), more: formatBytes(stats.bytes) },
    ...(imageCaptures === undefined || byDigest === undefined
      ? []
      : [
          {
            label: t('stats.saved'),
            value: formatShare(imageCaptures - byDigest, imageCaptures),
            more: t('stats.savedMore', { count: imageCaptures - byDigest }),
          },
        ]),
    ...(metadata.any === undefined
      ? []
      : [{ label: t('stats.described'), value: formatShare(metadata.any, documents) }]),
  ];
  return (
    <dl class="totals">
      {totals.map(({ label, value, more }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {more !== undefined && <span class="note">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Total {
  readonly label: string;
  readonly value: string;
  readonly more?: string;
}
