// The quick way through index lines says the same as parsing each line and testing the capture.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCapture, anyWhere } from '../../../test/fixtures/where-arbitraries.ts';
import { type CdxEntry, formatCdxHeader, formatCdxLine } from '../../archive/archive.ts';
import { parseCdxHeader, parseCdxLine } from '../../archive/cdx/cdx.ts';
import { matchesWhere, parseWhere, timeSpanOf, type Where } from '../where/where.ts';
import { LineFilter } from './line-filter.ts';

interface Outcome {
  readonly found: readonly CdxEntry[];
  readonly rejected: readonly string[];
}

function quickly(text: Buffer, where: Where): Outcome & { readonly lines: number } {
  const rejected: string[] = [];
  const filter = new LineFilter({
    where,
    legend: undefined,
    onReject: (reason, line) => rejected.push(`${line} ${reason}`),
  });
  return { found: filter.read(text), rejected, lines: filter.lines };
}

/** Parses every line, as a reader does that knows nothing of bytes. */
function slowly(text: Buffer, where: Where): Outcome {
  const found: CdxEntry[] = [];
  const rejected: string[] = [];
  let legend: ReturnType<typeof parseCdxHeader>;
  const lines = text.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    const content = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (content === '' || content.startsWith('!')) continue;
    const header = parseCdxHeader(content);
    if (header !== undefined) {
      legend = header;
      continue;
    }
    const result = parseCdxLine(content, legend);
    if (result.kind === 'rejected') rejected.push(`${index + 1} ${result.reason}`);
    else if (matchesWhere(where, result.entry)) found.push(result.entry);
  }
  return { found, rejected };
}

const ODD_LINES = [
  '',
  '!comment 1 {}',
  ' CDX N b a m s k r M S V g',
  'CDX N b a m s k r V g',
  ' CDX b a N g V',
  ',CDX,N,b,a',
  'k',
  'k 2011',
  'k 20110230000000 u text/html 200 D - - 9 5 f',
  'k 20110029000000 u text/html 200 D - - 9 5 f',
  'k 20110228000000 u Text/HTML;charset=x 200 D - - 9 5 f',
  'k 20110228000000 u text/html 200 sha1:b2ltw - - 9 5 f',
  'k 20110228000000 u text/html 200 D - - 9 - f',
  'k 20110228000000 u text/html 200 D - - 9 5x f',
  'k 20110228000000 u text/html +200 D - - 9 5 f',
  'k 20110228000000 u text/html 0200 D - - 9 5 f',
  'k 20110228000000 u text/html 200 D - - 9 5 f 1 2 g',
  'k 20110228000000 u text/html 200 D - - 9 5 f 1 2',
  'k 20110228000000 u text/html 200 D 9',
  '- 20110228000000 http://example.org/a text/html 200 D - - 9 5 f',
  'k 20110228000000 u  200 D - - 9 5 f',
  'k 20110228000000 u é 200 D - - 9 5 f',
  'k\t20110228000000\tu',
  'k 20110228000000 {}',
  'k 20110228000000 {"mime": "text/html"} ',
  'k 20110228000000 {"mime": "text/html",}',
  'k 20110228000000 {"mime": "text/html"}}',
  'k 20110228000000 {"mime": "text/html", "mime": "image/png"}',
  'k 20110228000000 {"mime": " Text/HTML ; x"}',
  'k 20110228000000 {"mime": " text/html"}',
  'k 20110228000000 {"mime": "text\\/html"}',
  'k 20110228000000 {"m\\u0069me": "text/html"}',
  'k 20110228000000 {"mime": null, "status": true}',
  'k 20110228000000 {"status": 200, "length": 0200}',
  'k 20110228000000 {"status": 200.0}',
  'k 20110228000000 {"status":200,"offset":"5","filename":"a.warc.gz","x":[1]}',
  'k 20110228000000 {"status":200,"filename":"a.warc.gz"}',
  'k 20110228000000 {"status":2e2 }',
  'k 20110228000000 {"mime": "text/html" "status": 200}',
  'k 20110228000000 {"mime":"text/html","url":"http://example.org/\u0001"}',
  'k 20110228000000 {"mime":"-","status":"-"}',
  '- 20110228000000 {"mime":"text/html","url":"http://example.org/"}',
  'k  {"mime":"text/html"}',
  'k 20110228000000 u {"mime":"text/html"} a b c d',
  'xCDX 20110228000000 u text/html 200 D - - 9 5 f',
  'Ck 20110228000000 u text/html 200 D - - 9 5 f',
];

const anyLine: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyCapture, fc.constantFrom('cdx9' as const, 'cdx11' as const, 'cdxj' as const))
      .map(([capture, format]) => formatCdxLine(capture, format)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_LINES) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        anyCapture,
        fc.boolean(),
        fc.nat(120),
        fc.constantFrom('', ' ', '"', '{', '}', ',', '-', '\\', 'x', '\r', 'é', '\t', ':'),
        fc.nat(2),
      )
      .map(([capture, isJson, at, text, removed]) => {
        const line = formatCdxLine(capture, isJson ? 'cdxj' : 'cdx11');
        return line.slice(0, at) + text + line.slice(at + removed);
      }),
  },
);

describe('LineFilter', () => {
  it('finds and rejects what parsing every line does', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 12 }),
        anyWhere,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (lines, where, lineEnd, isEnded) => {
          const text = Buffer.from(lines.join(lineEnd) + (isEnded ? lineEnd : ''));
          const { found, rejected } = quickly(text, where);
          const plainly = slowly(text, where);
          expect(found).toEqual(plainly.found);
          // Lines of other times are not looked at behind their time.
          const isEveryTime = timeSpanOf(where).to - timeSpanOf(where).from === 99_999_999_999_999;
          if (isEveryTime) expect(rejected).toEqual(plainly.rejected);
          else expect(plainly.rejected).toEqual(expect.arrayContaining([...rejected]));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('looks no further at lines of other times', () => {
    const text = Buffer.from('k 20110228000000 {"mime":\nk 20120228000000 {"mime":\n');
    const outcome = { found: [], rejected: ['2 json'], lines: 2 };
    expect(quickly(text, parseWhere('time=2012 status=200'))).toEqual(outcome);
  });

  it('agrees on bytes that are no text', () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
    const line = Buffer.from('k 20110228000000 {"mime":"text/html","status":"200"}');
    fc.assert(
      fc.property(bytes, fc.nat(line.length), (noise, at) => {
        const text = Buffer.concat([line.subarray(0, at), noise, line.subarray(at)]);
        const where = parseWhere('mime=text/*');
        const { lines: _, ...outcome } = quickly(text, where);
        expect(outcome).toEqual(slowly(text, where));
      }),
    );
  });

  it('counts lines of captures, and numbers those that cannot be read', () => {
    const text = `${formatCdxHeader('cdx11')}\n\nk 2011 u m 200 D - - 9 5 f\n!x\nk never\n`;
    expect(quickly(Buffer.from(text), parseWhere('status=404'))).toEqual({
      found: [],
      rejected: ['5 time'],
      lines: 2,
    });
  });

  it('rejects lines that are too long in both ways', () => {
    const rejected: string[] = [];
    const options = {
      legend: undefined,
      maxLineBytes: 100,
      onReject: (reason: string) => rejected.push(reason),
    };
    const long = Buffer.from(`k 20110228000000 ${'u'.repeat(100)} m 200 D - - 9 5 f\n`);
    for (const where of [undefined, parseWhere('status=200')]) {
      expect(new LineFilter({ ...options, where }).read(long)).toEqual([]);
    }
    expect(rejected).toEqual(['too-long', 'too-long']);
  });
});
