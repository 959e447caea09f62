// The results in whichever state they are: waiting, failed, none, or a grid.
import { results, retrySearch } from '../state/results.ts';
import type { SearchRoute } from '../state/route.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Grid } from './grid.tsx';
import { MoreResults } from './more-results.tsx';
import { Skeleton } from './skeleton.tsx';

/** The list. */
export function ResultList({ route }: { readonly route: SearchRoute }) {
  const { status, items, problem, didYouMean, allWords, key } = results.value;
  if (status === 'failed' && problem !== undefined) {
    return <ErrorState problem={problem} onRetry={retrySearch} />;
  }
  if (status !== 'ready') return <Skeleton key={key} />;
  if (items.length === 0) return <EmptyState route={route} didYouMean={didYouMean} />;
  return (
    <>
      <Grid items={items} route={route} allWords={allWords} />
      <MoreResults />
    </>
  );
}
