// A better spelling of the query, if the server knows one.
import { t } from '../i18n/i18n.ts';
import { printRoute, type SearchRoute } from '../state/route.ts';

interface Properties {
  readonly route: SearchRoute;
  readonly query: string | undefined;
}

/** A link to the better query; nothing when there is none. */
export function DidYouMean({ route, query }: Properties) {
  if (query === undefined) return null;
  return (
    <p class="did-you-mean">
      {t('results.didYouMean')}{' '}
      <a href={printRoute({ ...route, q: query })}>
        <bdi>{query}</bdi>
      </a>
    </p>
  );
}
