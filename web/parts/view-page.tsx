// The oldest page a picture was seen on, and the one that the words of a query stand on.
import type { Item } from '../api/types.ts';
import { formatMoment, t } from '../i18n/i18n.ts';
import { hostOf } from '../state/texts.ts';

/** The oldest page, and the one that says the words of the query where that is another; says so when no page is known. */
export function ViewPage({ item }: { readonly item: Item }) {
  const { page, archivedPage, matchedPage, archivedMatchedPage } = item;
  if (page === null) return <p class="view-page note">{t('viewer.noPage')}</p>;
  return (
    <>
      <PageLink page={page} link={archivedPage} label={t('viewer.page')} />
      {matchedPage && (
        <PageLink
          page={matchedPage}
          link={archivedMatchedPage ?? null}
          label={t('viewer.matchedPage')}
          isLabelled
        />
      )}
    </>
  );
}

/** Title, address and time of a page. */
function PageLink({
  page,
  link,
  label,
  isLabelled = false,
}: {
  readonly page: NonNullable<Item['page']>;
  readonly link: string | null;
  readonly label: string;
  /** Whether everybody sees the label. */
  readonly isLabelled?: boolean;
}) {
  const title = page.title || hostOf(page.url);
  return (
    <p class="view-page">
      <span class={isLabelled ? undefined : 'hidden-text'}>{label} </span>
      {link === null ? (
        <bdi>{title}</bdi>
      ) : (
        <a href={link}>
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
