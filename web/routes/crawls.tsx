// Crawls: which there are, how one of them is doing, live, and how strategies compare.
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { CrawlCharts } from '../parts/crawl-charts.tsx';
import { CrawlComparison } from '../parts/crawl-comparison.tsx';
import { CrawlControls } from '../parts/crawl-controls.tsx';
import { CrawlImages } from '../parts/crawl-images.tsx';
import { CrawlHosts, CrawlTasks } from '../parts/crawl-tables.tsx';
import { CrawlTotals } from '../parts/crawl-totals.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { crawlProblem, crawls, loadCrawls, watchCrawl, watched } from '../state/crawls.ts';
import { go, page } from '../state/navigation.ts';
import '../styles/stats.css';
import '../styles/crawls.css';

/** The page. */
export default function CrawlsPage() {
  useEffect(() => loadCrawls(), []);
  const { value, problem } = crawls.state.value;
  const asked = page.value.name === 'crawls' ? page.value.crawl : '';
  const list = value?.crawls ?? [];
  const running = list.find(({ state }) => state === 'running');
  const name = asked || (running ?? list[0])?.name || '';
  useEffect(() => (name === '' ? undefined : watchCrawl(name)), [name]);
  const crawl = watched.value?.name === name ? watched.value : undefined;
  return (
    <div class="stats-page crawls-page">
      <div class="stats-head">
        <h1>{t('crawls.title')}</h1>
        {list.length > 1 && (
          <label class="sort">
            <span>{t('crawls.crawl')}</span>
            <select
              value={name}
              onChange={(event) => go({ name: 'crawls', crawl: event.currentTarget.value })}
            >
              {list.map((each) => (
                <option key={each.name} value={each.name}>
                  {each.name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {problem !== undefined && <ErrorState problem={problem} onRetry={loadCrawls} />}
      {value !== undefined && list.length === 0 && (
        <div class="chart">
          <h2>{t('crawls.none')}</h2>
          <p>{t('crawls.noneHelp')}</p>
          <code class="crawl-command">{COMMAND}</code>
        </div>
      )}
      {name !== '' && crawl === undefined && crawlProblem.value !== undefined && (
        <ErrorState problem={crawlProblem.value} onRetry={loadCrawls} />
      )}
      {crawl !== undefined && (
        <div class="stats-body">
          <CrawlControls crawl={crawl} />
          {crawl.view !== null && (
            <>
              <CrawlTotals crawl={crawl} view={crawl.view} />
              <CrawlImages images={crawl.view.images} />
              <CrawlCharts view={crawl.view} />
              <CrawlHosts hosts={crawl.view.hosts} />
            </>
          )}
          <CrawlTasks tasks={crawl.tasks} />
        </div>
      )}
      {value?.comparison != null && <CrawlComparison comparison={value.comparison} />}
    </div>
  );
}

const COMMAND = 'pinakes crawl https://example.org/ --library my-library --contact me@example.com';
