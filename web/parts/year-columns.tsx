// Pictures by year as columns; years without any are seen as gaps.
import { formatNumber } from '../i18n/i18n.ts';
import { labelled } from '../state/brush.ts';
import type { Row } from '../state/stats.ts';

/** More years than this are damaged dates, not an archive. */
const MOST_YEARS = 200;

/** The columns. */
export function YearColumns({ rows }: { readonly rows: readonly Row[] }) {
  const years = fillGaps(rows);
  const most = Math.max(1, ...years.map(({ count }) => count));
  return (
    <div class="columns" dir="ltr">
      <span class="columns-most">{formatNumber(most)}</span>
      <svg viewBox={`0 0 ${years.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        {years.map(({ label, count }, at) => {
          const height = count === 0 ? 0 : Math.max(1.5, (count / most) * 100);
          return (
            <rect
              key={label}
              class="time-bar"
              x={at + 0.1}
              y={100 - height}
              width={0.8}
              height={height}
            />
          );
        })}
      </svg>
      <div class="time-axis">
        {labelled(years.length, 12, { unit: 'year', start: years[0]?.label ?? '' }).map((at) => (
          <span key={at} style={{ '--at': String((at + 0.5) / years.length) }}>
            {years[at]?.label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The years between the first and the last, also those without a picture. */
function fillGaps(rows: readonly Row[]): readonly Row[] {
  const known = rows.filter(({ label }) => /^\d{4}$/.test(label));
  const counts = new Map(known.map(({ label, count }) => [Number(label), count]));
  const first = Math.min(...counts.keys());
  const length = Math.max(...counts.keys()) - first + 1;
  if (!Number.isFinite(length) || length > MOST_YEARS) return known;
  return Array.from({ length }, (_, at) => ({
    label: String(first + at),
    count: counts.get(first + at) ?? 0,
  }));
}
