// Numbers of the library, and tables of them as CSV.
import { collectionsAddress, statsAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { CollectionsAnswer, StatsAnswer } from '../api/types.ts';
import { takeInitialData } from './initial-data.ts';
import { createResource } from './resource.ts';

/** The numbers. */
export const stats = createResource<StatsAnswer>({ keepsOld: true });

/** Names of the collections. */
export const collections = createResource<CollectionsAnswer>();

/** Asks for both; `collection` `''` is the whole library. */
export function loadStats(collection: string): void {
  const address = statsAddress(collection);
  const written = takeInitialData('stats')?.answer;
  stats.load(address, async (signal) => written ?? (await fetchJson<StatsAnswer>(address, signal)));
  collections.load(collectionsAddress());
}

/** A value of a chart. */
export interface Row {
  readonly label: string;
  readonly count: number;
  /** Address of the pictures that are counted. */
  readonly href?: string;
  /** Language of the label, where it is not that of the page. */
  readonly lang?: string;
}

/** Rows as CSV (RFC 4180). A label that a spreadsheet would run as a formula gets a quote before it. */
export function toCsv(head: readonly [string, string], rows: readonly Row[]): string {
  const lines = [head, ...rows.map(({ label, count }) => [label, String(count)])];
  return `${lines.map((cells) => cells.map(toCell).join(',')).join('\r\n')}\r\n`;
}

function toCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
