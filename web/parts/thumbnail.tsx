// The thumbnail of a tile, with its placeholder and what to show when it cannot be had.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Item } from '../api/types.ts';
import type { TileShape } from '../state/grid.ts';
import { isShown } from '../state/texts.ts';
import { toPlaceholder } from '../state/thumbhash.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly item: Item;
  readonly shape: TileShape;
  readonly isEarly: boolean;
  readonly alt: string;
  /** What lies upon the picture. */
  readonly children: ComponentChildren;
}

/** Up to this size the picture itself costs no more than its thumbnail. */
const LIGHT_BYTES = 40_000;

/** A picture that has no larger thumbnail is its own, unless it has more bytes than this. */
const OWN_BYTES = 120_000;
/** About the height of a tile in CSS pixels. */
const TILE_HEIGHT = 220;

/** The thumbnail; where there is none the picture itself, and where that fails too its placeholder. */
export function Thumbnail({ item, shape, isEarly, alt, children }: Properties) {
  const isLoaded = useSignal(false);
  const failures = useSignal(0);
  // A thumbnail of a banner or a panorama is a few pixels high; the picture itself is sharp and as light.
  const isLight = item.bytes <= LIGHT_BYTES && isShown(item.mime);
  const isRibbon = shape.own !== shape.ratio && shape.own > shape.ratio * 1.2 && isLight;
  // The first with larger ones for dense screens; should one of those fail, alone.
  const small = item.thumbnail === null ? [] : [item.thumbnail, item.thumbnail];
  const sources = isRibbon ? [item.content, ...small] : [...small, item.content];
  const source = sources[failures.value];
  const sourceSet = failures.value === 0 && !isRibbon ? toSourceSet(item) : undefined;
  const classes = [
    'frame',
    isLoaded.value && 'is-loaded',
    source === undefined && 'is-broken',
    shape.isFitted && 'is-fitted',
    shape.isSmall && 'is-small',
  ];
  return (
    <span
      class={classes.filter(Boolean).join(' ')}
      style={{ '--placeholder': toPlaceholder(item.thumbhash) }}
    >
      {source === undefined ? (
        <>
          <Icon name="image" />
          <span class="hidden-text">{alt}</span>
        </>
      ) : (
        <img
          src={source}
          {...(sourceSet !== undefined && { srcset: sourceSet, sizes: toSizes(shape) })}
          width={item.width}
          height={item.height}
          alt={alt}
          loading={isEarly ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={() => {
            isLoaded.value = true;
          }}
          onError={() => {
            failures.value++;
          }}
        />
      )}
      {children}
    </span>
  );
}

/** All pictures that a browser may choose from; `undefined` when there is no choice. */
function toSourceSet({ thumbnails, content, width, mime, bytes }: Item): string | undefined {
  const sources = thumbnails.map((one) => `${one.url} ${one.width}w`);
  const [first] = thumbnails;
  const isOwn = thumbnails.length === 1 && bytes <= OWN_BYTES && isShown(mime);
  if (isOwn && first !== undefined && width > first.width) sources.push(`${content} ${width}w`);
  return sources.length > 1 ? sources.join(', ') : undefined;
}

/** The width of a picture in its tile, with what is cropped. */
function toSizes({ ratio, own, isFitted }: TileShape): string {
  return `${Math.round(TILE_HEIGHT * (isFitted ? ratio : Math.max(ratio, own)))}px`;
}
