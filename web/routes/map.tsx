// The map page: clusters of what a query finds, and beside it the images in view, which are its text alternative.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { countryName } from '../../src/model/place-names.ts';
import { exportAddress, imageAddress } from '../api/addresses.ts';
import type { GazetteerPlace, MapFeature } from '../api/types.ts';
import { areaOf, boundsOf, radiusFor } from '../map/area.ts';
import { MapItem } from '../map/item.tsx';
import { MapPopup } from '../map/popup.tsx';
import {
  clusters,
  findBounds,
  inView,
  labels,
  loadInView,
  opened,
  parseViewport,
  printViewport,
  SURENESS,
  toBoxText,
  WORLD,
} from '../map/state.ts';
import { createMapView, type MapView } from '../map/view.ts';
import { m } from '../map/words.ts';
import { Chips } from '../parts/chips.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { Menu } from '../parts/menu.tsx';
import { TimeLine } from '../parts/time-line.tsx';
import { Warnings } from '../parts/warnings.tsx';
import { go, page } from '../state/navigation.ts';
import { withOperator, withoutOperators } from '../state/query-edit.ts';
import type { MapRoute } from '../state/route.ts';
import { toServerQuery } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { loadTimeline } from '../state/timeline.ts';
import '../styles/map.css';

/** Below this the map can be drawn closer; at it a cluster is one place. */
const CLOSEST = 13.5;

/** How a map goes to what is found: not so near that one image has no land around it. */
const NEAR = { maxZoom: 7, padding: 30 };

/** Formats of exports that hold places. */
const MAP_FORMATS = ['geojson', 'kml', 'csv'] as const;
const MAP_FORMAT_NAMES = { geojson: 'GeoJSON', kml: 'KML', csv: 'CSV' } as const;

/** The page. */
export default function MapPage() {
  const route = page.value;
  return route.name === 'map' ? <MapOf route={route} /> : null;
}

