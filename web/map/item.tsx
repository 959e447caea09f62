// One image of the list beside the map: thumbnail, name, where it is and what told so.
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { go } from '../state/navigation.ts';
import { type MapRoute, printRoute } from '../state/route.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { titleOf } from '../state/texts.ts';
import { placeText } from './place-text.ts';
import { toldBy } from './told-by.ts';

/** The entry. A picture that is blurred elsewhere is not shown here. */
export function MapItem({ item, route }: { readonly item: Item; readonly route: MapRoute }) {
  const isHidden = isBlurred(item, settings.value.sensitive);
  const { q, sort } = route;
  const { place } = item;
  // A plain click shows it on the map; its page opens in a new tab, and from there.
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    go({ ...route, open: item.id }, { replace: true });
  };
  return (
    <li class="map-item">
      <a href={printRoute({ name: 'image', id: item.id, q, sort })} onClick={open}>
        {isHidden ? (
          <span class="map-thumb" aria-hidden="true" />
        ) : (
          <img class="map-thumb" src={item.thumbnail ?? item.content} alt="" loading="lazy" />
        )}
        <span class="map-words">
          <span class="map-name" dir="auto">
            {isHidden ? t('sensitive.alt') : titleOf(item) || item.url}
          </span>
          {place !== undefined && (
            <span class="map-told">
              {placeText(place)} · {toldBy(place)}
            </span>
          )}
        </span>
      </a>
    </li>
  );
}
