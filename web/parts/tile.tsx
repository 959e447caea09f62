// One picture of the grid: its thumbnail, what it is called, the site and years it comes from.
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { tileShape } from '../state/grid.ts';
import { openViewer } from '../state/navigation.ts';
import { revealed } from '../state/revealed.ts';
import { printRoute, type SearchRoute } from '../state/route.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { siteOf, titleOf, yearsOf } from '../state/texts.ts';
import { BasketButton } from './basket-button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Reveal } from './reveal.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface Properties {
  readonly item: Item;
  readonly route: SearchRoute;
  /** Among the first: loaded without waiting until it is scrolled to. */
  readonly isEarly: boolean;
  /** A click leads to the page of the picture; otherwise it opens above the results. */
  readonly hasOwnPage?: boolean;
}

/** The tile. A picture that is blurred says nothing of what it shows. */
export function Tile({ item, route, isEarly, hasOwnPage = false }: Properties) {
  const isHidden = isBlurred(item, settings.value.sensitive) && !revealed.value.has(item.id);
  const shape = tileShape(item.width, item.height);
  const title = titleOf(item);
  const open = (event: MouseEvent) => {
    if (
      hasOwnPage ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
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
          {(item.captures > 1 || item.variants !== undefined) && (
            <span class="badge">
              {item.variants !== undefined && (
                <Count
                  icon="copy"
                  count={item.variants}
                  text={t('tile.variants', { count: item.variants })}
                />
              )}
              {item.captures > 1 && (
                <Count
                  icon="clock"
                  count={item.captures}
                  text={t('tile.captures', { count: item.captures })}
                />
              )}
            </span>
          )}
        </Thumbnail>
        {title !== '' && !isHidden && (
          <span class="tile-title" dir="auto">
            {title}
          </span>
        )}
        <span class="tile-more">
          <bdi>{siteOf(item)}</bdi>
          <span class="tile-dot"> · </span>
          <span>{yearsOf(item)}</span>
        </span>
        {settings.value.view === 'list' && !isHidden && (
          <span class="tile-text" dir="auto">
            {otherTexts(item, title).join(' · ')}
          </span>
        )}
      </a>
      {isHidden ? <Reveal id={item.id} /> : <BasketButton id={item.id} title={title} />}
    </li>
  );
}

/** What else was said of a picture, each once. */
function otherTexts({ captions, alts, titles }: Item, title: string): readonly string[] {
  const texts = [...captions, ...alts, ...titles].filter((text) => text !== title);
  return [...new Set(texts)].slice(0, MOST_TEXTS);
}

const MOST_TEXTS = 3;

interface CountProperties {
  readonly icon: IconName;
  readonly count: number;
  /** What is counted, for those who hear the page and those who point at it. */
  readonly text: string;
}

function Count({ icon, count, text }: CountProperties) {
  return (
    <span class="badge-count" title={text}>
      <Icon name={icon} />
      <span aria-hidden="true">{count}</span>
      <span class="hidden-text">{text}</span>
    </span>
  );
}
