// What pages said about a picture: all fields of texts that documents have.
import type { ImageCaption, ImageText } from '../../src/model/image.ts';
import type { TextsField } from '../../src/model/said.ts';
import type { Item, ItemDetail } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { SectionTitle } from './section-title.tsx';

/** All of them, which the compiler checks: the table of fields itself would be a tenth of the page's scripts. */
const LABELS = {
  titles: 'texts.titles',
  alts: 'texts.alts',
  captions: 'texts.captions',
  linkTexts: 'texts.linkTexts',
} as const satisfies Readonly<Record<TextsField, `texts.${TextsField}`>>;

const FIELDS = Object.keys(LABELS) as TextsField[]; // these and no others

interface Properties {
  readonly item: Item;
  readonly full: ItemDetail | undefined;
}

/** The texts with their languages and sources where these are known; nothing when nobody said anything. */
export function Texts({ item, full }: Properties) {
  const plain = (texts: readonly string[]): ImageText[] =>
    texts.map((text) => ({ text, language: '' }));
  const groups = FIELDS.map((field): [TextsField, readonly Text[]] => {
    return [field, full?.texts?.[field] ?? plain(item[field])];
  });
  if (groups.every(([, texts]) => texts.length === 0)) return null;
  return (
    <section class="view-section">
      <SectionTitle>{t('texts.title')}</SectionTitle>
      <dl class="facts">
        {groups.map(([field, texts]) => (
          <Group key={field} label={t(LABELS[field])} texts={texts} />
        ))}
      </dl>
    </section>
  );
}

type Text = ImageText & Partial<ImageCaption>;

interface GroupProperties {
  readonly label: string;
  readonly texts: readonly Text[];
}

function Group({ label, texts }: GroupProperties) {
  if (texts.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {texts.map((text) => (
        <dd key={text.text + text.language}>
          <span class="said" dir="auto" lang={text.language || undefined}>
            {text.text}
          </span>
          {text.source && <span class="tag">{t(`caption.${text.source}`)}</span>}
        </dd>
      ))}
    </div>
  );
}
