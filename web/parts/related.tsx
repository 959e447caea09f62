// Below a picture: what looks like it, others of the same page, and of the same site at that time.
import { useEffect } from 'preact/hooks';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { tileShape } from '../state/grid.ts';
import { loadRelated, type RelatedGroup, related } from '../state/related.ts';
import { revealed } from '../state/revealed.ts';
import { printRoute } from '../state/route.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { siteOf, titleOf, yearOf } from '../state/texts.ts';
import { SectionTitle } from './section-title.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** The rows; nothing while there are none. */
export function Related({ item }: { readonly item: Item }) {
  useEffect(() => loadRelated(item), [item.id]);
  const { key, value = [] } = related.state.value;
  if (key !== item.id) return null;
  return (
    <>
      {value.map((group) => (
        <Row key={group.kind} group={group} item={item} />
      ))}
    </>
  );
}

function Row({ group, item }: { readonly group: RelatedGroup; readonly item: Item }) {
  const { kind, items, q } = group;
  const values = { site: siteOf(item), year: yearOf(item.firstCapture) };
  return (
    <section class="view-section">
      <SectionTitle>{t(`related.${kind}`, values)}</SectionTitle>
      <ul class="related">
        {items.map((each) => (
          <Picture key={each.id} item={each} />
        ))}
      </ul>
      {kind === 'site' && (
        <p class="note">
          <a href={printRoute({ name: 'search', q, sort: 'oldest' })}>{t('related.all')}</a>
        </p>
      )}
    </section>
  );
}

/** A picture of a row; it leads to its own page. */
export function Picture({ item }: { readonly item: Item }) {
  const isHidden = isBlurred(item, settings.value.sensitive) && !revealed.value.has(item.id);
  const title = titleOf(item);
  const shape = tileShape(item.width, item.height);
  return (
    <li class={isHidden ? 'is-hidden' : ''} style={{ '--ratio': String(shape.ratio) }}>
      <a
        href={printRoute({ name: 'image', id: item.id, q: '', sort: 'relevance' })}
        title={isHidden || title === '' ? undefined : title}
      >
        <Thumbnail
          item={item}
          shape={shape}
          isEarly={false}
          alt={isHidden ? t('sensitive.alt') : title || t('viewer.untitled')}
        >
          {null}
        </Thumbnail>
      </a>
    </li>
  );
}
