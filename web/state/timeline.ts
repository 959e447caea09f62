// Counts over time of the search on the page, for all times or for those that were zoomed into.
import { signal } from '@preact/signals';
import { timelineAddress } from '../api/addresses.ts';
import type { TimelineAnswer } from '../api/types.ts';
import { createResource } from './resource.ts';
import { toServerQuery } from './sensitive.ts';
import { settings } from './settings.ts';
import { type TimeRange, withoutTimes, withTimeRange } from './time-range.ts';

/** Bars that are asked for at most. */
const MOST_BUCKETS = 60;

/** The counts. */
export const timeline = createResource<TimelineAnswer>({ keepsOld: true });

/** The time that was zoomed into; `undefined`: all times. */
export const zoom = signal<TimeRange | undefined>(undefined);

/** Whether the bars are shown: on a phone the pictures come first. */
export const isTimeOpen = signal(globalThis.matchMedia?.('(min-width: 40rem)').matches ?? true);

/** Counts for a query, whatever times it asks for: those are shown as the selection. */
export function loadTimeline(q: string): void {
  const asked = zoom.value === undefined ? withoutTimes(q) : withTimeRange(q, zoom.value);
  timeline.load(timelineAddress(toServerQuery(asked, settings.value.sensitive), MOST_BUCKETS));
}
