// The filters in use, each to be taken away by a click.
import { t } from '../i18n/i18n.ts';
import {
  type ActiveFilter,
  listFilters,
  removeFilter,
  withoutFilters,
} from '../state/query-edit.ts';
import { printRoute, type SearchRoute } from '../state/route.ts';
import { filterLabel, valueLabel } from './filter-labels.ts';
import { Icon } from './icon.tsx';

/** The row of chips; nothing when there is no filter. They are links: what they lead to is an address. */
export function Chips({ route }: { readonly route: SearchRoute }) {
  const filters = listFilters(route.q);
  if (filters.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('chips.label')}>
      {filters.map((filter) => (
        <li key={`${filter.at} ${filter.text}`}>
          <a
            class={`chip${filter.isNegated ? ' is-negated' : ''}`}
            href={printRoute({ ...route, q: removeFilter(route.q, filter.at) })}
            aria-label={t('chips.remove', { filter: chipText(filter) })}
          >
            <bdi>{chipText(filter)}</bdi>
            <Icon name="close" />
          </a>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <a class="chip is-clear" href={printRoute({ ...route, q: withoutFilters(route.q) })}>
            {t('chips.clear')}
          </a>
        </li>
      )}
    </ul>
  );
}

/** `Site: example.org`, `not Site: example.org`; several alternatives as they are written. */
export function chipText({ operator, text, isNegated }: ActiveFilter): string {
  if (operator === undefined) return text;
  const value = text.slice(text.indexOf(':') + 1).replaceAll('"', '');
  const shown = `${filterLabel(operator.name)}: ${valueLabel(operator.name, value)}`;
  return isNegated ? t('chips.not', { filter: shown }) : shown;
}
