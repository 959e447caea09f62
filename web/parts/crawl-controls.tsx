// What a crawl is doing, and buttons for who has the operator token.
import type { CrawlDetail } from '../api/types.ts';
import { formatMoment, t } from '../i18n/i18n.ts';
import { crawlProblem, wish } from '../state/crawls.ts';
import { TokenField } from './token-field.tsx';

/** State, schedule and buttons. */
export function CrawlControls({ crawl }: { readonly crawl: CrawlDetail }) {
  const { name, state, isSaved, due, view } = crawl;
  const isRunning = state === 'running';
  const problem = crawlProblem.value;
  return (
    <section class="chart crawl-controls" aria-label={t('crawls.controls')}>
      <p class="crawl-state" role="status">
        <span class={`crawl-chip is-${state}`}>{t(`crawls.state.${state}`)}</span>
        <bdi>{name}</bdi>
        {view !== null && (
          <span class="note">{t('crawls.how', { strategy: view.strategy, goal: view.goal })}</span>
        )}
        {due !== null && <span class="note">{t('crawls.due', { time: formatMoment(due) })}</span>}
        {crawl.wish !== null && <span class="note">{t(`crawls.wish.${crawl.wish}`)}</span>}
      </p>
      <div class="crawl-buttons">
        <button
          type="button"
          class={`button small${isSaved && !isRunning ? ' primary' : ''}`}
          disabled={!isSaved || isRunning}
          onClick={() => void wish(name, 'start')}
        >
          {t('crawls.start')}
        </button>
        <button
          type="button"
          class="button small"
          disabled={!isSaved || state === 'paused'}
          onClick={() => void wish(name, 'pause')}
        >
          {t('crawls.pause')}
        </button>
        <button
          type="button"
          class="button small"
          disabled={!isRunning}
          onClick={() => void wish(name, 'stop')}
        >
          {t('crawls.stop')}
        </button>
      </div>
      {problem !== undefined && (
        <p class="crawl-problem" role="alert">
          {problem.title} {problem.detail ?? ''}
        </p>
      )}
      <TokenField />
    </section>
  );
}
