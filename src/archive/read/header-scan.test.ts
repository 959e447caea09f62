import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseHeaderFields, scannedFields } from './header-fields.ts';
import { MAX_FIELDS, scanHeader } from './header-scan.ts';
import { findVersionLine } from './record-start.ts';

function scanText(text: string, kind: 'record' | 'http' = 'http') {
  const bytes = Buffer.from(`before${text}`, 'latin1');
  return scanHeader(bytes, 6, bytes.length, kind);
}

it('gives the same fields as reading the text line by line', () => {
  const line = fc.oneof(
    fc.stringMatching(/^[A-Za-z-]{1,9}: [ -~]{0,9}$/),
    fc.stringMatching(/^[ \t:A\r\xe9]{0,6}$/),
  );
  const end = fc.constantFrom('\n', '\r\n', '\r\r\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end)), (lines) => {
      const text = `HTTP/1.1 200 OK\r\n${lines.map((parts) => parts.join('')).join('')}\r\n`;
      const scan = scanText(text);
      expect(scan.length).toBeGreaterThan(0);
      const header = text.slice(0, scan.length);
      const expected = parseHeaderFields(header, header.indexOf('\n') + 1).entries;
      expect(scannedFields(header, scan).entries).toEqual(expected);
      expect(scan.isAscii).toBe(!header.includes('\xe9'));
    }),
  );
});

it('sees the version line of another record as a search of all bytes does', () => {
  const piece = fc.constantFrom('WARC/', 'warc/', 'Warc/', '1', '.0', '\r', '\n', 'A: b', '123456');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const header = `WARC/1.0\r\n${pieces.join('')}`;
      const blank = /\n\r{0,2}\n/.exec(header);
      const end = blank === null ? header.length : blank.index + blank[0].length;
      const { isTorn, length } = scanText(header, 'record');
      expect(isTorn).toBe(findVersionLine(Buffer.from(header), 5, end) >= 0);
      expect(length).toBe(isTorn || blank === null ? -1 : end);
      if (isTorn) expect(scanText(header, 'http').isTorn).toBe(false);
    }),
  );
});

it('cuts a header of too many fields and still finds its end', () => {
  const text = `WARC/1.0\r\n${'A: 1\r\n'.repeat(MAX_FIELDS + 10)}\r\n`;
  const scan = scanText(text, 'record');
  expect(scan.length).toBe(text.length);
  expect(scannedFields(text, scan).entries).toHaveLength(MAX_FIELDS);
});

it.each(['', 'WARC/1.0', 'WARC/1.0\r\nA: 1\r\n', 'WARC/1.0\r\nA: 1\r\n\r'])(
  'does not see an end in %j',
  (text) => expect(scanText(text, 'record').length).toBe(-1),
);
