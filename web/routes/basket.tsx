// Pictures that somebody collected: one's own, or those of a link.
import { useEffect, useState } from 'preact/hooks';
import { chosenAddress, EXPORT_FORMATS, PACKAGE_FORMATS } from '../api/addresses.ts';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { formatName } from '../parts/export-menu.tsx';
import { gridClass, moveFocus } from '../parts/grid.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Tile } from '../parts/tile.tsx';
import { addToBasket, basket, emptyBasket } from '../state/basket.ts';
import { basketItems, loadBasketItems } from '../state/basket-items.ts';
import { packIds, unpackIds } from '../state/packed-ids.ts';
import { type BasketRoute, printRoute } from '../state/route.ts';

/** The page. */
export default function BasketPage({ route }: { readonly route: BasketRoute }) {
  const isShared = route.shared !== '';
  const ids = isShared ? unpackIds(route.shared) : basket.value;
  // What was taken out stays in its place until the page is left, so that it can be put back.
  const [before, setBefore] = useState(ids);
  const shown = isShared ? ids : [...new Set([...before, ...ids])];
  if (shown.length > before.length) setBefore(shown);
  const wanted = shown.join(' ');
  useEffect(() => {
    if (wanted !== '') loadBasketItems(wanted.split(' '));
  }, [wanted]);
  const { value, problem } = basketItems.state.value;
  const items = shown.map((id) => value?.get(id)).filter((item) => item !== undefined);
  const gone = ids.filter((id) => value?.has(id) && value.get(id) === undefined).length;
  return (
    <div class="basket">
      <h1>{t(isShared ? 'basket.shared' : 'basket.title')}</h1>
      {ids.length === 0 ? (
        <Empty />
      ) : (
        <>
          <div class="results-bar">
            <p class="results-count">{t('results.count', { count: ids.length })}</p>
            <Tools ids={ids} isShared={isShared} />
          </div>
          <p class="note">
            {!isShared && t('basket.note')} {gone > 0 && t('basket.gone', { count: gone })}
          </p>
          {problem === undefined ? (
            <Pictures items={items} />
          ) : (
            <ErrorState problem={problem} onRetry={() => basketItems.retry()} />
          )}
        </>
      )}
    </div>
  );
}

function Pictures({ items }: { readonly items: readonly Item[] }) {
  const route = { name: 'search', q: '', sort: 'relevance' } as const;
  return (
    <div class="results-column">
      <ol class={gridClass()} aria-label={t('basket.title')} onKeyDown={moveFocus}>
        {items.map((item) => (
          <Tile key={item.id} item={item} route={route} isEarly={false} hasOwnPage />
        ))}
      </ol>
    </div>
  );
}

function Tools({ ids, isShared }: { readonly ids: readonly string[]; readonly isShared: boolean }) {
  const link = () =>
    new URL(printRoute({ name: 'basket', shared: packIds(ids) }), location.href).href;
  const isKept = ids.every((id) => basket.value.includes(id));
  return (
    <div class="results-tools">
      {isShared && !isKept && (
        <button type="button" class="button primary" onClick={() => addToBasket(...ids)}>
          <Icon name="basket" />
          {t('basket.keep')}
        </button>
      )}
      <CopyButton label={t('basket.copy')} text={link} />
      {!isShared && (
        <button type="button" class="button quiet compact" onClick={emptyBasket}>
          <Icon name="close" />
          <span class="button-label">{t('basket.clear')}</span>
        </button>
      )}
      <Menu label={t('export.title')} icon="download" isCompact>
        <form class="menu-links" method="post" action={chosenAddress()}>
          <input type="hidden" name="ids" value={ids.join(' ')} />
          {[...EXPORT_FORMATS, ...PACKAGE_FORMATS].map((format) => (
            <button key={format} type="submit" name="format" value={format}>
              <strong translate={false}>{formatName(format)}</strong>
              <span>{t(`export.${format}`)}</span>
            </button>
          ))}
        </form>
      </Menu>
    </div>
  );
}

function Empty() {
  return (
    <div class="state">
      <Icon name="basket" />
      <h2>{t('basket.empty')}</h2>
      <p>{t('basket.how')}</p>
      <a class="button primary" href="/">
        {t('viewer.missing.search')}
      </a>
    </div>
  );
}
