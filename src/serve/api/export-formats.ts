// Forms of an export: NDJSON, CSV, JSON, and for maps GeoJSON and KML. Each says at its head what was asked, when, and of which program.
import { TEXTS_FIELDS } from '../../model/said.ts';
import type { ApiItem } from '../query/api-item.ts';
import { MAP_FORMATS } from './map-formats.ts';

/** What stands at the head of an export. */
export interface ExportHead {
  /** The query as it was understood. */
  readonly query: string;
  readonly total: number;
  readonly time: string;
  readonly version: string;
}

/** A form of exports. */
export interface ExportFormat {
  readonly contentType: string;
  readonly extension: string;
  head(head: ExportHead): string;
  /** Text of one item; `isFirst` for commas between items. */
  item(item: ApiItem, isFirst: boolean): string;
  readonly tail: string;
}

/** Columns of a CSV file, each with its value. */
const COLUMNS: Readonly<Record<string, (item: ApiItem) => string | number>> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  mime: ({ mime }) => mime,
  width: ({ width }) => width,
  height: ({ height }) => height,
  bytes: ({ bytes }) => bytes,
  captures: ({ captures }) => captures,
  firstCapture: ({ firstCapture }) => firstCapture,
  lastCapture: ({ lastCapture }) => lastCapture,
  pages: ({ pages }) => pages,
  ...Object.fromEntries(
    TEXTS_FIELDS.map((field) => [field, (item: ApiItem) => item[field].join(' | ')]),
  ),
  pageUrl: ({ page }) => page?.url ?? '',
  pageTitle: ({ page }) => page?.title ?? '',
  pageTime: ({ page }) => page?.time ?? '',
  collections: ({ collections }) => collections.join(' | '),
  latitude: ({ place }) => place?.latitude ?? '',
  longitude: ({ place }) => place?.longitude ?? '',
  placeSource: ({ place }) => place?.source ?? '',
  placeConfidence: ({ place }) => place?.confidence ?? '',
  placeName: ({ place }) => place?.name ?? '',
  town: ({ place }) => place?.town ?? '',
  region: ({ place }) => place?.region ?? '',
  country: ({ place }) => place?.country ?? '',
  licence: ({ licence }) => licence?.name ?? '',
  licenceUrl: ({ licence }) => licence?.url ?? '',
  licenceSource: ({ licence }) => licence?.source ?? '',
  credit: ({ licence }) => licence?.credit ?? '',
  archivedImage: ({ archivedImage }) => archivedImage,
  archivedPage: ({ archivedPage }) => archivedPage ?? '',
  file: ({ source }) => source.file,
  offset: ({ source }) => source.offset,
};

/** Names of all forms. */
export const EXPORT_NAMES = ['ndjson', 'csv', 'json', 'geojson', 'kml'] as const;

/** All forms by name. */
export const EXPORT_FORMATS: Readonly<Record<(typeof EXPORT_NAMES)[number], ExportFormat>> = {
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    head: (head) => `${JSON.stringify({ kind: 'export', ...head })}\n`,
    item: (item) => `${JSON.stringify({ kind: 'image', ...item })}\n`,
    tail: '',
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    head: ({ query, total, time, version }) => {
      const comments = [
        `query: ${query}`,
        `total: ${total}`,
        `time: ${time}`,
        `pinakes: ${version}`,
      ];
      const lines = comments.map((text) => `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`);
      return `${lines.join('\r\n')}\r\n${Object.keys(COLUMNS).join(',')}\r\n`;
    },
    item: (item) =>
      `${Object.values(COLUMNS)
        .map((read) => toCell(read(item)))
        .join(',')}\r\n`,
    tail: '',
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    extension: 'json',
    head: (head) => `${JSON.stringify(head).slice(0, -1)},"items":[`,
    item: (item, isFirst) => `${isFirst ? '\n' : ',\n'}${JSON.stringify(item)}`,
    tail: '\n]}\n',
  },
  ...MAP_FORMATS,
};

/** A cell of RFC 4180. Texts that a spreadsheet would run as a formula get an apostrophe before them. */
function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
