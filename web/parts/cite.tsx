// How to cite a picture, in several forms.
import { useSignal } from '@preact/signals';
import { t } from '../i18n/i18n.ts';
import { citation } from '../state/details.ts';
import { Choice } from './choice.tsx';
import { CopyButton } from './copy-button.tsx';
import { SectionTitle } from './section-title.tsx';

/** It scrolls, and keys must be able to do that. */
const SCROLLED = 0;

const FORMS = ['attribution', 'plain', 'html', 'bibtex', 'pwid'] as const;

/** An address that nobody else can open. */
const LOCAL = /https?:\/\/(?:127\.|localhost\b|\[::1\])/;

/** The section; nothing until the citation is there. The HTML is shown as text. */
export function Cite() {
  const form = useSignal<(typeof FORMS)[number]>('attribution');
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
      {LOCAL.test(value.plain) && <p class="note is-warning">{t('cite.local')}</p>}
      <CopyButton label={t('cite.copy')} text={text} />
    </section>
  );
}
