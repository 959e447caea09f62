// How to cite a picture, in several forms.
import { useSignal } from '@preact/signals';
import { t } from '../i18n/i18n.ts';
import { citation } from '../state/details.ts';
import { Choice } from './choice.tsx';
import { CopyButton } from './copy-button.tsx';
import { SectionTitle } from './section-title.tsx';

/** It scrolls, and keys must be able to do that. */
const SCROLLED = 0;

const FORMS = ['plain', 'html', 'bibtex', 'pwid'] as const;

/** The section; nothing until the citation is there. The HTML is shown as text. */
export function Cite() {
  const form = useSignal<(typeof FORMS)[number]>('plain');
  const { value } = citation.state.value;
  if (value === undefined) return null;
  const text = value[form.value];
  return (
    <section class="view-section">
      <SectionTitle>{t('cite.title')}</SectionTitle>
      <Choice
        legend={t('cite.form')}
        values={FORMS.filter((each) => value[each] !== '')}
        value={form.value}
        labelOf={(each) => t(`cite.${each}`)}
        onChange={(each) => {
          form.value = each;
        }}
      />
      <section class="citation-scroll" aria-label={t('cite.title')} tabIndex={SCROLLED}>
        <pre class={`citation is-${form.value}`} dir="auto">
          {text}
        </pre>
      </section>
      <CopyButton label={t('cite.copy')} text={text} />
    </section>
  );
}
