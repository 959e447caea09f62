// All captures of a picture over time: a strip to walk along, with the years in which nobody came.
import { imageAddress } from '../api/addresses.ts';
import type { Item } from '../api/types.ts';
import { formatDay, t } from '../i18n/i18n.ts';
import { versions } from '../state/details.ts';
import { printRoute } from '../state/route.ts';
import { CaptureList } from './capture-list.tsx';
import { CaptureStrip } from './capture-strip.tsx';
import { OtherPictures } from './other-pictures.tsx';
import { SectionTitle } from './section-title.tsx';

/** The section. Until the captures are there it tells what the results know. */
export function Captures({ item }: { readonly item: Item }) {
  const { key, value } = versions.state.value;
  const isOwn = key.startsWith(`${imageAddress(item.id)}/`);
  const list = isOwn ? (value?.items ?? []) : [];
  return (
    <section class="view-section">
      <SectionTitle>{t('captures.title', { count: item.captures })}</SectionTitle>
      <p class="note">
        {item.captures === 1
          ? t('captures.once', { time: formatDay(item.firstCapture) })
          : t('captures.span', {
              first: formatDay(item.firstCapture),
              last: formatDay(item.lastCapture),
            })}
      </p>
      {list.length > 1 && <CaptureStrip versions={list} />}
      {list.length > 0 && <CaptureList versions={list} total={value?.total ?? list.length} />}
      {isOwn && value !== undefined && value.others.length > 0 && (
        <OtherPictures key={item.id} item={item} others={value.others} />
      )}
      {!item.url.startsWith('data:') && (
        <p class="note">
          <a href={printRoute({ name: 'search', q: `src:"${item.url}"`, sort: 'oldest' })}>
            {t('captures.sameUrl')}
          </a>
        </p>
      )}
    </section>
  );
}
