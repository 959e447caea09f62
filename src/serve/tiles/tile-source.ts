// The background of the map that an operator chose: a PMTiles file, or the address of a tile server.
import { PinakesError } from '../../support/errors.ts';
import { openPmtiles, type TileFile } from './pmtiles.ts';

/** What a server is told of its tiles. */
export interface TileSettings {
  /** Path of a PMTiles file, or an address with `{z}`, `{x}` and `{y}`. */
  readonly tiles: string;
  /** Whom to name on the map; for a file in place of what it says itself. */
  readonly credit?: string | undefined;
}

/** Tiles, opened. */
export interface TileSource {
  /** What the page is told; `url` has `{z}`, `{x}` and `{y}`. */
  readonly shown: {
    readonly kind: 'vector' | 'raster';
    readonly url: string;
    readonly minZoom: number;
    readonly maxZoom: number;
    readonly credit: string;
    /** Names of the layers of vector tiles, where they are known. */
    readonly layers: readonly string[];
  };
  /** Origin that pages may fetch from besides this server; absent for a file. */
  readonly origin?: string;
  readonly file?: TileFile;
  close(): Promise<void>;
}

/** Deeper than that tile servers rarely go; the map draws the last tiles larger. */
const MAX_ZOOM = 19;

/** Opens tiles. Throws `USAGE` for an address that is none, and as `openPmtiles` does. */
export async function openTiles({ tiles, credit = '' }: TileSettings): Promise<TileSource> {
  if (/^https?:/i.test(tiles)) return fromServer(tiles, credit);
  const file = await openPmtiles(tiles);
  const { kind, minZoom, maxZoom, layers } = file;
  return {
    shown: {
      kind,
      url: '/tiles/{z}/{x}/{y}',
      minZoom,
      maxZoom,
      layers,
      credit: credit || file.credit,
    },
    file,
    close: () => file.close(),
  };
}

function fromServer(template: string, credit: string): TileSource {
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => template.includes(part));
  const address = URL.canParse(template) ? new URL(template) : undefined;
  if (!isWhole || address === undefined || /[;,\s'"]/.test(address.origin)) {
    throw new PinakesError('USAGE', {
      command: 'serve',
      detail: `Tiles come from a PMTiles file or an address such as https://tiles.example.org/{z}/{x}/{y}.png, not ${template}.`,
    });
  }
  const kind = /\.(?:mvt|pbf)(?:$|\?)/i.test(template) ? 'vector' : 'raster';
  return {
    shown: { kind, url: template, minZoom: 0, maxZoom: MAX_ZOOM, credit, layers: [] },
    origin: address.origin,
    close: async () => {},
  };
}
