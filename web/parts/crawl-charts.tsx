// Charts of a crawl: how it goes over time, where its time goes, and what it did not take.
import type { CrawlDetail } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { BarRows } from './bar-rows.tsx';
import { Chart } from './chart.tsx';
import { CurveLines } from './curve-lines.tsx';

type View = NonNullable<CrawlDetail['view']>;

/** Reasons that are failures of hosts and networks, not decisions. */
const ERRORS =
  /^(?:dns|connect|tls|timeout|cut|http|host-down|robots-unreachable|redirects|bad-redirect|status-\d+)$/;

/** The charts. */
export function CrawlCharts({ view }: { readonly view: View }) {
  const { counts, curve } = view;
  const refused = Object.entries(counts.refused).sort(([, a], [, b]) => b - a);
  const rowsOf = (isError: boolean) =>
    refused
      .filter(([reason]) => ERRORS.test(reason) === isError)
      .map(([reason, count]) => ({ label: reason, count, lang: 'en' }));
  const domains = Object.entries(counts.domains)
    .sort(([, a], [, b]) => b.pages - a.pages)
    .map(([name, { pages }]) => ({ label: `.${name}`, count: pages }));
  const wanted = Object.entries(counts.domains)
    .filter(([, found]) => found.wanted > 0)
    .sort(([, a], [, b]) => b.wanted - a.wanted)
    .map(([name, found]) => ({ label: `.${name}`, count: found.wanted }));
  const steps = Object.entries(counts.steps).map(([step, ms]) => ({
    label: t(`crawls.step.${step as keyof typeof counts.steps}`),
    count: Math.round(ms),
  }));
  const seeds = counts.seeds.map(({ url, wanted: count }) => ({ label: url, count }));
  return (
    <div class="charts">
      {curve.length > 1 && (
        <figure class="chart is-wide">
          <figcaption>
            <h2>{t('crawls.overTime')}</h2>
          </figcaption>
          <CurveLines
            lines={[
              {
                name: t('crawls.queue'),
                points: curve.map(({ ms, waiting }) => [ms / 1000, waiting]),
              },
              { name: t('crawls.pages'), points: curve.map(({ ms, pages }) => [ms / 1000, pages]) },
              {
                name: t('crawls.wanted'),
                points: curve.map(({ ms, wanted: count }) => [ms / 1000, count]),
              },
            ]}
            unit={t('crawls.seconds')}
          />
        </figure>
      )}
      <Bars name="crawl-domains" title={t('crawls.byDomain')} rows={domains} />
      <Bars name="crawl-wanted" title={t('crawls.wantedByDomain')} rows={wanted} />
      <Bars name="crawl-refused" title={t('crawls.refused')} rows={rowsOf(false)} />
      <Bars name="crawl-errors" title={t('crawls.errors')} rows={rowsOf(true)} />
      <Bars
        name="crawl-steps"
        title={t('crawls.steps')}
        note={t('crawls.stepsNote')}
        rows={steps}
      />
      <Bars name="crawl-seeds" title={t('crawls.seeds')} rows={seeds} />
    </div>
  );
}

interface BarsProperties {
  readonly name: string;
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly { readonly label: string; readonly count: number }[];
}

function Bars({ rows, ...chart }: BarsProperties) {
  return (
    <Chart {...chart} rows={rows}>
      <BarRows rows={rows} />
    </Chart>
  );
}
