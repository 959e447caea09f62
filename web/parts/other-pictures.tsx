// Other pictures that were at the same address, and the way to compare one of them with this one.
import type { Item, OtherPicture } from '../api/types.ts';
import { formatMoment, t } from '../i18n/i18n.ts';
import { page } from '../state/navigation.ts';
import { revealed } from '../state/revealed.ts';
import { printRoute } from '../state/route.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';

interface Properties {
  readonly item: Item;
  readonly others: readonly OtherPicture[];
}

/** The list, with a way to compare. What is hidden for being sensitive is not shown here either. */
export function OtherPictures({ item, others }: Properties) {
  const isHidden = isBlurred(item, settings.value.sensitive) && !revealed.value.has(item.id);
  return (
    <div class="others">
      <p>{t('captures.others', { count: others.length })}</p>
      <ul class="other-list">
        {others.map((each) => (
          <li key={`${each.time} ${each.url}`}>
            <a href={addressOf(each)}>
              <time dateTime={each.time}>{formatMoment(each.time)}</time>
            </a>
            {each.id !== undefined && !isHidden && (
              <a class="button small" href={compareHref(item.id, each.id)}>
                {t('compare.open')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function compareHref(id: string, compare: string): string {
  const { q, sort } = 'sort' in page.value ? page.value : NO_SEARCH;
  return printRoute({ name: 'image', id, compare, q, sort });
}

const NO_SEARCH = { q: '', sort: 'relevance' } as const;

function addressOf({ id, archivedImage }: OtherPicture): string {
  return id === undefined
    ? archivedImage
    : printRoute({ name: 'image', id, q: '', sort: 'relevance' });
}
