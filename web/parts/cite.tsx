// How to cite a picture, in several forms.
import { useSignal } from '@preact/signals';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { citation } from '../state/details.ts';
import { titleOf } from '../state/texts.ts';
import { Choice } from './choice.tsx';
import { CopyButton } from './copy-button.tsx';
import { SectionTitle } from './section-title.tsx';

/** It scrolls, and keys must be able to do that. */
const SCROLLED = 0;

const FORMS = ['attribution', 'plain', 'html', 'embed', 'bibtex', 'pwid'] as const;

/** An address that nobody else can open. */
const LOCAL = /https?:\/\/(?:127\.|localhost\b|\[::1\])/;

/** The section; nothing until the citation is there. The HTML is shown as text. */
export function Cite({ item }: { readonly item: Item }) {
  const form = useSignal<(typeof FORMS)[number]>('attribution');
  const { value } = citation.state.value;
  if (value === undefined) return null;
  const forms = { ...value, embed: toEmbedCode(item, value.attribution) };
  const text = forms[form.value];
  return (
    <section class="view-section">
      <SectionTitle>{t('cite.title')}</SectionTitle>
      <Choice
        legend={t('cite.form')}
        values={FORMS.filter((each) => forms[each] !== '')}
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

/** The picture with its attribution, for pages of other sites; `''` where there is no thumbnail. */
function toEmbedCode(item: Item, attribution: string): string {
  const picture = item.thumbnails.at(-1);
  if (picture === undefined) return '';
  const figure = document.createElement('figure');
  const link = document.createElement('a');
  link.href = `${location.origin}/image/${item.id}`;
  const image = document.createElement('img');
  image.loading = 'lazy';
  image.width = picture.width;
  image.height = picture.height;
  image.alt = titleOf(item);
  // An attribute, so that nothing is loaded to make the text.
  image.dataset['src'] = location.origin + picture.url;
  const caption = document.createElement('figcaption');
  caption.textContent = attribution;
  link.append(image);
  figure.append(link, caption);
  return figure.outerHTML.replace(' data-src=', ' src=');
}
