// Words, phrases and signs of the query language by example.
import { t } from '../i18n/i18n.ts';
import { printRoute } from '../state/route.ts';

const EXAMPLES = [
  ['red bridge', 'syntax.words'],
  ['"red bridge"', 'syntax.phrase'],
  ['bridge OR tower', 'syntax.or'],
  ['bridge -tower', 'syntax.not'],
  ['~bridge', 'syntax.loose'],
] as const;

/** The section; each example can be tried. */
export function SyntaxHelp() {
  return (
    <section>
      <h2>{t('syntax.title')}</h2>
      <dl class="syntax">
        {EXAMPLES.map(([q, key]) => (
          <div key={q}>
            <dt>
              <a href={printRoute({ name: 'search', q, sort: 'relevance' })}>
                <code translate={false}>{q}</code>
              </a>
            </dt>
            <dd>{t(key)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
