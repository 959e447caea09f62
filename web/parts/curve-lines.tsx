// Several numbers over one axis, each line on a scale of its own, with the last value of each in words.
import { formatNumber, t } from '../i18n/i18n.ts';

interface Line {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

interface Properties {
  readonly lines: readonly Line[];
  /** What the horizontal axis counts. */
  readonly unit: string;
  /** All lines have one scale. Default: each its own. */
  readonly isShared?: boolean;
}

const WIDTH = 600;
const HEIGHT = 150;

/** The lines, and a legend that says what they show. */
export function CurveLines({ lines, unit, isShared = false }: Properties) {
  const end = Math.max(1, ...lines.flatMap(({ points }) => points.map(([at]) => at)));
  const topOf = ({ points }: Line) => Math.max(1, ...points.map(([, value]) => value));
  const top = Math.max(...lines.map(topOf));
  return (
    <div class="curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map((line, at) => (
          <polyline
            key={line.name}
            class={`curve-line is-${at}`}
            points={line.points
              .map(([x, y]) => {
                const height = (y / (isShared ? top : topOf(line))) * (HEIGHT - 6);
                return `${((x / end) * WIDTH).toFixed(1)},${(HEIGHT - 3 - height).toFixed(1)}`;
              })
              .join(' ')}
          />
        ))}
      </svg>
      <ul class="curve-legend">
        {lines.map((line, at) => (
          <li key={line.name}>
            <svg class="curve-key" viewBox="0 0 24 6" aria-hidden="true">
              <line class={`curve-line is-${at}`} x1={0} x2={24} y1={3} y2={3} />
            </svg>
            {t('crawls.legend', {
              name: line.name,
              last: formatNumber(line.points.at(-1)?.[1] ?? 0),
              most: formatNumber(topOf(line)),
            })}
          </li>
        ))}
        <li class="note">{t('crawls.until', { end: formatNumber(Math.round(end)), unit })}</li>
      </ul>
    </div>
  );
}
