// The strip of captures: one mark each, gaps between them, and a handle that steps from one to the next.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Version } from '../api/types.ts';
import { formatMoment, formatUnit, t } from '../i18n/i18n.ts';
import { nearestPlace, toStrip } from '../state/capture-strip.ts';
import { yearOf } from '../state/texts.ts';

/** The strip; opens on the newest capture. Time runs from left to right in all languages. */
export function CaptureStrip({ versions }: { readonly versions: readonly Version[] }) {
  const { places, gaps } = toStrip(versions.map(({ time }) => Date.parse(time)));
  const chosen = useSignal(versions.length - 1);
  const track = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen.value, versions.length - 1);
  const version = versions[at];
  if (version === undefined) return null;
  const choose = (next: number) => {
    chosen.value = Math.min(Math.max(next, 0), versions.length - 1);
  };
  const point = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) {
      choose(nearestPlace(places, (event.clientX - box.left) / box.width));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: versions.length - 1,
    };
    const next = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(next);
  };
  const moment = formatMoment(version.time);
  return (
    <div class="strip" dir="ltr">
      <div
        class="strip-area"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
        }}
      >
        <div class="strip-track" ref={track}>
          {gaps.map(({ start, end }) => (
            <span
              key={start}
              class="strip-gap"
              style={{ '--at': String(start), '--length': String(end - start) }}
            />
          ))}
          {places.map((place, index) => (
            <span
              key={`${versions[index]?.time} ${versions[index]?.url}`}
              class={`strip-mark${index === at ? ' is-chosen' : ''}${versions[index]?.changed ? ' is-changed' : ''}`}
              style={{ '--at': String(place) }}
            />
          ))}
          <div
            class="strip-handle"
            style={{ '--at': String(places[at] ?? 0) }}
            role="slider"
            tabIndex={0}
            aria-label={t('captures.handle')}
            aria-valuemin={1}
            aria-valuemax={versions.length}
            aria-valuenow={at + 1}
            aria-valuetext={version.changed ? `${moment}. ${t('captures.changed')}` : moment}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <div class="strip-years" aria-hidden="true">
        <span>{yearOf(versions[0]?.time ?? '')}</span>
        <span>{yearOf(versions.at(-1)?.time ?? '')}</span>
      </div>
      <p class="strip-chosen" dir="auto">
        <a href={version.archivedImage}>{moment}</a>{' '}
        <span class="note">{t('captures.which', { number: at + 1, count: versions.length })}</span>
        {version.changed && <span class="tag is-changed">{t('captures.changed')}</span>}
      </p>
      {gaps.length > 0 && (
        <p class="note" dir="auto">
          {t('captures.gaps', {
            gaps: gaps
              .toSorted((a, b) => a.from - b.from)
              .map(({ from, to }) =>
                t('time.span', { from: formatUnit(from, 'month'), to: formatUnit(to, 'month') }),
              )
              .join(', '),
          })}
        </p>
      )}
    </div>
  );
}
