// The operators that a library can answer, from the same table that the parser reads, with examples that find something.

import { useEffect } from 'preact/hooks';
import { OPERATORS } from '../../src/model/query/operators.ts';
import { t, translatedWords } from '../i18n/i18n.ts';
import { facets, loadFacets } from '../state/facets.ts';
import { printRoute } from '../state/route.ts';
import { canAnswer, ownExamples } from '../state/start-searches.ts';
import { loadStats, stats } from '../state/stats.ts';

/** It scrolls on narrow screens, and keys must be able to do that. */
const SCROLLED = 0;

/** The section. */
export function OperatorHelp() {
  const words = translatedWords()?.operators;
  const known = stats.state.value.value;
  useEffect(() => {
    loadStats('');
    loadFacets('');
  }, []);
  return (
    <section>
      <h2>{t('operators.title')}</h2>
      <p>{t('operators.note')}</p>
      <section class="table-scroll" aria-label={t('operators.title')} tabIndex={SCROLLED}>
        <table class="operators">
          <thead>
            <tr>
              <th scope="col">{t('operators.name')}</th>
              <th scope="col">{t('operators.finds')}</th>
              <th scope="col">{t('operators.examples')}</th>
            </tr>
          </thead>
          <tbody>
            {OPERATORS.filter(({ name }) => canAnswer(name, known)).map((operator) => {
              const { name, aliases, help, value } = operator;
              const examples = ownExamples(operator, known, facets.state.value.value);
              const own = words?.[name];
              const lang = words !== undefined && own === undefined ? 'en' : undefined;
              return (
                <tr key={name}>
                  <th scope="row" translate={false}>
                    {[name, ...aliases].map((each) => (
                      <code key={each}>{each}:</code>
                    ))}
                  </th>
                  <td lang={lang}>
                    <WithCode text={own?.help ?? help} />
                    <span class="note">{t('operators.value', { value: own?.value ?? value })}</span>
                  </td>
                  <td>
                    {examples.map((example) => (
                      <a
                        key={example}
                        href={printRoute({ name: 'search', q: example, sort: 'relevance' })}
                      >
                        <code translate={false}>{example}</code>
                      </a>
                    ))}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** A text with what stands between backticks as code. */
function WithCode({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))}</>;
}
