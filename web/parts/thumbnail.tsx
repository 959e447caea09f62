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

/** The thumbnail; where there is none the picture itself, and where that fails too its placeholder. */
export function Thumbnail({ item, shape, isEarly, alt, children }: Properties) {
  const isLoaded = useSignal(false);
  const failures = useSignal(0);
  // A thumbnail of a banner is a few pixels high; the banner itself is sharp and as light.
  const isLight = item.bytes <= LIGHT_BYTES && isShown(item.mime);
  const isRibbon = shape.isFitted && !shape.isSmall && isLight;
  const sources = isRibbon ? [item.content, item.thumbnail] : [item.thumbnail, item.content];
  const source = sources[failures.value];
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
