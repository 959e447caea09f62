// What each page adds to the counts of domains: lines that are kept until all pages are read, and then sorted and summed.
import type { LineSorter } from '../../archive/cdx/external-sort.ts';
import type { Timestamp } from '../../model/capture.ts';
import { domainOf } from '../enrichments/file.ts';
import type { LinkEdge } from '../enrichments/page.ts';
import type { TextFormat } from '../output/text-sink.ts';
import type { RecordView } from '../record-view.ts';
import { LINKS } from './tables.ts';

/**
 * The output that holds them: a line for each page (day, domain) and one for each domain it links to (day, domain, its
 * domain, number of links). It goes on after an interruption like any table, so that no archive is read twice for it.
 */
export const DOMAIN_LINES: TextFormat = {
  key: 'domain lines 1',
  head: '',
  encode: (record) => linesOf(record).join(''),
  tail: () => '',
};

function linesOf({ capture, values }: RecordView): string[] {
  const domain = domainOf(capture.url);
  const links = values.get(LINKS) as readonly LinkEdge[] | undefined; // what `page.webGraph` gives
  if (links === undefined || domain === '') return [];
  const day = dayOf(capture.time);
  const counts = new Map<string, number>();
  for (const { dest } of links) {
    const other = domainOf(dest);
    if (other !== '') counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const edges = [...counts].map(([other, count]) => `${day}\t${domain}\t${other}\t${count}\n`);
  return [`${day}\t${domain}\n`, ...edges];
}

function dayOf(time: Timestamp): string {
  return time.slice(0, 8);
}

/** A key with the sum of its counts. */
export interface Sum {
  readonly key: string;
  readonly count: number;
}

/** The sums of lines `key<tab>count`, in the order of the keys. Memory does not grow with them. */
export async function* sumLines(sorter: LineSorter): AsyncGenerator<Sum> {
  let key: string | undefined;
  let count = 0;
  for await (const piece of sorter.pieces()) {
    for (const line of piece.toString('utf8').split('\n')) {
      if (line === '') continue;
      const tab = line.lastIndexOf('\t');
      const next = line.slice(0, tab);
      if (next !== key) {
        if (key !== undefined) yield { key, count };
        key = next;
        count = 0;
      }
      count += Number(line.slice(tab + 1));
    }
  }
  if (key !== undefined) yield { key, count };
}
