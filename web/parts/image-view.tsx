// One picture with all that is known of it; inside the dialog and on its own page.
import { useEffect } from 'preact/hooks';
import { imageAddress } from '../api/addresses.ts';
import type { Problem } from '../api/problem.ts';
import type { Item, ItemDetail } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { detail, loadDetails } from '../state/details.ts';
import { titleOf } from '../state/texts.ts';
import { Captures } from './captures.tsx';
import { Cite } from './cite.tsx';
import { ErrorState } from './error-state.tsx';
import { Facts } from './facts.tsx';
import { PageUses } from './page-uses.tsx';
import { TitleLevel } from './section-title.tsx';
import { Stage } from './stage.tsx';
import { Texts } from './texts.tsx';
import { ViewActions } from './view-actions.tsx';
import { ViewPage } from './view-page.tsx';

interface Properties {
  readonly id: string;
  /** The picture as the results know it, to be shown before the rest is there. */
  readonly known?: Item | undefined;
  readonly heading: 'h1' | 'h2';
}

/** The view. */
export function ImageView({ id, known, heading: Heading }: Properties) {
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
  return (
    <article class="view">
      <Stage item={item} />
      <div class="view-details">
        <Heading class="view-title" dir="auto" lang={titleLanguage(full)}>
          {titleOf(item) || t('viewer.untitled')}
        </Heading>
        <ViewPage item={item} />
        <ViewActions item={item} />
        <TitleLevel.Provider value={Heading === 'h1' ? 1 : 2}>
          <Captures item={item} />
          <Texts item={item} full={full} />
          <PageUses item={item} />
          <Facts item={item} full={full} />
          <Cite />
        </TitleLevel.Provider>
      </div>
    </article>
  );
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
  const { alts, titles, captions } = full.texts;
  return (
    [...alts, ...titles, ...captions].find(({ text }) => text === title)?.language || undefined
  );
}
