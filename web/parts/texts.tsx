// What pages said about a picture: alternative texts, captions and titles.
import type { ComponentChildren } from 'preact';
import type { ImageCaption, ImageText } from '../../src/model/image.ts';
import type { Item, ItemDetail } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { SectionTitle } from './section-title.tsx';

interface Properties {
  readonly item: Item;
  readonly full: ItemDetail | undefined;
}

/** The texts with their languages and sources where these are known; nothing when nobody said anything. */
export function Texts({ item, full }: Properties) {
  const plain = (texts: readonly string[]): ImageText[] =>
    texts.map((text) => ({ text, language: '' }));
  const alts = full?.texts?.alts ?? plain(item.alts);
  const titles = full?.texts?.titles ?? plain(item.titles);
  const captions: readonly (ImageText & Partial<ImageCaption>)[] =
    full?.texts?.captions ?? plain(item.captions);
  if (alts.length + captions.length + titles.length === 0) return null;
  return (
    <section class="view-section">
      <SectionTitle>{t('texts.title')}</SectionTitle>
      <dl class="facts">
        <Group label={t('texts.alts')} texts={alts} />
        <Group label={t('texts.captions')} texts={captions}>
          {({ source }) => source && <span class="tag">{t(`caption.${source}`)}</span>}
        </Group>
        <Group label={t('texts.titles')} texts={titles} />
      </dl>
    </section>
  );
}

type Text = ImageText & Partial<ImageCaption>;

interface GroupProperties {
  readonly label: string;
  readonly texts: readonly Text[];
  readonly children?: (text: Text) => ComponentChildren;
}

function Group({ label, texts, children }: GroupProperties) {
  if (texts.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {texts.map((text) => (
        <dd key={text.text + text.language}>
          <span class="said" dir="auto" lang={text.language || undefined}>
            {text.text}
          </span>
          {children?.(text)}
        </dd>
      ))}
    </div>
  );
}
