// The live web, searched for a time: images come in as they are found.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { LiveGrid } from '../parts/live-grid.tsx';
import { LiveStatusLine } from '../parts/live-status.tsx';
import { announce } from '../state/announce.ts';
import { continueLive, leaveLive, live, liveMode, startLive, stopLive } from '../state/live.ts';
import { go, page } from '../state/navigation.ts';
import '../styles/live.css';

const BUDGETS = [30, 60, 120, 300] as const;

/** The page. */
export default function LivePage() {
  const q = page.value.name === 'live' ? page.value.q : '';
  const seconds = useSignal<number>(BUDGETS[0]);
  const { phase, end, order, stored, problem, warnings, nothing } = live.value;
  const isRunning = phase === 'running';
  useEffect(() => leaveLive, []);
  useEffect(() => {
    if (phase === 'done') announce(t('live.announceDone', { count: order.length }));
  }, [phase]);
  const { isOn, maxSeconds, asks } = liveMode.value;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const query = String(form.get('q') ?? '').trim();
    if (query === '') return;
    go({ name: 'live', q: query }, { replace: true });
    void startLive(query, seconds.value, toAddresses(String(form.get('seeds') ?? '')));
  };
  return (
    <div class="live-page">
      <h1>{t('live.title')}</h1>
      <p class="live-about">{t('live.about')}</p>
      {!isOn && <p class="live-note">{t('live.off')}</p>}
      <form class="live-form" onSubmit={start}>
        <label class="live-query">
          <span>{t('live.query')}</span>
          <input
            type="search"
            name="q"
            defaultValue={q}
            required
            maxLength={10_000}
            autocomplete="off"
            dir="auto"
          />
        </label>
        <label>
          <span>{t('live.time')}</span>
          <select
            value={String(seconds.value)}
            onChange={(event) => {
              seconds.value = Number(event.currentTarget.value);
            }}
          >
            {BUDGETS.filter((each) => each <= Math.max(maxSeconds, BUDGETS[0])).map((each) => (
              <option key={each} value={String(each)}>
                {t('live.seconds', { count: each })}
              </option>
            ))}
          </select>
        </label>
        {!isRunning && (
          <button type="submit" class="button primary" disabled={!isOn}>
            <Icon name="search" />
            {t('live.start')}
          </button>
        )}
        {isRunning && (
          <button type="button" class="button" onClick={() => void stopLive()}>
            <Icon name="close" />
            {t('live.stop')}
          </button>
        )}
        {end !== undefined && end !== 'exhausted' && phase === 'done' && (
          <button type="button" class="button" onClick={() => void continueLive(seconds.value)}>
            <Icon name="clock" />
            {t('live.longer')}
          </button>
        )}
        {isOn && (
          <details class="fold live-seeds" open={asks.length === 0}>
            <summary>{t('live.seeds')}</summary>
            <label>
              <span>{t('live.seedsHelp')}</span>
              <textarea name="seeds" rows={3} spellcheck={false} dir="ltr" />
            </label>
          </details>
        )}
      </form>
      {isOn && phase === 'idle' && (
        <div class="live-how">
          <ol>
            <li>{t('live.how1')}</li>
            <li>{t('live.how2')}</li>
            <li>{t('live.how3')}</li>
          </ol>
          <p>
            {asks.length === 0 ? t('live.asksNobody') : t('live.asks', { names: asks.join(', ') })}
          </p>
        </div>
      )}
      {warnings.map(({ code, message }) => (
        <p key={code} class="live-note">
          {message}
        </p>
      ))}
      {problem !== undefined && (
        <ErrorState problem={problem} onRetry={() => void startLive(q, seconds.value)} />
      )}
      <LiveStatusLine />
      {phase === 'done' && stored !== undefined && stored > 0 && (
        <p class="live-note">
          {t('live.stored', { count: stored })}{' '}
          <a href={`/?q=${encodeURIComponent(`${live.value.query} collection:live`)}`}>
            {t('live.searchThem')}
          </a>
        </p>
      )}
      {phase === 'done' && problem === undefined && order.length === 0 && (
        <p class="live-note">
          {t('live.nothing')}
          {nothing !== undefined && ` (${nothing})`}
        </p>
      )}
      <LiveGrid />
    </div>
  );
}

/** Addresses on lines; without a scheme they are meant as those of secure sites. */
function toAddresses(text: string): string[] {
  const lines = text.split(/\s+/).filter((line) => line !== '');
  return lines.slice(0, 20).map((line) => (/^\w+:/.test(line) ? line : `https://${line}`));
}
