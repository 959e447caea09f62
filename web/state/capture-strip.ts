// Arithmetic of the strip of captures: where each stands between the first and the last, and how long nobody came.

/** Places of captures on a strip. */
export interface Strip {
  /** From 0 to 1, in the order given. */
  readonly places: readonly number[];
  /** The longest times without a capture, longest first. */
  readonly gaps: readonly Gap[];
}

/** A time without a capture. */
export interface Gap {
  /** Milliseconds since 1970 of the captures around it. */
  readonly from: number;
  readonly to: number;
  /** The same as places on the strip. */
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;
/** Shorter pauses are how crawlers work, not gaps. */
const SHORTEST_GAP_MS = 400 * DAY_MS;
const MOST_GAPS = 3;

/** The strip of captures at some times (milliseconds, ascending). */
export function toStrip(times: readonly number[]): Strip {
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? first) - first;
  const place = (time: number) => (span === 0 ? 0.5 : (time - first) / span);
  const gaps = times
    .slice(1)
    .map((to, at): Gap => {
      const from = times[at] ?? to;
      return { from, to, start: place(from), end: place(to) };
    })
    .filter(({ from, to }) => to - from >= SHORTEST_GAP_MS)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MOST_GAPS);
  return { places: times.map(place), gaps };
}

/** The place nearest to a point between 0 and 1; 0 when there is none. */
export function nearestPlace(places: readonly number[], point: number): number {
  let best = 0;
  places.forEach((place, at) => {
    if (Math.abs(place - point) < Math.abs((places[best] ?? 0) - point)) best = at;
  });
  return best;
}
