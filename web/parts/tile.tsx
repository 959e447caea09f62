// One picture of the grid: its thumbnail, the site and year it comes from, and how often it was captured.
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { tileShape } from '../state/grid.ts';
import { openViewer } from '../state/navigation.ts';
import { revealed } from '../state/revealed.ts';
import { printRoute, type SearchRoute } from '../state/route.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { siteOf, titleOf, yearOf } from '../state/texts.ts';
import { Icon } from './icon.tsx';
import { Reveal } from './reveal.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface Properties {
  readonly item: Item;
  readonly route: SearchRoute;
  /** Among the first: loaded without waiting until it is scrolled to. */
  readonly isEarly: boolean;
}

/** The tile. A picture that is blurred says nothing of what it shows. */
export function Tile({ item, route, isEarly }: Properties) {
  const isHidden = isBlurred(item, settings.value.sensitive) && !revealed.value.has(item.id);
  const shape = tileShape(item.width, item.height);
  const title = titleOf(item);
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    openViewer(item.id);
  };
  return (
    <li class={`tile${isHidden ? ' is-hidden' : ''}`} style={{ '--ratio': String(shape.ratio) }}>
      <a
        href={printRoute({ ...route, name: 'image', id: item.id })}
        data-tile={item.id}
        title={isHidden || title === '' ? undefined : title}
        onClick={open}
      >
        <Thumbnail
          item={item}
          shape={shape}
          isEarly={isEarly}
          alt={isHidden ? t('sensitive.alt') : title}
        >
          {item.captures > 1 && (
            <span class="badge">
              <Icon name="clock" />
              {t('tile.captures', { count: item.captures })}
            </span>
          )}
        </Thumbnail>
        <span class="tile-site">{siteOf(item)}</span>
        <span class="tile-more">
          {yearOf(item.firstCapture)}
          {item.pages > 1 && ` · ${t('tile.pages', { count: item.pages - 1 })}`}
        </span>
      </a>
      {isHidden && <Reveal id={item.id} />}
    </li>
  );
}
