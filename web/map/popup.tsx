// The image that was opened on the map, with all that tells where it is.
import { useEffect, useRef } from 'preact/hooks';
import { printRoute } from '../state/route.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { titleOf } from '../state/texts.ts';
import { placeText } from './place-text.ts';
import { opened } from './state.ts';
import { m, toldBy } from './words.ts';

/** The popup; nothing while no image is open. */
export function MapPopup({ onClose }: { readonly onClose: () => void }) {
  const item = opened.state.value.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (item !== undefined) box.current?.focus();
  }, [item]);
  if (item === undefined) return null;
  const { place, evidence = [] } = item;
  const href = printRoute({ name: 'image', id: item.id, q: '', sort: 'relevance' });
  return (
    <div
      class="map-popup"
      role="dialog"
      aria-label={titleOf(item) || item.url}
      tabIndex={-1}
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <button type="button" class="button quiet small" onClick={onClose}>
        {m('close')}
      </button>
      {!isBlurred(item, settings.value.sensitive) && (
        <a href={href}>
          <img src={item.thumbnail ?? item.content} alt={titleOf(item)} />
        </a>
      )}
      <p class="map-name" dir="auto">
        <a href={href}>{titleOf(item) || item.url}</a>
      </p>
      {place !== undefined && <p>{placeText(place)}</p>}
      <ul class="map-evidence">
        {evidence.slice(0, 6).map((each) => (
          <li key={`${each.source} ${each.text} ${each.latitude}`}>
            {toldBy(each)}
            {each.name !== '' && each.name !== each.text && ` (${each.name})`} ·{' '}
            {m('sureness', { percent: Math.round(each.confidence * 100) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
