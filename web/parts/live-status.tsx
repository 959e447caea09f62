// How far a search of the live web is: a bar of its time, and what it has seen, kept and left out.
import { formatBytes, t } from '../i18n/i18n.ts';
import { live } from '../state/live.ts';

/** The line and the bar; nothing before the first search. */
export function LiveStatusLine() {
  const { status, phase, before, end } = live.value;
  if (phase === 'idle') return null;
  const spent = (status?.seconds ?? 0) - before;
  const budget = status?.budget ?? 1;
  const share = phase === 'running' ? Math.min(1, spent / budget) : 1;
  const {
    pages = 0,
    imagesSeen = 0,
    kept = 0,
    discarded = {},
    bytes = 0,
    seconds = 0,
  } = status ?? {};
  const reasons = Object.entries(discarded);
  const left = reasons.reduce((sum, [, count]) => sum + count, 0);
  return (
    <section class="live-status" aria-label={t('live.statusLabel')}>
      <progress max={1} value={share} aria-label={t('live.progress')} />
      <p>
        <strong>{t(`live.phase.${phase}`)}</strong>
        {end !== undefined && phase === 'done' && <span>{endText(end)}</span>}
        <span>{t('live.secondsSpent', { seconds: seconds.toFixed(1) })}</span>
        <span>{t('live.pages', { count: pages })}</span>
        <span>{t('live.seen', { count: imagesSeen })}</span>
        <span>{t('live.kept', { count: kept })}</span>
        <span>{formatBytes(bytes)}</span>
      </p>
      {left > 0 && (
        <details>
          <summary>{t('live.discarded', { count: left })}</summary>
          <ul>
            {reasons.map(([reason, count]) => (
              <li key={reason}>
                {reasonText(reason)}: {count}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const REASONS = [
  'thumbnail',
  'external',
  'small',
  'aspect',
  'off-topic',
  'unreachable',
  'robots',
  'not-image',
] as const;

function reasonText(reason: string): string {
  const known = REASONS.find((each) => each === reason);
  return known === undefined ? t('live.reason.other') : t(`live.reason.${known}`);
}

function endText(end: string): string {
  if (end === 'stopped') return t('live.end.stopped');
  return end === 'exhausted' ? t('live.end.exhausted') : t('live.end.budget');
}
