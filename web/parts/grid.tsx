// The results as rows of equal height: an ordered list of links that arrow keys walk through.
import { Fragment } from 'preact';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { basket } from '../state/basket.ts';
import { tileAfterKey } from '../state/grid.ts';
import type { SearchRoute } from '../state/route.ts';
import { settings } from '../state/settings.ts';
import { loadImageView } from './load-image-view.ts';
import { Tile } from './tile.tsx';

interface Properties {
  readonly items: readonly Item[];
  readonly route: SearchRoute;
  /** So many have all words, the others some of them; `undefined`: nothing is said about it. */
  readonly allWords?: number | undefined;
}

/** The grid. Rows come from CSS alone, as the size of each picture is known before it is there. */
export function Grid({ items, route, allWords }: Properties) {
  return (
    <ol
      class={gridClass()}
      id="grid"
      aria-label={t('results.label')}
      onKeyDown={moveFocus}
      onPointerOver={prepareView}
      onFocusIn={prepareView}
    >
      {items.map((item, at) => (
        <Fragment key={item.id}>
          {at === allWords && <li class="part-line">{t('results.someWords')}</li>}
          {at === 0 && allWords !== undefined && allWords > 0 && (
            <li class="part-line">{t('results.allWords')}</li>
          )}
          <Tile item={item} route={route} isEarly={at < EARLY} />
        </Fragment>
      ))}
    </ol>
  );
}

/** Classes of a grid: how it is looked at, and whether somebody collects pictures of it. */
export function gridClass(): string {
  return `grid is-${settings.value.view}${basket.value.length > 0 ? ' is-collecting' : ''}`;
}

/** Whoever is among the pictures may open one. */
function prepareView(): void {
  void loadImageView().catch(() => {}); // told when one is opened
}

/** Pictures that are loaded at once: about what is seen first. */
const EARLY = 14;

/** Moves the focus from tile to tile. */
export function moveFocus(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const { currentTarget, target } = event;
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('.tile > a')];
  const at = links.indexOf(target);
  if (at === -1) return;
  const next = tileAfterKey(event.key, at, {
    places: links.map((link) => link.getBoundingClientRect()),
    isRightToLeft: getComputedStyle(currentTarget).direction === 'rtl',
  });
  if (next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}
