// Above the results: how many there are and from when, their order, filters and export.
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { announce } from '../state/announce.ts';
import { toSelection } from '../state/brush.ts';
import { go } from '../state/navigation.ts';
import { listFilters } from '../state/query-edit.ts';
import { results } from '../state/results.ts';
import { type SearchRoute, SORTS } from '../state/route.ts';
import { changeSettings, settings, VIEWS } from '../state/settings.ts';
import { yearOf } from '../state/texts.ts';
import { readTimeRange } from '../state/time-range.ts';
import { timeline } from '../state/timeline.ts';
import { ExportMenu } from './export-menu.tsx';
import { Icon } from './icon.tsx';

interface Properties {
  readonly route: SearchRoute;
  readonly isPanelOpen: boolean;
  readonly onPanel: () => void;
}

/** The bar. */
export function ResultsBar({ route, isPanelOpen, onPanel }: Properties) {
  const { status, total } = results.value;
  const sentence = status === 'ready' ? countSentence(route) : '';
  const filters = listFilters(route.q).length;
  const count = total?.value;
  useEffect(() => {
    if (status === 'ready' && count !== undefined) announce(t('results.count', { count }));
  }, [status, count]);
  return (
    <div class="results-bar">
      <p class="results-count">{sentence}</p>
      <div class="results-tools">
        <button type="button" class="button quiet" aria-pressed={isPanelOpen} onClick={onPanel}>
          <Icon name="filter" />
          {t('filters.title')}
          {filters > 0 && <span class="counter">{filters}</span>}
        </button>
        <label class="sort" hidden={count === 0}>
          <span class="hidden-text">{t('sort.label')}</span>
          <select
            value={route.sort}
            onChange={(event) => {
              const chosen = SORTS.find((sort) => sort === event.currentTarget.value);
              go({ ...route, sort: chosen ?? 'relevance' });
            }}
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {t(`sort.${sort}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="sort" hidden={count === 0}>
          <span class="hidden-text">{t('view.label')}</span>
          <select
            value={settings.value.view}
            onChange={(event) => {
              const chosen = VIEWS.find((view) => view === event.currentTarget.value);
              changeSettings({ view: chosen ?? 'rows' });
            }}
          >
            {VIEWS.map((view) => (
              <option key={view} value={view}>
                {t(`view.${view}`)}
              </option>
            ))}
          </select>
        </label>
        {count !== 0 && <ExportMenu route={route} />}
      </div>
    </div>
  );
}

/** `1,234 images, 1996 – 2024`. */
function countSentence(route: SearchRoute): string {
  const { total } = results.value;
  const count = total?.value ?? 0;
  const images = t(total?.relation === 'gte' ? 'results.atLeast' : 'results.count', { count });
  const years = count === 0 ? undefined : yearsShown(route.q);
  return years === undefined ? images : t('results.years', { images, years });
}

/** First and last year with a picture, of the times that were asked for. */
function yearsShown(q: string): string | undefined {
  const buckets = timeline.state.value.value?.buckets ?? [];
  const selection = toSelection(readTimeRange(q), buckets);
  if (selection === undefined) return undefined;
  const full = buckets.slice(selection.first, selection.last + 1).filter(({ count }) => count > 0);
  const [first, last] = [full[0], full.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [yearOf(first.start), yearOf(last.end)];
  return from === to ? from : t('time.span', { from, to });
}
