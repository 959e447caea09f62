// A picture that can be looked at closely: by a click, by two fingers, by the wheel, by buttons.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import {
  CLICK_SCALE,
  distance,
  moveBy,
  type Point,
  swipeOf,
  WHOLE,
  zoomAt,
} from '../state/zoom.ts';
import { Icon } from './icon.tsx';

interface Properties {
  /** A finger that moves sideways over the whole picture turns to the one before or after it. */
  readonly onTurn?: ((step: 1 | -1) => void) | undefined;
  readonly children: ComponentChildren;
}

/** A pointer that moved less than this has clicked. */
const STILL = 6;
/** How much a step of the wheel and a press of a button change. */
const WHEEL = 0.0025;
const STEP = 1.6;

/** The frame; it fills the element around it. */
export function Zoomable({ onTurn, children }: Properties) {
  const view = useSignal(WHOLE);
  const frame = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>(undefined);
  const boxOf = () => frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = boxOf();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const zoom = (factor: number, at: Point = { x: 0, y: 0 }) => {
    view.value = zoomAt(view.value, factor, at, boxOf());
  };
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      // Two fingers on a touch pad come as a wheel with Ctrl; without it the page scrolls.
      if (!event.ctrlKey && view.peek().scale === 1) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 4 : 1)), pointOf(event));
    };
    const element = frame.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const [other] = [...pointers.current].flatMap(([id, point]) =>
      id === event.pointerId ? [] : [point],
    );
    if (other !== undefined) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      zoom(distance(now, other) / Math.max(1, distance(before, other)), middle);
      start.current = undefined;
    } else if (view.value.scale > 1) {
      view.value = moveBy(view.value, { x: now.x - before.x, y: now.y - before.y }, boxOf());
    }
    pointers.current.set(event.pointerId, now);
  };
  const onPointerUp = (event: PointerEvent) => {
    const from = start.current;
    const isLast = pointers.current.size === 1 && pointers.current.delete(event.pointerId);
    pointers.current.delete(event.pointerId);
    if (!isLast || from === undefined) return;
    const now = pointOf(event);
    const moved = { x: now.x - from.x, y: now.y - from.y };
    if (Math.hypot(moved.x, moved.y) < STILL) {
      if (view.value.scale > 1) view.value = WHOLE;
      else zoom(CLICK_SCALE, now);
      return;
    }
    const step = event.pointerType === 'touch' && view.value.scale === 1 && swipeOf(moved);
    if (step) onTurn?.(step);
  };
  const { scale, x, y } = view.value;
  return (
    <div class={`zoom${scale > 1 ? ' is-zoomed' : ''}`}>
      <div
        class="zoom-frame"
        ref={frame}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          if (event.target instanceof Element && event.target.closest('button') !== null) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, pointOf(event));
          start.current = pointers.current.size === 1 ? pointOf(event) : undefined;
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={(event) => {
          pointers.current.delete(event.pointerId);
          start.current = undefined;
        }}
      >
        <div
          class="zoom-inner"
          style={{ transform: scale === 1 ? 'none' : `translate(${x}px, ${y}px) scale(${scale})` }}
        >
          {children}
        </div>
      </div>
      <div class="zoom-tools">
        <button
          type="button"
          class="button round"
          aria-label={t('zoom.out')}
          aria-disabled={scale === 1}
          onClick={() => zoom(1 / STEP)}
        >
          <Icon name="zoomOut" />
        </button>
        <button
          type="button"
          class="button round"
          aria-label={t('zoom.in')}
          onClick={() => zoom(STEP)}
        >
          <Icon name="zoomIn" />
        </button>
      </div>
    </div>
  );
}
