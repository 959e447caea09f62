// A better spelling of the query, if the server knows one.
import type { Correction } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { printRoute, type SearchRoute } from '../state/route.ts';

interface Properties {
  readonly route: SearchRoute;
  readonly query: string | undefined;
}

/** Says that another spelling was searched, with a link to the one that was typed; nothing when there is none. */
export function Corrected({
  route,
  corrected,
}: {
  readonly route: SearchRoute;
  readonly corrected: Correction | undefined;
}) {
  if (corrected === undefined) return null;
  const { query, instead } = corrected;
  return (
    <p class="did-you-mean">
      {t('results.showingFor')}{' '}
      <strong>
        <bdi>{query}</bdi>
      </strong>
      {'. '}
      {t('results.insteadFor')}{' '}
      <a href={printRoute({ ...route, q: instead })}>
        <bdi>{withoutPlus(instead)}</bdi>
      </a>
    </p>
  );
}

/** The words as they were typed: in the query each has a plus, which keeps it from being corrected again. */
function withoutPlus(query: string): string {
  return query.replace(/(^|\s)\+/g, '$1');
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
