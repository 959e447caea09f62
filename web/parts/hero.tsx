// The head of the start page: what this is, the search box, and some searches to begin with.
import { t } from '../i18n/i18n.ts';
import { printRoute } from '../state/route.ts';
import { NAME } from './brand.tsx';
import { SearchBox } from './search-box.tsx';

const EXAMPLES = ['orientation:landscape size:lg', 'type:gif to:2002', 'geo:yes'] as const;
const LABELS = ['hero.large', 'hero.oldGifs', 'hero.places'] as const;

/** The head. */
export function Hero() {
  return (
    <div class="hero">
      <h1>
        <span translate={false}>{NAME}</span>
      </h1>
      <p class="tagline">{t('hero.tagline')}</p>
      <SearchBox />
      <p class="hero-examples">
        <span>{t('hero.try')}</span>
        {EXAMPLES.map((q, at) => (
          <a key={q} class="chip" href={printRoute({ name: 'search', q, sort: 'relevance' })}>
            {t(LABELS[at] ?? 'hero.large')}
          </a>
        ))}
      </p>
    </div>
  );
}