function MapOf({ route }: { readonly route: MapRoute }) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<MapView | undefined>(undefined);
  const isBroken = useSignal(false);
  const isDrawing = useSignal(false);
  const typedKm = useSignal<number | undefined>(undefined);
  const km = typedKm.value ?? radiusFor(parseViewport(route.at));
  const credit = useSignal('');
  const { q, sure } = route;
  const { sensitive } = settings.value;

  useEffect(() => {
    const container = element.current;
    if (container === null) return undefined;
    const onMove = () => {
      const own = view.current;
      const now = page.peek();
      if (own === undefined || now.name !== 'map') return;
      const at = printViewport(own.viewport());
      if (at !== now.at) go({ ...now, at }, { replace: true });
      loadInView(now, own.bounds(), own.viewport().zoom);
    };
    // Nobody has said which part of the world is meant: the map goes to what is found.
    const isFree = route.at === '' && route.open === '';
    try {
      view.current = createMapView(container, {
        ...{ start: parseViewport(route.at), onMove },
        onCredit: (text) => {
          credit.value = text;
        },
        words: { zoomIn: m('zoomIn'), zoomOut: m('zoomOut') },
      });
    } catch {
      // No WebGL: the list has the same images.
      isBroken.value = true;
      loadInView(route, { west: -180, south: -90, east: 180, north: 90 }, 0);
    }
    if (isFree) {
      void findBounds(route).then((bounds) => bounds && view.current?.fit(bounds, NEAR));
    }
    return () => {
      view.current?.close();
      view.current = undefined;
    };
    // The map is made once; what changes later is told to it.
  }, [element]);

  useEffect(() => loadTimeline(q), [q, sensitive]);
  useEffect(() => {
    const own = view.current;
    if (own !== undefined) loadInView(route, own.bounds(), own.viewport().zoom);
  }, [q, sure, sensitive]);

  const { value: found, problem } = clusters.state.value;
  useEffect(() => {
    view.current?.show((found?.features ?? []).map((feature) => toCluster(feature, view)));
  }, [found]);

  useEffect(() => view.current?.outline(areaOf(q)), [q]);

  const names = labels.state.value.value?.places;
  useEffect(() => {
    view.current?.label((names ?? []).map(toLabel));
  }, [names]);
  useEffect(() => {
    if (route.open === '') opened.clear();
    else opened.load(imageAddress(route.open));
  }, [route.open]);

  const items = inView.state.value.value?.items ?? [];
  const total = found?.total ?? 0;
  const draw = async () => {
    isDrawing.value = true;
    const bounds = await view.current?.drawBox();
    isDrawing.value = false;
    if (bounds === undefined) return;
    const within = withoutOperators(q, ['near']);
    go({ ...route, q: withOperator(within, 'bbox', toBoxText(bounds)) });
    view.current?.fit(bounds);
  };
  const around = () => {
    const { latitude, longitude } = view.current?.viewport() ?? WORLD;
    const near = `${latitude.toFixed(3)},${longitude.toFixed(3)},${km}`;
    const within = withOperator(withoutOperators(q, ['bbox']), 'near', near);
    go({ ...route, q: within });
    const outline = areaOf(within);
    if (outline !== undefined) view.current?.fit(boundsOf(outline));
  };
  return (
    <div class="map-page">
      <h1 class="hidden-text">{m('title')}</h1>
      <TimeLine route={route} />
      <div class="map-tools">
        <label>
          <span>{m('sure')}</span>
          <select
            value={String(sure)}
            onChange={(event) => go({ ...route, sure: Number(event.currentTarget.value) })}
          >
            {SURENESS.map((step) => (
              <option key={step} value={String(step)}>
                {m(step === 0 ? 'sureAll' : step < 0.7 ? 'sureSome' : 'sureVery')}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button small" disabled={isBroken.value} onClick={draw}>
          {isDrawing.value ? m('drawing') : m('drawBox')}
        </button>
        <form
          class="map-radius"
          onSubmit={(event) => {
            event.preventDefault();
            around();
          }}
        >
          <label>
            <span class="hidden-text">{m('radius')}</span>
            <input
              type="number"
              min="1"
              max="5000"
              value={km}
              onInput={(event) => {
                typedKm.value = Math.max(1, Number(event.currentTarget.value) || 1);
              }}
            />
            <span aria-hidden="true">{m('km')}</span>
          </label>
          <button type="submit" class="button small">
            {m('apply')}
          </button>
        </form>
        <button
          type="button"
          class="button small"
          disabled={isBroken.value}
          onClick={() => view.current?.moveTo(WORLD)}
        >
          {m('world')}
        </button>
        <a class="button small" href={`/${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`}>
          {m('asSearch')}
        </a>
        <Menu label={m('exportAs')} icon="download">
          <ul class="menu-links">
            {MAP_FORMATS.map((format) => (
              <li key={format}>
                <a download href={exportAddress(toServerQuery(q, sensitive), route.sort, format)}>
                  <strong translate={false}>{MAP_FORMAT_NAMES[format]}</strong>
                </a>
              </li>
            ))}
          </ul>
        </Menu>
      </div>
      {problem !== undefined && <ErrorState problem={problem} onRetry={() => clusters.retry()} />}
      <Chips route={route} />
      <Warnings warnings={found?.warnings ?? []} q={q} />
      <div class="map-body">
        <section class="map-frame" aria-label={m('label')}>
          {isBroken.value && <p class="map-note">{m('noWebGl')}</p>}
          <div class={`map${isDrawing.value ? ' is-drawing' : ''}`} ref={element} />
          <MapPopup view={view} onClose={() => go({ ...route, open: '' }, { replace: true })} />
          <p class="map-credit">
            {credit.value !== '' && <span dir="auto">{credit.value} · </span>}
            {m('attribution')}
          </p>
        </section>
        <section class="map-list" aria-label={m('list')}>
          <h2 aria-live="polite">{m('count', { count: total })}</h2>
          {found !== undefined && total === 0 && <p>{m('none')}</p>}
          {total > items.length && items.length > 0 && (
            <p class="map-more">{m('shown', { count: items.length })}</p>
          )}
          <ol>
            {items.map((item) => (
              <MapItem key={item.id} item={item} route={route} />
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}

/** Countries in the language of the page, towns as the gazetteer has them. */
function toLabel({ name, kind, country, latitude, longitude }: GazetteerPlace) {
  const isCountry = kind === 'country';
  const { language } = settings.value;
  const text = isCountry && country !== '' ? countryName(country, language) : name;
  return { name: text, latitude, longitude, isCountry };
}

function toCluster(
  { geometry, properties }: MapFeature,
  view: { readonly current: MapView | undefined },
) {
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  const { count, id, name = '', extent = 'point' } = properties;
  const label = count === 1 && name !== '' ? name : m('cluster', { count });
  return {
    longitude,
    latitude,
    count,
    label,
    isArea: count === 1 && extent !== 'point',
    onOpen: () => {
      const zoom = view.current?.viewport().zoom ?? 0;
      const now = page.peek();
      const isOne = count === 1 || zoom >= CLOSEST;
      if (isOne && now.name === 'map') go({ ...now, open: id }, { replace: true });
      else view.current?.moveTo({ longitude, latitude, zoom: zoom + 2 });
    },
  };
}
