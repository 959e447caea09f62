// What the file itself tells, and where its bytes are.
import type { ComponentChildren } from 'preact';
import { FAR_PAGE_DAYS } from '../../src/model/image.ts';
import type { Item, ItemDetail } from '../api/types.ts';
import { formatBytes, formatNumber, t } from '../i18n/i18n.ts';
import { placeText } from '../map/place-text.ts';
import { toldBy } from '../map/told-by.ts';
import { toOperatorQuery } from '../state/query-edit.ts';
import { printRoute } from '../state/route.ts';
import { formatOf } from '../state/texts.ts';
import { valueLabel } from './filter-labels.ts';
import { Palette } from './palette.tsx';
import { SectionTitle } from './section-title.tsx';
import { Sizes } from './sizes.tsx';

interface Properties {
  readonly item: Item;
  readonly full: ItemDetail | undefined;
}

/** The section; fields without a value are left out. */
export function Facts({ item, full }: Properties) {
  const { place } = item;
  return (
    <section class="view-section">
      <SectionTitle>{t('facts.title')}</SectionTitle>
      <dl class="facts is-table">
        <Fact label={t('facts.size')}>
          {t('facts.pixels', {
            width: formatNumber(item.width),
            height: formatNumber(item.height),
          })}
          {' · '}
          {formatBytes(item.bytes)}
        </Fact>
        {item.variants !== undefined && (
          <Fact label={t('facts.sizes')}>
            <Sizes item={item} />
          </Fact>
        )}
        <Fact label={t('facts.format')}>
          {formatOf(item.mime)}
          {item.frames > 1 && ` · ${t('facts.frames', { count: item.frames })}`}
        </Fact>
        {item.taken !== undefined && (
          <Fact label={t('facts.taken')}>
            <a href={searchFor(`taken:${item.taken.slice(0, 10)}`)}>
              {item.taken.replace('T', ' ')}
            </a>
            {isTakenLate(item) && <strong class="fact-note"> {t('facts.takenLate')}</strong>}
          </Fact>
        )}
        {item.pageDistance !== undefined && item.pageDistance > FAR_PAGE_DAYS && (
          <Fact label={t('facts.distance')}>
            {t('facts.days', { count: item.pageDistance })}{' '}
            <strong class="fact-note">{t('facts.farPage')}</strong>
          </Fact>
        )}
        {place !== undefined && (
          <Fact label={t('facts.place')}>
            <a href={searchFor(`near:${place.latitude},${place.longitude},10`)}>
              {placeText(place)}
            </a>{' '}
            <span class="tag">{toldBy(place)}</span>{' '}
            <a class="tag" href={onMap(item.id, place)}>
              {t('nav.map')}
            </a>
          </Fact>
        )}
        {item.kind !== undefined && (
          <Fact label={t('facts.kind')}>
            <a href={searchFor(`kind:${item.kind}`)}>{valueLabel('kind', item.kind)}</a>
          </Fact>
        )}
        {item.labels !== undefined && (
          <Fact label={t('facts.labels')}>
            {item.labels.map(({ name, score }) => (
              <a key={name} class="tag" href={searchFor(toOperatorQuery('label', name))}>
                {name} {Math.round(score * 100)} %
              </a>
            ))}
          </Fact>
        )}
        {item.licence !== undefined && <Licence licence={item.licence} />}
        {item.palette !== undefined && item.palette.length > 0 && (
          <Fact label={t('facts.colors')}>
            <Palette palette={item.palette} />
          </Fact>
        )}
        {item.nsfw !== undefined && (
          <Fact label={t('facts.nsfw')}>
            {item.nsfw === 'unknown' ? t('facts.unknown') : formatNumber(item.nsfw)}
          </Fact>
        )}
        {item.collections.length > 0 && (
          <Fact label={t('facts.collections')}>
            {item.collections.map((name) => (
              <a key={name} class="tag" href={searchFor(toOperatorQuery('collection', name))}>
                <bdi>{name}</bdi>
              </a>
            ))}
          </Fact>
        )}
        <Fact label={t('facts.url')}>
          <span class="view-url" dir="ltr">
            {item.url}
          </span>
        </Fact>
        <Fact label={t('facts.source')}>
          <span class="view-url" dir="ltr">
            {t('facts.offset', { file: item.source.file, offset: String(item.source.offset) })}
          </span>
        </Fact>
        <Fact label={t('facts.digest')}>
          <code class="digest">{item.digest}</code>
        </Fact>
        {full !== undefined && <Changes full={full} />}
      </dl>
    </section>
  );
}

/** How much what was said about it changed (paper 000, section 4.2). */
function Changes({ full: { counters } }: { readonly full: ItemDetail }) {
  return (
    <>
      <Fact label={t('facts.imagesInPage')}>{formatNumber(counters.imagesInOriginalPage)}</Fact>
      {counters.imageMetadataChanges > 0 && (
        <Fact label={t('facts.textChanges')}>{formatNumber(counters.imageMetadataChanges)}</Fact>
      )}
      {counters.pageMetadataChanges > 0 && (
        <Fact label={t('facts.titleChanges')}>{formatNumber(counters.pageMetadataChanges)}</Fact>
      )}
    </>
  );
}

/** Who says so is part of it: a link at the foot of a page is less than words inside the file. */
function Licence({ licence }: { readonly licence: NonNullable<Item['licence']> }) {
  const { name, credit, source } = licence;
  return (
    <>
      <Fact label={t('facts.licence')}>
        <a href={searchFor(`licence:${name}`)}>{valueLabel('licence', name)}</a>{' '}
        <span class="tag">{t(`licence.told.${source}`)}</span>
      </Fact>
      {credit !== '' && (
        <Fact label={t('facts.credit')}>
          <bdi>{credit}</bdi>
        </Fact>
      )}
    </>
  );
}

function Fact({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Later by more than a day, which no time zone explains. */
function isTakenLate({ taken = '', firstCapture }: Item): boolean {
  return Date.parse(`${taken.slice(0, 10)}T00:00:00Z`) - Date.parse(firstCapture) > 86_400_000;
}

/** The map around the place, with the image open. */
function onMap(open: string, { latitude, longitude }: NonNullable<Item['place']>): string {
  const at = `9/${latitude}/${longitude}`;
  return printRoute({ name: 'map', q: '', sort: 'relevance', at, sure: 0, open });
}

function searchFor(q: string): string {
  return printRoute({ name: 'search', q, sort: 'relevance' });
}
