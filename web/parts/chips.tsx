// The filters in use, each to be taken away by a click.
import { useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { focusSoon } from '../state/focus.ts';
import {
  type ActiveFilter,
  listFilters,
  removeFilter,
  withoutFilters,
} from '../state/query-edit.ts';
import { type MapRoute, printRoute, type SearchRoute } from '../state/route.ts';
import { filterLabel, valueLabel } from './filter-labels.ts';
import { Icon } from './icon.tsx';

/** The row of chips; nothing when there is no filter. They are links: what they lead to is an address. */
export function Chips({ route }: { readonly route: SearchRoute | MapRoute }) {
  const filters = listFilters(route.q);
  const list = useRef<HTMLUListElement>(null);
  if (filters.length === 0) return null;
  const goOn = (event: MouseEvent, at: number) =>
    focusSoon(() => nextStop(list.current, at, event));
  return (
    <ul class="chips" ref={list} aria-label={t('chips.label')}>
      {filters.map((filter, at) => (
        <li key={`${filter.at} ${filter.text}`}>
          <a
            class={`chip${filter.isNegated ? ' is-negated' : ''}`}
            href={printRoute({ ...route, q: removeFilter(route.q, filter.at) })}
            aria-label={t('chips.remove', { filter: chipText(filter) })}
            onClick={(event) => goOn(event, at)}
          >
            <bdi>{chipText(filter)}</bdi>
            <Icon name="close" />
          </a>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <a
            class="chip is-clear"
            href={printRoute({ ...route, q: withoutFilters(route.q) })}
            onClick={(event) => goOn(event, 0)}
          >
            {t('chips.clear')}
          </a>
        </li>
      )}
    </ul>
  );
}

/**
 * Where to go on when a chip is gone: to the one that took its place, or the last. When none is left those who use the
 * keyboard go on in the search box; others would be shown the keyboard of their phone.
 */
function nextStop(
  list: HTMLElement | null,
  at: number,
  { detail }: MouseEvent,
): HTMLElement | null | undefined {
  const chips = [...(list?.querySelectorAll<HTMLElement>('a:not(.is-clear)') ?? [])];
  if (chips.length > 0) return chips[at] ?? chips.at(-1);
  return detail === 0 ? document.querySelector<HTMLElement>('[role=combobox]') : undefined;
}

/** `Site: example.org`, `not Site: example.org`; several alternatives as they are written. */
export function chipText({ operator, text, isNegated }: ActiveFilter): string {
  if (operator === undefined) return text;
  const value = text.slice(text.indexOf(':') + 1).replaceAll('"', '');
  const shown = `${filterLabel(operator.name)}: ${valueLabel(operator.name, value)}`;
  return isNegated ? t('chips.not', { filter: shown }) : shown;
}
