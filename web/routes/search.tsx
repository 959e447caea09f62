// Start page and search results.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { Chips } from '../parts/chips.tsx';
import { Corrected, DidYouMean } from '../parts/did-you-mean.tsx';
import { FilterPanel } from '../parts/filter-panel.tsx';
import { FilterSheet } from '../parts/filter-sheet.tsx';
import { Hero } from '../parts/hero.tsx';
import { LibraryEmpty } from '../parts/library-empty.tsx';
import { ResultList } from '../parts/result-list.tsx';
import { ResultsBar } from '../parts/results-bar.tsx';
import { TimeLine } from '../parts/time-line.tsx';
import { isWide } from '../parts/use-wide.ts';
import { ViewerDialog } from '../parts/viewer-dialog.tsx';
import { Warnings } from '../parts/warnings.tsx';
import { loadFacets } from '../state/facets.ts';
import { listFilters } from '../state/query-edit.ts';
import { answeredQuery, results, search } from '../state/results.ts';
import type { SearchRoute } from '../state/route.ts';
import { changeSettings, settings } from '../state/settings.ts';
import { withoutTimes } from '../state/time-range.ts';
import { loadTimeline, zoom } from '../state/timeline.ts';

/** The page. */
export function SearchPage({ route }: { readonly route: SearchRoute }) {
  const { q, sort } = route;
  const { sensitive, panel } = settings.value;
  const isSheetOpen = useSignal(false);
  const isStartPanel = useSignal(false);
  const isStart = q === '';
  const { status, total, warnings, didYouMean, corrected, items } = results.value;
  // Without results and without filters there is nothing to choose by time or value.
  const isNothing = status === 'ready' && total?.value === 0 && listFilters(q).length === 0;
  const isPanelWanted = isStart ? isStartPanel.value : panel;
  const isPanelOpen = isWide.value ? isPanelWanted && !isNothing : isSheetOpen.value;
  const words = withoutTimes(q);
  useEffect(() => {
    zoom.value = undefined;
  }, [words]);
  useEffect(() => search(q, sort), [q, sort, sensitive]);
  const answered = answeredQuery(q);
  useEffect(() => loadTimeline(answered), [answered, sensitive, zoom.value]);
  useEffect(() => {
    if (isPanelOpen) loadFacets(answered);
  }, [answered, sensitive, isPanelOpen]);
  const onPanel = () => {
    if (!isWide.value) isSheetOpen.value = true;
    else if (isStart) isStartPanel.value = !isStartPanel.value;
    else changeSettings({ panel: !panel });
  };
  if (isStart && status === 'ready' && total?.value === 0) return <LibraryEmpty />;
  return (
    <>
      {isStart ? <Hero /> : <h1 class="hidden-text">{t('results.title', { query: q })}</h1>}
      <div class={`search-page${isWide.value && isPanelOpen ? ' has-panel' : ''}`}>
        {isWide.value && isPanelOpen && (
          <aside class="side" aria-label={t('filters.title')}>
            <FilterPanel route={route} />
          </aside>
        )}
        <div class="results-column">
          {!isNothing && <TimeLine route={route} />}
          {!isNothing && <ResultsBar route={route} isPanelOpen={isPanelOpen} onPanel={onPanel} />}
          <Chips route={route} />
          <Warnings warnings={warnings} q={q} />
          <Corrected route={route} corrected={corrected} />
          {items.length > 0 && <DidYouMean route={route} query={didYouMean} />}
          <ResultList route={route} />
        </div>
      </div>
      {!isWide.value && <FilterSheet route={route} isOpen={isSheetOpen} />}
      <ViewerDialog />
    </>
  );
}
