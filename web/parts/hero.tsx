// The head of the start page: what this is, the search box, and some searches to begin with.
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { printRoute } from '../state/route.ts';
import { type StartSearch, startSearches } from '../state/start-searches.ts';
import { loadStats, stats } from '../state/stats.ts';
import { NAME } from './brand.tsx';
import { valueLabel } from './filter-labels.ts';
import { SearchBox } from './search-box.tsx';

/** The head. The searches come from the numbers of the library: their place is kept until these are there. */
export function Hero() {
  useEffect(() => loadStats(''), []);
  return (
    <div class="hero">
      <h1>
        <span translate={false}>{NAME}</span>
      </h1>
      <p class="tagline">{t('hero.tagline')}</p>
      <SearchBox />
      <ul class="hero-examples" aria-label={t('hero.try')}>
        {startSearches(stats.state.value.value).map((search) => (
          <li key={search.q}>
            <a class="chip" href={printRoute({ name: 'search', q: search.q, sort: 'relevance' })}>
              <bdi>{labelOf(search)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function labelOf({ kind, value }: StartSearch): string {
  switch (kind) {
    case 'oldest':
      return t('hero.oldest', { years: value });
    case 'gifs':
      return t('hero.gifs');
    case 'large':
      return t('hero.large');
    default:
      return valueLabel(kind, value);
  }
}
