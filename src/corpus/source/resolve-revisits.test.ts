// Revisits meet conditions on type and status by what they repeat.
import { expect, it } from 'vitest';
import type { CdxEntry, Timestamp } from '../../archive/archive.ts';
import { parseWhere } from '../where/where.ts';
import { memorySource } from './memory-source.ts';
import { withResolvedRevisits } from './resolve-revisits.ts';

function capture(path: string, year: number, more: Partial<CdxEntry> = {}): CdxEntry {
  return {
    surt: `org,example)/${path}`,
    time: `${year}0101000000` as Timestamp,
    url: `http://example.org/${path}`,
    mime: 'text/html',
    status: 200,
    digest: `${path}-1`,
    file: 'a.warc.gz',
    offset: year,
    length: 10,
    ...more,
  };
}

const REVISIT = { mime: 'warc/revisit', status: 0 };
const CAPTURES = [
  capture('a', 2001),
  capture('a', 2002, REVISIT),
  capture('b', 2001, { mime: 'image/png' }),
  capture('b', 2002, REVISIT),
  capture('b', 2003, { digest: 'b-2', status: 404 }),
  capture('b', 2004, { ...REVISIT, digest: 'b-2' }),
  // The original comes later in the index, and one is nowhere.
  capture('c', 2001, REVISIT),
  capture('c', 2002, { mime: 'image/gif' }),
  capture('d', 2001, REVISIT),
];

async function select(where: string): Promise<string[]> {
  const source = withResolvedRevisits(memorySource(CAPTURES, () => undefined));
  const found: string[] = [];
  for await (const { captures } of source.captures(parseWhere(where))) {
    found.push(...captures.map(({ surt, time }) => surt.slice(-1) + time.slice(2, 4)));
  }
  return found;
}

it.each([
  ['mime=image/*', ['b01', 'b02', 'c01', 'c02']],
  ['mime=image/* status=200', ['b01', 'b02', 'c01', 'c02']],
  ['mime=text/html status=404', ['b03', 'b04']],
  ['type=page', ['a01', 'a02', 'b03', 'b04']],
  ['mime!=text/html', ['b01', 'b02', 'c01', 'c02', 'd01']],
  ['status!=200', ['b03', 'b04', 'd01']],
  ['type=revisit', ['a02', 'b02', 'b04', 'c01', 'd01']],
  ['type=revisit mime=image/png', ['b02']],
  ['type!=revisit', ['a01', 'b01', 'b03', 'c02']],
  ['mime=image/* time=2002', ['b02', 'c02']],
  ['surt=org,example)/a', ['a01', 'a02']],
])('%s', async (where, expected) => {
  expect(await select(where)).toEqual(expected);
});
