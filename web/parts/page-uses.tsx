// The pages that showed a picture.
import { useSignal } from '@preact/signals';
import { imageAddress } from '../api/addresses.ts';
import type { Item } from '../api/types.ts';
import { formatDay, t } from '../i18n/i18n.ts';
import { pageUses } from '../state/details.ts';
import { hostOf } from '../state/texts.ts';
import { MoreButton } from './more-button.tsx';
import { SectionTitle } from './section-title.tsx';

const FEW = 5;

/** The section; nothing when the one page that is known stands above already. */
export function PageUses({ item }: { readonly item: Item }) {
  const isAll = useSignal(false);
  const { key, value } = pageUses.state.value;
  const isOwn = key.startsWith(`${imageAddress(item.id)}/`);
  const pages = isOwn ? (value?.items ?? []) : [];
  if (pages.length < 2) return null;
  const shown = isAll.value ? pages : pages.slice(0, FEW);
  return (
    <section class="view-section">
      <SectionTitle>{t('pages.title', { count: value?.total ?? pages.length })}</SectionTitle>
      <ul class="page-uses">
        {shown.map(({ url, title, time, language, archivedPage }) => (
          <li key={`${url} ${time}`}>
            {archivedPage === null ? (
              <bdi lang={language || undefined}>{title || hostOf(url)}</bdi>
            ) : (
              <a href={archivedPage}>
                <bdi lang={language || undefined}>{title || hostOf(url)}</bdi>
              </a>
            )}
            <span class="view-url" dir="ltr">
              {url}
            </span>
            <time class="note" dateTime={time}>
              {formatDay(time)}
            </time>
          </li>
        ))}
      </ul>
      {pages.length > FEW && <MoreButton isAll={isAll} hidden={pages.length - FEW} />}
    </section>
  );
}
