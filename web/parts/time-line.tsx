// When the pictures were first captured: bars, and two handles that choose a stretch of time.
import { t } from '../i18n/i18n.ts';
import { toRange, toSelection } from '../state/brush.ts';
import { go } from '../state/navigation.ts';
import type { MapRoute, SearchRoute } from '../state/route.ts';
import { readTimeRange, type TimeRange, withTimeRange } from '../state/time-range.ts';
import { isTimeOpen, timeline, zoom } from '../state/timeline.ts';
import { DateInputs } from './date-inputs.tsx';
import { Icon } from './icon.tsx';
import { TimeChart } from './time-chart.tsx';
import { rangeText } from './time-text.ts';

/** The time line of a search. While it loads its place is kept, so that nothing moves when it comes. */
export function TimeLine({ route }: { readonly route: SearchRoute | MapRoute }) {
  const { value, status } = timeline.state.value;
  const range = readTimeRange(route.q);
  const choose = (chosen: TimeRange | undefined) => {
    const q = withTimeRange(route.q, chosen);
    if (q !== route.q) go({ ...route, q });
  };
  if (status === 'failed' && value === undefined) return null;
  const buckets = value?.buckets ?? [];
  const selection = toSelection(range, buckets);
  const isOpen = isTimeOpen.value;
  const canZoom = isOpen && range !== undefined && selection !== undefined && value?.unit !== 'day';
  return (
    <section class="time-line" aria-label={t('time.title')} aria-busy={status === 'loading'}>
      <div class="time-head">
        <h2>
          <button
            type="button"
            class="time-fold"
            aria-expanded={isOpen}
            onClick={() => {
              isTimeOpen.value = !isOpen;
            }}
          >
            {t('time.title')}
            <Icon name="down" />
          </button>
        </h2>
        <span class="time-chosen">{range === undefined ? t('time.all') : rangeText(range)}</span>
        <span class="time-tools">
          {canZoom && (
            <button
              type="button"
              class="button quiet small"
              onClick={() => {
                zoom.value = toRange(selection, buckets) ?? range;
              }}
            >
              <Icon name="zoomIn" />
              {t('time.zoomIn')}
            </button>
          )}
          {zoom.value !== undefined && (
            <button
              type="button"
              class="button quiet small"
              onClick={() => {
                zoom.value = undefined;
              }}
            >
              <Icon name="zoomOut" />
              {t('time.zoomOut')}
            </button>
          )}
          {range !== undefined && (
            <button type="button" class="button quiet small" onClick={() => choose(undefined)}>
              <Icon name="close" />
              {t('time.clear')}
            </button>
          )}
          {isOpen && <DateInputs range={range} onChoose={choose} />}
        </span>
      </div>
      {!isOpen ? null : value !== undefined && buckets.length > 0 ? (
        <TimeChart timeline={value} selection={selection} range={range} onChoose={choose} />
      ) : (
        status !== 'ready' && <div class="time-empty" />
      )}
    </section>
  );
}
