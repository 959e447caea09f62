// One picture with all that is known of it; inside the dialog and on its own page.
import { useEffect } from 'preact/hooks';
import { imageAddress } from '../api/addresses.ts';
import type { Problem } from '../api/problem.ts';
import type { Item, ItemDetail } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { detail, loadDetails, versions } from '../state/details.ts';
import { titleOf } from '../state/texts.ts';
import { Captures } from './captures.tsx';
import { Cite } from './cite.tsx';
import { CompareStage } from './compare-stage.tsx';
import { ErrorState } from './error-state.tsx';
import { Facts } from './facts.tsx';
import { Operator } from './operator.tsx';
import { PageUses } from './page-uses.tsx';
import { PictureTexts } from './picture-texts.tsx';
import { Related } from './related.tsx';
import { TitleLevel } from './section-title.tsx';
import { Stage } from './stage.tsx';
import { Texts } from './texts.tsx';
import { ViewActions } from './view-actions.tsx';
import { ViewPage } from './view-page.tsx';

/** What the view is given. */
export interface ImageViewProperties {
  readonly id: string;
  /** The picture as the results know it, to be shown before the rest is there. */
  readonly known?: Item | undefined;
  readonly heading: 'h1' | 'h2';
  /** Turns to the picture before or after it. */
  readonly onTurn?: (step: 1 | -1) => void;
  /** A picture to compare it with: one that was at the same address. */
  readonly compare?: string | undefined;
  /** Where a comparison ends. */
  readonly closeHref?: string;
}

/** The view. */
export default function ImageView({
  id,
  known,
  heading: Heading,
  onTurn,
  compare,
  closeHref = '',
}: ImageViewProperties) {
  useEffect(() => loadDetails(id), [id]);
  const state = detail.state.value;
  const full: ItemDetail | undefined = state.key === imageAddress(id) ? state.value : undefined;
  const item = full ?? known;
  if (item === undefined) {
    return (
      <>
        <Heading class="hidden-text">{t('viewer.label')}</Heading>
        <Absent problem={state.problem} />
      </>
    );
  }
  const other = compare === undefined ? undefined : findOther(id, compare);
  return (
    <article class="view">
      {other === undefined ? (
        <Stage item={item} onTurn={onTurn} />
      ) : (
        <CompareStage item={item} other={other} closeHref={closeHref} />
      )}
      <div class="view-details">
        <Heading class="view-title" dir="auto" lang={titleLanguage(full)}>
          {titleOf(item) || t('viewer.untitled')}
        </Heading>
        <ViewPage item={item} />
        <ViewActions item={item} />
        <TitleLevel.Provider value={Heading === 'h1' ? 1 : 2}>
          <Captures item={item} />
          <Texts item={item} full={full} />
          <PictureTexts item={item} />
          <PageUses item={item} />
          <Facts item={item} full={full} />
          <Cite item={item} />
          <Operator item={item} />
        </TitleLevel.Provider>
      </div>
      <div class="view-related">
        <TitleLevel.Provider value={Heading === 'h1' ? 1 : 2}>
          <Related item={item} />
        </TitleLevel.Provider>
      </div>
    </article>
  );
}

/** A picture among those that were at the address of this one. */
function findOther(id: string, other: string) {
  const { key, value } = versions.state.value;
  if (!key.startsWith(`${imageAddress(id)}/`)) return undefined;
  const found = value?.others.find((each) => each.id === other);
  return found?.content === undefined ? undefined : { ...found, content: found.content };
}

/** On its way, not to be had, or not there. */
function Absent({ problem }: { readonly problem: Problem | undefined }) {
  if (problem === undefined) return <div class="view is-waiting" aria-busy="true" />;
  if (problem.kind !== 'missing') {
    return <ErrorState problem={problem} onRetry={() => detail.retry()} />;
  }
  return (
    <div class="state">
      <h2>{t('viewer.missing')}</h2>
      <p>{t('viewer.missing.more')}</p>
      <a class="button primary" href="/">
        {t('viewer.missing.search')}
      </a>
    </div>
  );
}

/** Language of the text that serves as the title, where the server tells it. */
function titleLanguage(full: ItemDetail | undefined): string | undefined {
  if (full?.texts === undefined) return undefined;
  const title = titleOf(full);
  const texts = Object.values(full.texts).flat();
  return texts.find(({ text }) => text === title)?.language || undefined;
}
