// The map itself behind a small face: MapLibre on outlines of our own, with clusters as buttons.
import { Map as GlMap, type LngLatBounds, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';

/** A part of the map in degrees; `west` is larger than `east` over the antimeridian. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Where the map is. */
export interface Viewport {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** A cluster, or a single image. */
export interface Cluster {
  readonly longitude: number;
  readonly latitude: number;
  readonly count: number;
  /** It stands for a town or a region, not for a point. */
  readonly isArea: boolean;
  /** What is read out. */
  readonly label: string;
  readonly onOpen: () => void;
}

/** A map on a page. */
export interface MapView {
  show(clusters: readonly Cluster[]): void;
  moveTo(viewport: Viewport): void;
  fit(bounds: Bounds): void;
  viewport(): Viewport;
  bounds(): Bounds;
  /** Lets a person draw a box, once; `undefined` when it was given up. */
  drawBox(): Promise<Bounds | undefined>;
  close(): void;
}

const OUTLINES = '/assets/outlines-1.json';
const MAX_ZOOM = 14;

/** Draws a map into an element. Throws where the browser cannot. */
export function createMapView(element: HTMLElement, start: Viewport, onMove: () => void): MapView {
  setWorkerUrl(workerUrl);
  const colors = colorsOf(element);
  const map = new GlMap({
    container: element,
    center: [start.longitude, start.latitude],
    zoom: start.zoom,
    maxZoom: MAX_ZOOM,
    dragRotate: false,
    pitchWithRotate: false,
    attributionControl: false,
    fadeDuration: 0,
    style: {
      version: 8,
      sources: { outlines: { type: 'geojson', data: new URL(OUTLINES, location.href).href } },
      layers: [
        { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
        { id: 'land', type: 'fill', source: 'outlines', paint: { 'fill-color': colors.land } },
        {
          id: 'borders',
          type: 'line',
          source: 'outlines',
          paint: { 'line-color': colors.border, 'line-width': 0.8 },
        },
      ],
    },
  });
  map.touchZoomRotate.disableRotation();
  map.on('moveend', onMove);
  map.on('load', onMove);
  map.once('idle', () => {
    element.dataset['isDrawn'] = 'true';
  });
  let markers: Marker[] = [];
  return {
    show(clusters) {
      for (const marker of markers) marker.remove();
      markers = clusters.map((cluster) => toMarker(cluster).addTo(map));
    },
    moveTo({ longitude, latitude, zoom }) {
      map.easeTo({ center: [longitude, latitude], zoom: Math.min(zoom, MAX_ZOOM) });
    },
    fit({ west, south, east, north }) {
      map.fitBounds([west, south, east < west ? east + 360 : east, north], { padding: 20 });
    },
    viewport() {
      const { lat, lng } = map.getCenter().wrap();
      return { latitude: lat, longitude: lng, zoom: map.getZoom() };
    },
    bounds: () => toBounds(map.getBounds()),
    drawBox: () => drawBox(map),
    close: () => map.remove(),
  };
}

function toMarker(cluster: Cluster): Marker {
  const { count, label, isArea } = cluster;
  const button = document.createElement('button');
  button.type = 'button';
  const size = count === 1 ? 'single' : count < 20 ? 'few' : count < 500 ? 'some' : 'many';
  button.className = `cluster is-${size}${isArea ? ' is-area' : ''}`;
  button.setAttribute('aria-label', label);
  if (count > 1)
    button.textContent = new Intl.NumberFormat(undefined, { notation: 'compact' }).format(count);
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    cluster.onOpen();
  });
  return new Marker({ element: button }).setLngLat([cluster.longitude, cluster.latitude]);
}

function toBounds(bounds: LngLatBounds): Bounds {
  const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())];
  const isWorld = bounds.getEast() - bounds.getWest() >= 360;
  if (isWorld) return { west: -180, south, east: 180, north };
  return { west: wrap(bounds.getWest()), south, east: wrap(bounds.getEast()), north };
}

function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** A rectangle that is dragged with a mouse, a pen or a finger. */
function drawBox(map: GlMap): Promise<Bounds | undefined> {
  const canvas = map.getCanvasContainer();
  const box = document.createElement('div');
  box.className = 'drawn-box';
  const end = new AbortController();
  const { signal } = end;
  map.dragPan.disable();
  canvas.style.touchAction = 'none';
  return new Promise((resolve) => {
    let from: readonly [number, number] | undefined;
    const place = (event: PointerEvent): readonly [number, number] => {
      const { left, top } = canvas.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const finish = (bounds: Bounds | undefined) => {
      end.abort();
      box.remove();
      map.dragPan.enable();
      canvas.style.touchAction = '';
      resolve(bounds);
    };
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        from = place(event);
        canvas.append(box);
        event.preventDefault();
      },
      { signal },
    );
    addEventListener(
      'pointermove',
      (event) => {
        if (from === undefined) return;
        const [x, y] = place(event);
        box.style.left = `${Math.min(x, from[0])}px`;
        box.style.top = `${Math.min(y, from[1])}px`;
        box.style.width = `${Math.abs(x - from[0])}px`;
        box.style.height = `${Math.abs(y - from[1])}px`;
      },
      { signal },
    );
    addEventListener(
      'pointerup',
      (event) => {
        if (from === undefined) return;
        const to = place(event);
        const [a, b] = [map.unproject([...from]), map.unproject([...to])];
        const isBox = Math.abs(to[0] - from[0]) > 8 && Math.abs(to[1] - from[1]) > 8;
        const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng)];
        const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat)];
        finish(isBox ? { west, south, east, north } : undefined);
      },
      { signal },
    );
    addEventListener('keydown', (event) => event.key === 'Escape' && finish(undefined), { signal });
  });
}

/** Colours of the page: the map is drawn without style sheets. */
function colorsOf(element: HTMLElement) {
  const probe = document.createElement('span');
  element.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = { sea: read('--sunken'), land: read('--surface'), border: read('--line-strong') };
  probe.remove();
  return colors;
}
