// What this is, and how to ask.
import { t } from '../i18n/i18n.ts';
import { Keys } from '../parts/keys.tsx';
import { OperatorHelp } from '../parts/operator-help.tsx';
import { SyntaxHelp } from '../parts/syntax-help.tsx';
import '../styles/about.css';

/** The page. */
export default function AboutPage() {
  return (
    <div class="about-page">
      <h1>{t('about.title')}</h1>
      <p class="lead">{t('about.what')}</p>
      <p>{t('about.time')}</p>
      <SyntaxHelp />
      <OperatorHelp />
      <Keys />
      <section>
        <h2>{t('about.privacy')}</h2>
        <p>{t('about.privacyText')}</p>
      </section>
      <section>
        <h2>{t('about.programs')}</h2>
        <p>
          {t('about.programsText')} <a href="/api/docs">{t('foot.api')}</a>
        </p>
      </section>
    </div>
  );
}
