// The bars of the time line, drawn on a grid of one unit for each bucket.
import type { Bucket } from '../api/types.ts';
import type { Selection } from '../state/brush.ts';

interface Properties {
  readonly buckets: readonly Bucket[];
  readonly selection: Selection;
  readonly pointed: number | undefined;
}

/** Height of the drawing; a picture or two must still be seen beside thousands. */
const HEIGHT = 100;
const LEAST = 3;

/** The drawing; hidden from screen readers, to whom the handles and the filter by year tell the same. */
export function TimeBars({ buckets, selection, pointed }: Properties) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  return (
    <svg
      class="time-bars"
      viewBox={`0 0 ${buckets.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {buckets.map(({ start, count }, at) => {
        const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT);
        const isChosen = at >= selection.first && at <= selection.last;
        return (
          <g
            key={start}
            class={`${isChosen ? 'is-chosen' : ''}${at === pointed ? ' is-pointed' : ''}`}
          >
            <rect class="time-column" x={at} y={0} width={1} height={HEIGHT} />
            <rect class="time-bar" x={at + 0.1} y={HEIGHT - height} width={0.8} height={height} />
          </g>
        );
      })}
    </svg>
  );
}
