// The stretch of time as two dates, for those who know them or do not drag.
import { t } from '../i18n/i18n.ts';
import { fromDay, type TimeRange, toDay } from '../state/time-range.ts';

interface Properties {
  readonly range: TimeRange | undefined;
  readonly onChoose: (range: TimeRange | undefined) => void;
}

/** Two date fields. A date is taken when the field is left or Enter is pressed, not with each digit. */
export function DateInputs({ range, onChoose }: Properties) {
  const change = (side: 'from' | 'to', day: string) => {
    const second = fromDay(day, side);
    if (day !== '' && second === undefined) return;
    const { [side]: _, ...other } = range ?? {};
    const chosen: TimeRange = { ...other, ...(second !== undefined && { [side]: second }) };
    onChoose(Object.keys(chosen).length === 0 ? undefined : chosen);
  };
  return (
    <span class="dates">
      {(['from', 'to'] as const).map((side) => {
        const second = range?.[side];
        const day = second === undefined ? '' : toDay(second);
        return (
          <label key={side}>
            <span>{t(`time.${side}`)}</span>
            <input
              type="date"
              value={day}
              min="1990-01-01"
              max="9999-12-31"
              onBlur={(event) => change(side, event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') change(side, event.currentTarget.value);
              }}
            />
          </label>
        );
      })}
    </span>
  );
}
