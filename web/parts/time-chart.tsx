// The bars of the time line with the brush: drag over them, click one, or move the handles by keys.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { TimelineAnswer } from '../api/types.ts';
import { formatUnit, t } from '../i18n/i18n.ts';
import {
  between,
  bucketAt,
  countSelected,
  type Handle,
  labelled,
  moveHandle,
  type Selection,
  toRange,
} from '../state/brush.ts';
import type { TimeRange } from '../state/time-range.ts';
import { TimeBars } from './time-bars.tsx';
import { TimeHandle } from './time-handle.tsx';

interface Properties {
  readonly timeline: TimelineAnswer;
  /** The buckets of the query's times; absent when these lie elsewhere. */
  readonly selection: Selection | undefined;
  readonly range: TimeRange | undefined;
  readonly onChoose: (range: TimeRange | undefined) => void;
}

/** Keys are pressed several times in a row; the search waits until they stop. */
const PAUSE_MS = 350;

/** The chart. Time runs from left to right in all languages. */
export function TimeChart({ timeline: { unit, buckets }, selection, range, onChoose }: Properties) {
  const count = buckets.length;
  const draft = useSignal<Selection | undefined>(undefined);
  const anchor = useSignal<number | undefined>(undefined);
  const pointed = useSignal<number | undefined>(undefined);
  const area = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = draft.value ?? selection ?? { first: 0, last: count - 1 };
  useEffect(() => {
    draft.value = undefined;
    return () => clearTimeout(timer.current);
  }, [buckets, selection?.first, selection?.last, draft]);

  const commit = (chosen: Selection) => {
    const isSame =
      range !== undefined &&
      chosen.first === chosen.last &&
      chosen.first === selection?.first &&
      chosen.last === selection.last;
    // A second click on the only bar chosen lets go of it.
    onChoose(isSame ? undefined : toRange(chosen, buckets));
    draft.value = undefined;
  };
  const bucketUnder = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    return box === undefined ? 0 : bucketAt(event.clientX - box.left, box.width, count);
  };
  const onHandleKey = (handle: Handle, event: KeyboardEvent) => {
    const moved = moveHandle(shown, handle, { key: event.key, count });
    if (moved === undefined) return;
    event.preventDefault();
    draft.value = moved;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChoose(toRange(moved, buckets)), PAUSE_MS);
  };
  const onDragHandle = (handle: Handle, event: PointerEvent, isEnd: boolean) => {
    const at = bucketUnder(event);
    const moved =
      handle === 'first'
        ? { ...shown, first: Math.min(at, shown.last) }
        : { ...shown, last: Math.max(at, shown.first) };
    if (isEnd) onChoose(toRange(draft.peek() ?? moved, buckets));
    else draft.value = moved;
  };
  const labels = labelled(count, 10, { unit, start: buckets[0]?.start ?? '' });
  const hint = pointed.value === undefined ? undefined : buckets[pointed.value];
  return (
    <div class="time-chart" dir="ltr">
      <div
        class="time-area"
        ref={area}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          anchor.value = bucketUnder(event);
          draft.value = between(anchor.value, anchor.value);
        }}
        onPointerMove={(event) => {
          const at = bucketUnder(event);
          pointed.value = at;
          if (anchor.value !== undefined) draft.value = between(anchor.value, at);
        }}
        onPointerUp={(event) => {
          if (anchor.value !== undefined) commit(between(anchor.value, bucketUnder(event)));
          anchor.value = undefined;
        }}
        onPointerCancel={() => {
          anchor.value = undefined;
          draft.value = undefined;
        }}
        onPointerLeave={() => {
          pointed.value = undefined;
        }}
      >
        <TimeBars buckets={buckets} selection={shown} pointed={pointed.value} />
        {hint !== undefined && (
          <output
            class="time-hint"
            style={{ '--at': String(((pointed.value ?? 0) + 0.5) / count) }}
          >
            {t('time.bar', { time: formatUnit(hint.start, unit), count: hint.count })}
          </output>
        )}
      </div>
      {(['first', 'last'] as const).map((handle) => {
        const at = shown[handle];
        const bucket = buckets[at];
        return (
          <TimeHandle
            key={handle}
            handle={handle}
            at={at}
            count={count}
            text={t('time.handle', {
              time: formatUnit((handle === 'first' ? bucket?.start : bucket?.end) ?? '', unit),
              count: countSelected(shown, buckets),
            })}
            onKey={onHandleKey}
            onDrag={onDragHandle}
          />
        );
      })}
      <div class="time-axis" aria-hidden="true">
        {labels.map((at) => (
          <span key={at} style={{ '--at': String((at + 0.5) / count) }}>
            {formatUnit(buckets[at]?.start ?? '', unit)}
          </span>
        ))}
      </div>
    </div>
  );
}
