// Statistics of the library: what merging saved, what is known of the pictures, and how they spread.
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { StatCharts } from '../parts/stat-charts.tsx';
import { StatTotals } from '../parts/stat-totals.tsx';
import { go, page } from '../state/navigation.ts';
import { collections, loadStats, stats } from '../state/stats.ts';
import '../styles/stats.css';

/** The page. */
export default function StatsPage() {
  const collection = page.value.name === 'stats' ? page.value.collection : '';
  useEffect(() => loadStats(collection), [collection]);
  const { value, problem, status } = stats.state.value;
  const names = collections.state.value.value?.collections ?? [];
  return (
    <div class="stats-page">
      <div class="stats-head">
        <h1>{t('stats.title')}</h1>
        {names.length > 1 && (
          <label class="sort">
            <span>{t('stats.collection')}</span>
            <select
              value={collection}
              onChange={(event) => go({ name: 'stats', collection: event.currentTarget.value })}
            >
              <option value="">{t('stats.all')}</option>
              {names.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {problem !== undefined && <ErrorState problem={problem} onRetry={() => stats.retry()} />}
      {value !== undefined && (
        <div class="stats-body" aria-busy={status === 'loading'}>
          <StatTotals stats={value} />
          <StatCharts stats={value} collection={collection} />
        </div>
      )}
    </div>
  );
}
