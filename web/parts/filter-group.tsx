// One group of the filter panel: check boxes that add their operator to the query.
import { useSignal } from '@preact/signals';
import type { FacetCount } from '../api/types.ts';
import { formatNumber } from '../i18n/i18n.ts';
import { type Filter, toChoice } from '../state/filters.ts';
import { go } from '../state/navigation.ts';
import { hasFilter, listFilters, toggleFilter, toOperator } from '../state/query-edit.ts';
import type { SearchRoute } from '../state/route.ts';
import { ColorDot } from './color-dot.tsx';
import { filterLabel, valueLabel } from './filter-labels.ts';
import { Icon } from './icon.tsx';
import { MoreButton } from './more-button.tsx';

/** Values that are shown before more are asked for. */
const FEW = 6;

interface Properties {
  readonly filter: Filter;
  readonly route: SearchRoute;
  /** Absent: the choices have no counts. */
  readonly counts: readonly FacetCount[] | undefined;
}

/** A group; it is left out when there is nothing to choose. */
export function FilterGroup({ filter, route, counts }: Properties) {
  const { operator } = filter;
  const isAll = useSignal(false);
  const rows = toRows(filter, counts, route.q);
  if (rows.length === 0) return null;
  const shown = isAll.value ? rows : rows.filter(({ isChosen }, at) => at < FEW || isChosen);
  const isOpen =
    ['site', 'type', 'size', 'year'].includes(operator) || rows.some((row) => row.isChosen);
  return (
    <details class="filter-group" open={isOpen}>
      <summary>
        {filterLabel(operator)}
        <Icon name="down" />
      </summary>
      <ul>
        {shown.map(({ value, count, isChosen, node }) => (
          <li key={value}>
            <label class="check">
              <input
                type="checkbox"
                checked={isChosen}
                onChange={() => go({ ...route, q: toggleFilter(route.q, node) })}
              />
              {operator === 'color' && <ColorDot color={value} />}
              <bdi class="check-label">{withBreaks(valueLabel(operator, value))}</bdi>
              {count !== undefined && <span class="count">{formatNumber(count)}</span>}
            </label>
          </li>
        ))}
      </ul>
      {rows.length > FEW && <MoreButton isAll={isAll} hidden={rows.length - FEW} />}
    </details>
  );
}

/** Names of hosts may be broken behind their dots, rather than in the middle of a word. */
function withBreaks(label: string) {
  const [first, ...rest] = label.split('.');
  return [first, ...rest.flatMap((part, at) => ['.', <wbr key={at} />, part])];
}

/** Rows with their operator; values that no operator means (pages of unknown language) cannot be chosen. */
function toRows(
  { operator, choices }: Filter,
  counts: readonly FacetCount[] | undefined,
  q: string,
) {
  const values: { value: string; count?: number }[] =
    counts === undefined
      ? choices.map((value) => ({ value }))
      : counts.map(({ value, count }) => ({ value: toChoice(operator, value), count }));
  // A value in use stays to be seen, also where it is not among the most frequent.
  if (counts !== undefined) {
    for (const { operator: used, text, isNegated } of listFilters(q)) {
      const value = text.slice(text.indexOf(':') + 1).replaceAll('"', '');
      const isKnown = values.some((each) => each.value === value);
      if (used?.name === operator && !isNegated && !isKnown) values.push({ value });
    }
  }
  return values.flatMap(({ value, count }) => {
    const node = toOperator(operator, value);
    if (node === undefined) return [];
    return [{ value, count, node, isChosen: hasFilter(q, node) }];
  });
}
