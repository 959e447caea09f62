// The numbers of a crawl: paper 001, figure 15, and what they cost.
import type { CrawlDetail } from '../api/types.ts';
import { formatBytes, formatNumber, formatShare, t } from '../i18n/i18n.ts';

interface Properties {
  readonly crawl: CrawlDetail;
  readonly view: NonNullable<CrawlDetail['view']>;
}

/** The numbers. */
export function CrawlTotals({ crawl, view }: Properties) {
  const { counts, known, waiting } = view;
  const visited = Math.max(0, known - waiting);
  const looked = counts.located + counts.unlocated + counts.wrongPlaces;
  const rate = crawl.last?.seconds ? (crawl.last.pages ?? 0) / crawl.last.seconds : 0;
  const totals: readonly (readonly [label: string, value: string, more?: string])[] = [
    [t('crawls.pages'), formatNumber(counts.pages), t('crawls.rate', { rate: rate.toFixed(1) })],
    [t('crawls.images'), formatNumber(counts.images), formatBytes(counts.imageBytes)],
    [
      t('crawls.wanted'),
      formatNumber(counts.wanted),
      t('crawls.harvest', { share: formatShare(counts.wanted, Math.max(1, counts.pages)) }),
    ],
    [t('crawls.known'), formatNumber(known), t('crawls.waiting', { count: waiting })],
    [t('crawls.visited'), formatNumber(visited), formatShare(visited, Math.max(1, known))],
    [
      t('crawls.located'),
      formatNumber(counts.located),
      formatShare(counts.located, Math.max(1, looked)),
    ],
    [t('crawls.unlocated'), formatNumber(counts.unlocated)],
    [t('crawls.wrongPlaces'), formatNumber(counts.wrongPlaces)],
    [
      t('crawls.meanSize'),
      counts.images === 0 ? '–' : formatBytes(counts.imageBytes / counts.images),
    ],
    [
      t('crawls.bytes'),
      formatBytes(counts.bytes),
      counts.images === 0
        ? undefined
        : t('crawls.bytesPer', { bytes: formatBytes(counts.bytes / counts.images) }),
    ],
    [t('crawls.robots'), formatNumber(counts.refused['robots'] ?? 0)],
    [
      t('crawls.knownLinks'),
      formatNumber(counts.known),
      formatShare(counts.known, Math.max(1, counts.known + known)),
    ],
  ].map(([label = '', value = '', more]) =>
    more === undefined ? [label, value] : [label, value, more],
  );
  return (
    <dl class="totals">
      {totals.map(([label, value, more]) => (
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
