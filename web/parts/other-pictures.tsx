// Other pictures that were at the same address, and one of them beside this one.
import { useSignal } from '@preact/signals';
import type { Item, OtherPicture } from '../api/types.ts';
import { formatDay, formatMoment, t } from '../i18n/i18n.ts';
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
  const chosen = useSignal<number | undefined>(undefined);
  const isHidden = isBlurred(item, settings.value.sensitive) && !revealed.value.has(item.id);
  const other = chosen.value === undefined ? undefined : others[chosen.value];
  return (
    <div class="others">
      <p>{t('captures.others', { count: others.length })}</p>
      <ul class="other-list">
        {others.map((each, at) => (
          <li key={`${each.time} ${each.url}`}>
            <a href={addressOf(each)}>
              <time dateTime={each.time}>{formatMoment(each.time)}</time>
            </a>
            {each.content !== undefined && !isHidden && (
              <button
                type="button"
                class="button small"
                aria-expanded={chosen.value === at}
                onClick={() => {
                  chosen.value = chosen.value === at ? undefined : at;
                }}
              >
                {t(chosen.value === at ? 'compare.close' : 'compare.open')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {other?.content !== undefined && (
        <section class="compare" aria-label={t('compare.title')}>
          <Side
            source={item.content}
            caption={t('compare.this', { time: formatDay(item.firstCapture) })}
          />
          <Side
            source={other.content}
            caption={t('compare.other', { time: formatDay(other.time) })}
          />
        </section>
      )}
    </div>
  );
}

/** One of the two; its caption says all that its alternative text could. */
function Side({ source, caption }: { readonly source: string; readonly caption: string }) {
  return (
    <figure>
      <img src={source} alt={caption} decoding="async" />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function addressOf({ id, archivedImage }: OtherPicture): string {
  return id === undefined
    ? archivedImage
    : printRoute({ name: 'image', id, q: '', sort: 'relevance' });
}
