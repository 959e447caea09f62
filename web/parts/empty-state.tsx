// Nothing was found: what could be loosened, one click each.
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { liveMode } from '../state/live.ts';
import {
  listFilters,
  removeFilter,
  withoutFilters,
  withoutLastWord,
  withoutQuotes,
} from '../state/query-edit.ts';
import { printRoute, type SearchRoute } from '../state/route.ts';
import { changeSettings, settings } from '../state/settings.ts';
import { loadSiteGuesses, siteGuesses } from '../state/site-guesses.ts';
import { chipText } from './chips.tsx';
import { DidYouMean } from './did-you-mean.tsx';
import { filterLabel } from './filter-labels.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly route: SearchRoute;
  readonly didYouMean: string | undefined;
}

/** The state. */
export function EmptyState({ route, didYouMean }: Properties) {
  useEffect(() => loadSiteGuesses(route.q), [route.q]);
  const words = withoutFilters(route.q);
  const ways = [...toSiteWays(route.q), ...toWays(route.q)];
  return (
    <div class="state">
      <Icon name="search" />
      <h2>{t('empty.title')}</h2>
      <DidYouMean route={route} query={didYouMean} />
      <p>{t(ways.length > 0 ? 'empty.try' : 'empty.words')}</p>
      <ul class="ways">
        {ways.map(({ text, q }) => (
          <li key={text}>
            <a class="button" href={printRoute({ ...route, q })}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
        {liveMode.value.isOn && words !== '' && (
          <li>
            <a class="button" href={printRoute({ name: 'live', q: words })}>
              {t('empty.live')}
            </a>
          </li>
        )}
        {settings.value.sensitive === 'hide' && (
          <li>
            <button
              type="button"
              class="button"
              onClick={() => changeSettings({ sensitive: 'blur' })}
            >
              {t('empty.sensitive')}
            </button>
          </li>
        )}
      </ul>
      <p class="note">
        <a href="/about">{t('empty.help')}</a>
      </p>
    </div>
  );
}

/** The same search on sites whose names begin as the one that was asked for: `site:farol`. */
function toSiteWays(q: string): readonly { readonly text: string; readonly q: string }[] {
  const { value = [], key } = siteGuesses.state.value;
  if (key !== q) return [];
  return value.map((guess) => ({ text: `${filterLabel('site')}: ${guess.host}`, q: guess.q }));
}

/** Ways to ask for more, the nearest to what was asked first. */
function toWays(q: string): readonly { readonly text: string; readonly q: string }[] {
  const filters = listFilters(q);
  const plain = withoutQuotes(q);
  const shorter = withoutLastWord(q);
  return [
    ...filters.map((filter) => ({
      text: t('empty.without', { filter: chipText(filter) }),
      q: removeFilter(q, filter.at),
    })),
    ...(filters.length > 1 ? [{ text: t('empty.withoutAll'), q: withoutFilters(q) }] : []),
    ...(plain === undefined ? [] : [{ text: t('empty.withoutQuotes'), q: plain }]),
    ...(shorter === undefined
      ? []
      : [{ text: t('empty.shorter', { query: shorter }), q: shorter }]),
  ];
}
