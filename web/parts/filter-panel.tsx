// The filters beside the results, with the number of pictures for each value.
import { t } from '../i18n/i18n.ts';
import { facets } from '../state/facets.ts';
import { FILTERS } from '../state/filters.ts';
import type { SearchRoute } from '../state/route.ts';
import { FilterGroup } from './filter-group.tsx';

/** All groups. Where the counts cannot be had the panel says so and the fixed choices stay. */
export function FilterPanel({ route }: { readonly route: SearchRoute }) {
  const { value, status } = facets.state.value;
  // Choices without counts wait for the others, so that they need not move down when these come.
  const isFirst = value === undefined && status !== 'failed';
  return (
    <div class="filter-panel" aria-busy={status === 'loading'}>
      {status === 'failed' && (
        <p class="note">
          {t('filters.failed')}{' '}
          <button type="button" class="link-button" onClick={() => facets.retry()}>
            {t('error.retry')}
          </button>
        </p>
      )}
      {(isFirst ? [] : FILTERS).map((filter) => (
        <FilterGroup
          key={filter.operator}
          filter={filter}
          route={route}
          counts={filter.facet === undefined ? undefined : (value?.[filter.facet] ?? [])}
        />
      ))}
    </div>
  );
}
