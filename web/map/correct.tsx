// What operators do with a place on the map: confirm it, put it elsewhere by a pin or a name, take it off the map.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { placesAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { GazetteerPlace, ItemDetail, PlacesAnswer } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { TokenField } from '../parts/token-field.tsx';
import { changeImage, operatorName, operatorToken } from '../state/operator.ts';
import { nearText } from './place-text.ts';
import { refreshMap } from './state.ts';
import type { MapView, Point } from './view.ts';
import { m } from './words.ts';

/** The fold. `view` is the map that the pin goes on. */
export function CorrectPlace({
  item,
  view,
}: {
  readonly item: ItemDetail;
  readonly view: { readonly current: MapView | undefined };
}) {
  const chosen = useSignal<Point | undefined>(undefined);
  const name = useSignal('');
  const near = useSignal<GazetteerPlace | undefined>(undefined);
  const note = useSignal('');
  const { place } = item;
  const isChoosing = chosen.value !== undefined;

  const choose = (point: Point) => {
    chosen.value = point;
    const { latitude, longitude } = point;
    const address = placesAddress({ lat: latitude.toFixed(5), lon: longitude.toFixed(5) });
    near.value = undefined;
    void fetchJson<PlacesAnswer>(address)
      .then(({ places }) => {
        if (chosen.peek() === point) near.value = places[0];
      })
      .catch(() => {}); // the point can be saved without a name for it
  };
  useEffect(() => {
    if (!isChoosing || chosen.peek() === undefined) return undefined;
    return view.current?.pin(chosen.peek() ?? START, choose);
  }, [isChoosing]);
  useEffect(() => {
    chosen.value = undefined;
    note.value = '';
  }, [item.id]);

  const begin = () => {
    name.value = '';
    choose(place ?? view.current?.viewport() ?? START);
  };
  const find = async () => {
    const { places } = await fetchJson<PlacesAnswer>(
      placesAddress({ name: name.value, limit: '1' }),
    );
    const [first] = places;
    note.value = first === undefined ? m('noSuchPlace') : '';
    if (first === undefined) return;
    // Begun anew, so that the pin stands there.
    chosen.value = undefined;
    view.current?.moveTo({ ...first, zoom: Math.max(9, view.current.viewport().zoom) });
    setTimeout(() => choose({ latitude: first.latitude, longitude: first.longitude }));
  };
  const save = async (body: object) => {
    const author = operatorName.value;
    const problem = await changeImage(item.id, {
      method: 'PUT',
      part: 'place',
      body: { ...body, author },
    });
    note.value = problem ?? t('operator.done');
    if (problem !== undefined) return;
    chosen.value = undefined;
    await refreshMap();
  };
  const isNameless = operatorName.value === '';
  return (
    <details class="fold map-correct">
      <summary>{m('isRight')}</summary>
      {operatorToken.value === '' && <TokenField />}
      {operatorToken.value !== '' && (
        <>
          <label>
            {t('operator.author')}
            <input
              value={operatorName.value}
              maxLength={100}
              onInput={(event) => {
                operatorName.value = event.currentTarget.value;
              }}
            />
          </label>
          {!isChoosing && (
            <p class="map-actions">
              {place !== undefined && place.source !== 'correction' && (
                <button
                  type="button"
                  class="button small"
                  disabled={isNameless}
                  onClick={() =>
                    void save({
                      latitude: place.latitude,
                      longitude: place.longitude,
                      name: place.name,
                    })
                  }
                >
                  {m('confirm')}
                </button>
              )}
              <button type="button" class="button small" disabled={isNameless} onClick={begin}>
                {m('elsewhere')}
              </button>
              {place !== undefined && (
                <button
                  type="button"
                  class="button small"
                  disabled={isNameless}
                  onClick={() => void save({})}
                >
                  {m('nowhere')}
                </button>
              )}
              {place?.source === 'correction' && (
                <button
                  type="button"
                  class="button small"
                  disabled={isNameless}
                  onClick={() => void save({ takeBack: true })}
                >
                  {m('takeBack')}
                </button>
              )}
            </p>
          )}
          {isChoosing && (
            <form
              class="map-actions"
              onSubmit={(event) => {
                event.preventDefault();
                void save({ ...chosen.value, name: name.value.trim() });
              }}
            >
              <p>{m('movePin')}</p>
              <label>
                {t('operator.placeName')}
                <input
                  value={name.value}
                  maxLength={200}
                  onInput={(event) => {
                    name.value = event.currentTarget.value;
                  }}
                />
              </label>
              <button
                type="button"
                class="button small"
                disabled={name.value.trim() === ''}
                onClick={() => void find()}
              >
                {m('goThere')}
              </button>
              <p aria-live="polite">
                {chosen.value?.latitude.toFixed(4)}, {chosen.value?.longitude.toFixed(4)}
                {near.value !== undefined && ` · ${nearText(near.value)}`}
              </p>
              <button type="submit" class="button small primary">
                {m('save')}
              </button>
              <button
                type="button"
                class="button small quiet"
                onClick={() => {
                  chosen.value = undefined;
                }}
              >
                {m('cancel')}
              </button>
            </form>
          )}
          <p role="status">{note.value}</p>
        </>
      )}
    </details>
  );
}

/** Where the pin begins when nothing else is known. */
const START: Point = { latitude: 0, longitude: 0 };
