// The map itself behind a small face: MapLibre on outlines of our own, with clusters as buttons.
import {
  type GeoJSONSource,
  Map as GlMap,
  type LngLatBounds,
  type MapMouseEvent,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { AREA, type Outline, toAreaData, toAreaLayers } from './area.ts';
import { drawBox } from './draw-box.ts';
import { LABELS, type Label, toLabelData, toLabelLayers } from './labels.ts';
import { addTiles, loadTiles } from './tiles.ts';

/** A part of the map in degrees; `west` is larger than `east` over the antimeridian. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A point on the map. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where the map is. */
export interface Viewport extends Point {
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
  /** Writes names of places on the map; those that have no room are left out. */
  label(labels: readonly Label[]): void;
  /** Draws the part of the world that is asked for; `undefined`: none. */
  outline(outline: Outline | undefined): void;
  /** Puts a pin; with `onPlaced` it can be dragged, and put elsewhere by a click on the map. Gives what takes it away. */
  pin(at: Point, onPlaced?: (at: Point) => void): () => void;
  moveTo(viewport: Viewport): void;
  fit(bounds: Bounds, options?: { readonly maxZoom?: number; readonly padding?: number }): void;
  viewport(): Viewport;
  bounds(): Bounds;
  /** Lets a person draw a box, once; `undefined` when it was given up. */
  drawBox(): Promise<Bounds | undefined>;
  close(): void;
}

const OUTLINES = '/assets/outlines-1.json';
const MAX_ZOOM = 14;

/** What the map is made with. */
export interface MapOptions {
  readonly start: Viewport;
  readonly onMove: () => void;
  /** Told whom to name for the background that the operator chose. */
  readonly onCredit: (credit: string) => void;
  /** Words of its buttons. */
  readonly words: { readonly zoomIn: string; readonly zoomOut: string };
}

/** Draws a map into an element. Throws where the browser cannot. */
export function createMapView(
  element: HTMLElement,
  { start, onMove, onCredit, words }: MapOptions,
): MapView {
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
    locale: {
      'NavigationControl.ZoomIn': words.zoomIn,
      'NavigationControl.ZoomOut': words.zoomOut,
    },
    style: {
      version: 8,
      sources: {
        outlines: { type: 'geojson', data: new URL(OUTLINES, location.href).href },
        [AREA]: { type: 'geojson', data: toAreaData(undefined) },
        [LABELS]: { type: 'geojson', data: toLabelData([]) },
      },
      layers: [
        { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
        { id: 'land', type: 'fill', source: 'outlines', paint: { 'fill-color': colors.land } },
        {
          id: 'borders',
          type: 'line',
          source: 'outlines',
          paint: { 'line-color': colors.border, 'line-width': 0.8 },
        },
        ...toAreaLayers(colors),
        ...toLabelLayers(colors),
      ],
    },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-left');
  map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-left');
  map.on('moveend', onMove);
  map.on('load', onMove);
  const tiles = loadTiles();
  map.once('load', async () => {
    const found = await tiles;
    if (found.kind === 'none') return;
    addTiles(map, found, colors);
    onCredit(found.credit);
  });
  map.once('idle', () => {
    element.dataset['isDrawn'] = 'true';
  });
  let markers: Marker[] = [];
  return {
    show(clusters) {
      for (const marker of markers) marker.remove();
      markers = clusters.map((cluster) => toMarker(cluster).addTo(map));
    },
    label: (labels) => setData(map, LABELS, toLabelData(labels)),
    outline: (outline) => setData(map, AREA, toAreaData(outline)),
    pin: (at, onPlaced) => pin(map, at, onPlaced),
    moveTo({ longitude, latitude, zoom }) {
      map.easeTo({ center: [longitude, latitude], zoom: Math.min(zoom, MAX_ZOOM) });
    },
    fit({ west, south, east, north }, { maxZoom = MAX_ZOOM, padding = 20 } = {}) {
      const box: [number, number, number, number] = [
        west,
        south,
        east < west ? east + 360 : east,
        north,
      ];
      map.fitBounds(box, { maxZoom, padding });
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

/** Gives a source of the style above other data, now or when there is a style. */
function setData(map: GlMap, name: string, data: ReturnType<typeof toLabelData>): void {
  const source = map.getSource(name);
  if (source === undefined) map.once('load', () => setData(map, name, data));
  else if ('setData' in source) void (source as GeoJSONSource).setData(data); // of this type in the style
}

function toMarker(cluster: Cluster): Marker {
  const { count, label, isArea } = cluster;
  const button = document.createElement('button');
  button.type = 'button';
  const size = count === 1 ? 'single' : count < 20 ? 'few' : count < 500 ? 'some' : 'many';
  button.className = `cluster is-${size}${isArea ? ' is-area' : ''}`;
  button.setAttribute('aria-label', label);
  button.title = label;
  if (count > 1)
    button.textContent = new Intl.NumberFormat(undefined, { notation: 'compact' }).format(count);
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    cluster.onOpen();
  });
  return new Marker({ element: button }).setLngLat([cluster.longitude, cluster.latitude]);
}

function pin(map: GlMap, at: Point, onPlaced: ((at: Point) => void) | undefined): () => void {
  const marker = new Marker({ className: 'pin', draggable: onPlaced !== undefined })
    .setLngLat([at.longitude, at.latitude])
    .addTo(map);
  if (onPlaced === undefined) return () => marker.remove();
  const tell = () => {
    const { lat, lng } = marker.getLngLat().wrap();
    onPlaced({ latitude: lat, longitude: lng });
  };
  const move = ({ lngLat }: MapMouseEvent) => {
    marker.setLngLat(lngLat);
    tell();
  };
  marker.on('dragend', tell);
  map.on('click', move);
  const canvas = map.getCanvas();
  canvas.classList.add('is-pinning');
  return () => {
    marker.remove();
    map.off('click', move);
    canvas.classList.remove('is-pinning');
  };
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

/** Colours of the page: the map is drawn without style sheets. */
function colorsOf(element: HTMLElement) {
  const probe = document.createElement('span');
  element.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    sea: read('--map-sea'),
    land: read('--map-land'),
    border: read('--line-strong'),
    ink: read('--ink'),
    accent: read('--accent'),
  };
  probe.remove();
  return colors;
}
