// The end of the grid: loads more by itself for a while, then on a click, and says when there is no more.
import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, t } from '../i18n/i18n.ts';
import { loadMore, results } from '../state/results.ts';
import { ErrorState } from './error-state.tsx';

/** Pages that come without a click; then the foot of the page must be reachable. */
const AUTOMATIC_PAGES = 3;
/** How far below the window the end may be when the next page is asked for. */
const AHEAD = '900px';

/** Button, progress or end. */
export function MoreResults() {
  const { items, total, next, pages, isLoadingMore, problem } = results.value;
  const mark = useRef<HTMLDivElement>(null);
  const isAutomatic = next !== null && pages < AUTOMATIC_PAGES && problem === undefined;
  useEffect(() => {
    if (!isAutomatic || mark.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void loadMore();
      },
      { rootMargin: `0px 0px ${AHEAD}` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isAutomatic, pages]);
  if (problem !== undefined)
    return <ErrorState problem={problem} onRetry={() => void loadMore()} />;
  return (
    <div class="more" ref={mark}>
      {next === null ? (
        <p class="more-end">{t('results.end', { count: items.length })}</p>
      ) : (
        <>
          <button
            type="button"
            class="button"
            disabled={isLoadingMore}
            onClick={() => void loadMore()}
          >
            {isLoadingMore ? t('results.loading') : t('results.more')}
          </button>
          <p class="note">
            {t('results.shown', { shown: items.length, total: formatNumber(total?.value ?? 0) })}
          </p>
        </>
      )}
    </div>
  );
}
