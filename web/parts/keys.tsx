// The keys that do something.
import { t } from '../i18n/i18n.ts';

const KEYS = [
  [['/'], 'keys.slash'],
  [['←', '→', '↑', '↓'], 'keys.arrows'],
  [['Home', 'End'], 'keys.ends'],
  [['Enter'], 'keys.enter'],
  [['←', '→'], 'keys.turn'],
  [['Esc'], 'keys.escape'],
  [['?'], 'keys.help'],
] as const;

/** The section. */
export function Keys() {
  return (
    <section>
      <h2>{t('keys.title')}</h2>
      <dl class="syntax">
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
