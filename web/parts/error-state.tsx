// What went wrong, in words, with the id to look for in the log and a way on.
import { useEffect } from 'preact/hooks';
import type { Problem } from '../api/problem.ts';
import { t, translatedWords } from '../i18n/i18n.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** The state; while there is no network it tries again when there is one. */
export function ErrorState({ problem, onRetry }: Properties) {
  const { kind, status, name, title, detail, requestId, retryAfterSeconds } = problem;
  const translated = translatedWords()?.problems[name];
  const isOffline = kind === 'offline';
  useEffect(() => {
    if (!isOffline) return undefined;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [isOffline, onRetry]);
  return (
    <div class="state is-error" role="alert">
      <Icon name={isOffline ? 'cloud' : 'warning'} />
      <h2>
        {isOffline ? t('error.offline') : status === 429 ? t('error.busy') : t('error.title')}
      </h2>
      {isOffline && <p>{t('error.offline.more')}</p>}
      {title !== '' && (
        <p lang={translated === undefined ? 'en' : undefined}>{translated ?? title}</p>
      )}
      {title !== '' && detail !== '' && detail !== title && <p lang="en">{detail}</p>}
      {retryAfterSeconds > 0 && <p>{t('error.wait', { count: retryAfterSeconds })}</p>}
      {(status > 0 || requestId !== '') && (
        <p class="note">
          {status > 0 && <span>{t('error.status', { status: String(status) })}</span>}
          {requestId !== '' && (
            <span>
              {' '}
              {t('error.request')} <code>{requestId}</code>
            </span>
          )}
        </p>
      )}
      <button type="button" class="button primary" onClick={onRetry}>
        {t('error.retry')}
      </button>
    </div>
  );
}
