// Values as bars that lie below one another.
import { formatNumber } from '../i18n/i18n.ts';
import type { Row } from '../state/stats.ts';

interface Properties {
  readonly rows: readonly Row[];
  /** What a bar of full length means; absent: the longest one. */
  readonly whole?: number;
}

/** Bars that are drawn; the table below has the rest. */
const MOST = 12;

/** The bars. */
export function BarRows({ rows, whole }: Properties) {
  const most = Math.max(1, whole ?? 0, ...rows.map(({ count }) => count));
  return (
    <div class="bar-rows">
      {rows.slice(0, MOST).map(({ label, count }) => (
        <div class="bar-row" key={label}>
          <bdi class="bar-label">{label}</bdi>
          <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-ground" width={100} height={10} />
            <rect class="bar-value" width={Math.max(0.6, (count / most) * 100)} height={10} />
          </svg>
          <span class="bar-count">{formatNumber(count)}</span>
        </div>
      ))}
    </div>
  );
}
