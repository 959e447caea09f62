// The finds of a live search: tiles that move to their places smoothly, and stay where they are while somebody looks at them.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { tileShape } from '../state/grid.ts';
import { isOrderHeld, type LiveItem, live, liveImageAddress, releaseOrder } from '../state/live.ts';
import { hostOf, liveTitle } from '../state/live-texts.ts';
import { moveFocus } from './grid.tsx';
import { LiveViewer } from './live-viewer.tsx';

/** Further down than this somebody reads. Pixels. */
const READING = 300;
const MOVE_MS = 250;

/** The grid. */
export function LiveGrid() {
  const { items, order, id } = live.value;
  const list = useRef<HTMLOListElement>(null);
  const opened = useSignal<number | undefined>(undefined);
  const focused = useRef<string>(undefined);
  const isOpen = useRef(false);
  isOpen.current = opened.value !== undefined;
  useSmoothMoves(list, order, focused);
  useEffect(() => {
    const isInside = () => list.current?.contains(document.activeElement) === true;
    const look = () => {
      if (scrollY > READING) isOrderHeld.value = true;
    };
    const enter = ({ target }: FocusEvent) => {
      const tile =
        target instanceof Element ? target.closest<HTMLElement>('.live-grid .tile') : null;
      if (tile === null) return;
      isOrderHeld.value = true;
      focused.current = tile.dataset['key'];
    };
    // An element that is moved loses the focus, and has it back when the page is drawn: only then it is clear who has it.
    const leave = () => {
      setTimeout(() => {
        if (focused.current === undefined || isInside()) return;
        focused.current = undefined;
        if (scrollY <= READING && !isOpen.current) releaseOrder();
      });
    };
    addEventListener('scroll', look, { passive: true });
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    return () => {
      removeEventListener('scroll', look);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
      isOrderHeld.value = false;
    };
  }, []);
  if (id === undefined || order.length === 0) return null;
  const hold = () => {
    isOrderHeld.value = true;
  };
  const release = () => {
    if (scrollY <= READING && !isOpen.current && focused.current === undefined) releaseOrder();
  };
  const shown = opened.value === undefined ? undefined : items.get(opened.value);
  return (
    <>
      <ol
        class="grid live-grid"
        ref={list}
        aria-label={t('live.found')}
        onKeyDown={moveFocus}
        onPointerEnter={hold}
        onPointerLeave={release}
      >
        {order.flatMap((key) => {
          const item = items.get(key);
          if (item === undefined) return [];
          return [
            <LiveTile key={key} item={item} search={id} onOpen={() => (opened.value = key)} />,
          ];
        })}
      </ol>
      <LiveViewer
        item={shown}
        search={id}
        onClose={() => {
          opened.value = undefined;
        }}
      />
    </>
  );
}

function LiveTile({
  item,
  search,
  onOpen,
}: {
  readonly item: LiveItem;
  readonly search: string;
  readonly onOpen: () => void;
}) {
  const { ratio } = tileShape(item.width, item.height);
  const isBroken = useSignal(false);
  const title = liveTitle(item);
  const address = liveImageAddress(search, item.key);
  return (
    <li class="tile" data-key={item.key} style={{ '--ratio': String(ratio) }}>
      <a
        href={address}
        title={title === '' ? undefined : title}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <span class={`frame${isBroken.value ? ' is-broken' : ''}`}>
          {!isBroken.value && (
            <img
              src={address}
              width={item.width}
              height={item.height}
              alt={title || t('live.untitled')}
              loading="lazy"
              decoding="async"
              onError={() => {
                isBroken.value = true;
              }}
            />
          )}
          {isBroken.value && <span class="live-broken">{title || t('live.untitled')}</span>}
        </span>
        <span class="tile-title" dir="auto">
          {title || t('live.untitled')}
        </span>
        <span class="tile-more">
          <bdi>{hostOf(item.page.url)}</bdi> · {t('live.score', { score: item.score.toFixed(2) })}
        </span>
      </a>
    </li>
  );
}

/** Lets tiles glide from where they were to where they are, unless people asked for less motion. */
function useSmoothMoves(
  list: { readonly current: HTMLElement | null },
  order: readonly number[],
  focused: { readonly current: string | undefined },
): void {
  const places = useRef(new Map<string, { readonly left: number; readonly top: number }>());
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, { readonly left: number; readonly top: number }>();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const tile of list.current?.querySelectorAll<HTMLElement>('.tile') ?? []) {
      const key = tile.dataset['key'] ?? '';
      const place = { left: tile.offsetLeft, top: tile.offsetTop };
      now.set(key, place);
      if (key === focused.current && document.activeElement === document.body) {
        tile.querySelector('a')?.focus({ preventScroll: true });
      }
      const old = before.get(key);
      if (isStill || old === undefined || (old.left === place.left && old.top === place.top))
        continue;
      const from = `translate(${old.left - place.left}px, ${old.top - place.top}px)`;
      tile.animate([{ transform: from }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: 'ease-out',
      });
    }
    places.current = now;
  }, [order]);
}
