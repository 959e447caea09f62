// The image that was opened on the map, with all that tells where it is.
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { printRoute } from '../state/route.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { titleOf } from '../state/texts.ts';
import { CorrectPlace } from './correct.tsx';
import { placeText } from './place-text.ts';
import { opened } from './state.ts';
import { toldBy } from './told-by.ts';
import type { MapView } from './view.ts';
import { m } from './words.ts';

/** The popup; nothing while no image is open. */
export function MapPopup({
  view,
  onClose,
}: {
  readonly view: { readonly current: MapView | undefined };
  readonly onClose: () => void;
}) {
  const item = opened.state.value.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (item !== undefined) box.current?.focus();
  }, [item?.id]);
  // Wherever the focus is meanwhile: the map and the list may still be coming.
  useEffect(() => {
    if (item === undefined) return undefined;
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [item?.id, onClose]);
  useEffect(() => (item?.place === undefined ? undefined : view.current?.pin(item.place)), [item]);
  if (item === undefined) return null;
  const { place, evidence = [] } = item;
  const href = printRoute({ name: 'image', id: item.id, q: '', sort: 'relevance' });
  const title = titleOf(item) || item.url;
  return (
    <div class="map-popup" role="dialog" aria-label={title} tabIndex={-1} ref={box}>
      <div class="map-popup-bar">
        <p class="map-name" dir="auto">
          <a href={href}>{title}</a>
        </p>
        <button
          type="button"
          class="button quiet small round map-close"
          aria-label={m('close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      {!isBlurred(item, settings.value.sensitive) && (
        <img src={item.thumbnail ?? item.content} alt="" />
      )}
      <p class="map-place">
        <Icon name="place" />
        {place === undefined ? m('noPlace') : placeText(place)}
      </p>
      <ul class="map-evidence">
        {evidence.slice(0, 6).map((each) => (
          <li key={`${each.source} ${each.text} ${each.latitude}`}>
            {toldBy(each)}
            {each.name !== '' && each.name !== each.text && ` (${each.name})`} ·{' '}
            {m('sureness', { percent: Math.round(each.confidence * 100) })}
          </li>
        ))}
      </ul>
      <CorrectPlace item={item} view={view} />
    </div>
  );
}
