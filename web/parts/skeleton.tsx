// Grey frames while results are on their way, shown only to those who wait for long.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';

/** Less than this is not felt as waiting, and frames that flash by disturb. */
const PATIENCE_MS = 300;
const RATIOS = [1.5, 0.75, 1.33, 1, 1.78, 0.67, 1.5, 1.33, 0.75, 1.5, 1, 1.6, 1.33, 0.8, 1.78, 1.2];

/** The frames. */
export function Skeleton() {
  const isLate = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      isLate.value = true;
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLate]);
  if (!isLate.value) return <div class="skeleton-space" />;
  return (
    <div class="grid is-skeleton">
      <p class="hidden-text">{t('results.loading')}</p>
      {RATIOS.map((ratio, at) => (
        <div class="tile" key={String(at)} style={{ '--ratio': String(ratio) }}>
          <span class="frame" />
          <span class="skeleton-line" />
        </div>
      ))}
    </div>
  );
}
