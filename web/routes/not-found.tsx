// An address that leads nowhere.
import { t } from '../i18n/i18n.ts';

/** The page. */
export function NotFoundPage() {
  return (
    <div class="state">
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.more')}</p>
      <a class="button primary" href="/">
        {t('viewer.missing.search')}
      </a>
    </div>
  );
}
