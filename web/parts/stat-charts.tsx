// All charts of the statistics.

import type { OperatorName } from '../../src/model/query/query.ts';
import { rejectionLabel } from '../../src/model/rejection-label.ts';
import type { FacetCount, StatsAnswer } from '../api/types.ts';
import { t, translatedWords } from '../i18n/i18n.ts';
import { toChoice } from '../state/filters.ts';
import { toggleFilter, toOperator } from '../state/query-edit.ts';
import { printRoute } from '../state/route.ts';
import type { Row } from '../state/stats.ts';
import { BarRows } from './bar-rows.tsx';
import { Chart } from './chart.tsx';
import { valueLabel } from './filter-labels.ts';
import { YearColumns } from './year-columns.tsx';

interface Properties {
  readonly stats: StatsAnswer;
  readonly collection: string;
}

/** The charts: those of paper 000's tables 2 and 3 first, then how the pictures spread. */
export function StatCharts({ stats, collection }: Properties) {
  const { matched, metadata } = stats;
  const rowsOf = (operator: OperatorName, values: readonly FacetCount[]) =>
    values.map((value) => toRow(operator, value, collection));
  const years = rowsOf('year', stats.years);
  // Records of all kinds are so many that beside them nothing else would be seen.
  const merging = known([
    { label: t('stats.imageCaptures'), count: matched.imageCaptures },
    { label: t('stats.pairs'), count: matched.pairs },
    { label: t('stats.bySurt'), count: matched.bySurt },
    { label: t('stats.byDigest'), count: matched.byDigest },
    { label: t('stats.indexed'), count: matched.indexed },
  ]);
  return (
    <div class="charts">
      <Chart name="years" title={t('stats.byYear')} rows={years} isWide>
        <YearColumns rows={years} />
      </Chart>
      <Chart
        name="merging"
        title={t('stats.merging')}
        note={t('stats.mergingNote')}
        rows={[{ label: t('stats.records'), count: matched.records }, ...merging]}
      >
        <BarRows rows={merging} />
      </Chart>
      <Bars
        name="metadata"
        title={t('stats.metadata')}
        note={t('stats.metadataNote')}
        whole={stats.documents}
        rows={known([
          { label: t('stats.altOrTitle'), count: metadata.altOrTitle },
          { label: t('stats.caption'), count: metadata.caption },
          { label: t('stats.anyText'), count: metadata.any },
        ])}
      />
      <Bars name="sites" title={t('stats.bySite')} rows={rowsOf('site', stats.sites)} />
      <Bars
        name="types"
        title={t('stats.byType')}
        rows={rowsOf('type', stats.types)}
        whole={stats.documents}
      />
      <Bars
        name="sizes"
        title={t('stats.bySize')}
        rows={rowsOf('size', stats.sizes)}
        whole={stats.documents}
      />
      <Bars
        name="collections"
        title={t('stats.byCollection')}
        rows={rowsOf('collection', stats.collections)}
      />
      <Bars
        name="rejects"
        title={t('stats.rejected')}
        note={t('stats.rejectedNote')}
        rows={stats.rejected.map(({ reason, count }) => {
          const label = translatedWords()?.rejections[reason];
          if (label !== undefined) return { label, count };
          return { label: rejectionLabel(reason), count, lang: 'en' };
        })}
      />
    </div>
  );
}

/** Rows without those that are left out under an embargo. */
function known(rows: readonly { label: string; count: number | undefined }[]): Row[] {
  return rows.flatMap(({ label, count }) => (count === undefined ? [] : [{ label, count }]));
}

interface BarsProperties {
  readonly name: string;
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly Row[];
  /** What a bar of full length means; absent: the longest one. */
  readonly whole?: number;
}

function Bars({ rows, whole, ...chart }: BarsProperties) {
  return (
    <Chart {...chart} rows={rows} {...(whole !== undefined && { whole })}>
      <BarRows rows={rows} {...(whole !== undefined && { whole })} />
    </Chart>
  );
}

/** A value of a facet as a row that leads to its pictures. */
function toRow(operator: OperatorName, { value, count }: FacetCount, collection: string): Row {
  const choice = toChoice(operator, value);
  const node = toOperator(operator, choice);
  if (node === undefined) return { label: t('stats.unknown'), count };
  const inCollection = collection === '' ? undefined : toOperator('collection', collection);
  const q = toggleFilter(inCollection === undefined ? '' : toggleFilter('', inCollection), node);
  return {
    label: valueLabel(operator, choice),
    count,
    href: printRoute({ name: 'search', q, sort: 'relevance' }),
  };
}
