// The oldest page a picture was seen on.
import type { Item } from '../api/types.ts';
import { formatMoment, t } from '../i18n/i18n.ts';
import { hostOf } from '../state/texts.ts';

/** Title, address and time of the page; says so when no page is known. */
export function ViewPage({ item: { page, archivedPage } }: { readonly item: Item }) {
  if (page === null) return <p class="view-page note">{t('viewer.noPage')}</p>;
  const title = page.title || hostOf(page.url);
  return (
    <p class="view-page">
      <span class="hidden-text">{t('viewer.page')} </span>
      {archivedPage === null ? (
        <bdi>{title}</bdi>
      ) : (
        <a href={archivedPage}>
          <bdi>{title}</bdi>
        </a>
      )}
      <span class="view-url" dir="ltr">
        {page.url}
      </span>
      <time dateTime={page.time}>{t('viewer.pageTime', { time: formatMoment(page.time) })}</time>
    </p>
  );
}
