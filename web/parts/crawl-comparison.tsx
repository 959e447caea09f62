// How strategies compare on the same web: what `pinakes crawl compare` found last.
import type { CrawlsAnswer } from '../api/types.ts';
import { formatBytes, formatMoment, formatNumber, t } from '../i18n/i18n.ts';
import { Table } from './crawl-tables.tsx';
import { CurveLines } from './curve-lines.tsx';

/** The harvest curves and the numbers. */
export function CrawlComparison({
  comparison,
}: {
  readonly comparison: NonNullable<CrawlsAnswer['comparison']>;
}) {
  const { strategies, goal, time } = comparison;
  const heads = [
    ...[t('crawls.strategy'), t('crawls.pages'), t('crawls.images'), t('crawls.wanted')],
    ...[t('crawls.area'), t('crawls.duration'), t('crawls.cpu'), t('crawls.memory')],
  ];
  return (
    <div class="stats-body crawl-comparison">
      <figure class="chart">
        <figcaption>
          <h2>{t('crawls.comparison')}</h2>
          <p class="note">{t('crawls.comparisonNote', { goal, time: formatMoment(time) })}</p>
        </figcaption>
        <CurveLines
          lines={strategies.map(({ strategy, curve }) => ({ name: strategy, points: curve }))}
          unit={t('crawls.pagesUnit')}
          isShared
        />
      </figure>
      <Table title={t('crawls.comparisonTable')} heads={heads}>
        {strategies.map((each) => (
          <tr key={each.strategy}>
            <th scope="row">
              <bdi lang="en">{each.strategy}</bdi>
            </th>
            {[each.pages, each.images, each.wanted, Math.round(each.area * 10) / 10].map(
              (count, at) => (
                <td key={heads[at + 1]}>{formatNumber(count)}</td>
              ),
            )}
            <td>{t('crawls.secondsOf', { seconds: formatNumber(each.seconds) })}</td>
            <td>{t('crawls.secondsOf', { seconds: formatNumber(each.cpuMs / 1000) })}</td>
            <td>{formatBytes(each.peakMemoryBytes)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
