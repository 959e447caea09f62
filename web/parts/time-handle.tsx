// One end of the stretch of time: a slider that arrow keys and the mouse move.
import { t } from '../i18n/i18n.ts';
import type { Handle } from '../state/brush.ts';

interface Properties {
  readonly handle: Handle;
  readonly at: number;
  readonly count: number;
  /** The value in words. */
  readonly text: string;
  readonly onKey: (handle: Handle, event: KeyboardEvent) => void;
  readonly onDrag: (handle: Handle, event: PointerEvent, isEnd: boolean) => void;
}

/** The handle; it stands outside the selection, so that the two never cover one another. */
export function TimeHandle({ handle, at, count, text, onKey, onDrag }: Properties) {
  const edge = handle === 'first' ? at : at + 1;
  return (
    <div
      class={`time-handle is-${handle}`}
      style={{ '--at': String(edge / count) }}
      role="slider"
      tabIndex={0}
      aria-label={t(`time.handle.${handle}`)}
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={at}
      aria-valuetext={text}
      onKeyDown={(event) => onKey(handle, event)}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(handle, event, false);
      }}
      onPointerUp={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(handle, event, true);
      }}
    />
  );
}
