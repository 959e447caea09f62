// One picture on a page of its own, with the way back to the search it came from.
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { Icon } from '../parts/icon.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { loadImageView } from '../parts/load-image-view.ts';
import { neighbours, turnPage } from '../parts/neighbours.ts';
import { Pager } from '../parts/pager.tsx';
import { go } from '../state/navigation.ts';
import { results, search } from '../state/results.ts';
import { type ImageRoute, printRoute } from '../state/route.ts';

/** The page. Neighbours are known only when the picture is on the first pages of its search. */
export function ImagePage({ route }: { readonly route: ImageRoute }) {
  const { id, q, sort, compare } = route;
  useEffect(() => {
    if (q !== '') search(q, sort);
  }, [q, sort]);
  const around = neighbours(results.value, id);
  const turn = (step: 1 | -1) =>
    void turnPage(id, step, (next) => go({ name: 'image', id: next, q, sort }, { replace: true }));
  return (
    <div class="image-page">
      <div class="viewer-bar">
        <a class="button quiet" href={printRoute({ name: 'search', q, sort })}>
          <Icon name="before" />
          {q === '' ? t('viewer.toSearch') : t('viewer.toResults')}
        </a>
        <Pager around={around} onTurn={turn} />
      </div>
      <Lazy
        key={id}
        load={loadImageView}
        properties={{
          id,
          known: around.item,
          heading: 'h1' as const,
          onTurn: turn,
          compare,
          closeHref: printRoute({ name: 'image', id, q, sort }),
        }}
      />
    </div>
  );
}
