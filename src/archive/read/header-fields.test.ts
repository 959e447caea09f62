import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseHeaderFields } from './header-fields.ts';
import { scanHeader } from './header-scan.ts';

it('finds fields whatever the case of their names, the line ends and the blanks', () => {
  const fields = parseHeaderFields(
    'A: 1\r\ncontent-TYPE :  text/html \nB:\nno colon here\n: no name\nA:2',
  );
  expect(fields.get('content-type')).toBe('text/html');
  expect(fields.get('b')).toBe('');
  expect(fields.get('missing')).toBe('');
  expect(fields.all('a')).toEqual(['1', '2']);
  expect(fields.entries).toEqual([
    ['a', '1'],
    ['content-type', 'text/html'],
    ['b', ''],
    ['a', '2'],
  ]);
});

it('joins folded lines', () => {
  const fields = parseHeaderFields(
    'X: one\r\n  two\r\n\t\r\n\tthree: 3\r\nY:\r\n  late\r\nZ: last',
  );
  expect(fields.entries).toEqual([
    ['x', 'one two three: 3'],
    ['y', 'late'],
    ['z', 'last'],
  ]);
});

it('starts behind a first line and does not take a blank start for a continuation', () => {
  expect(parseHeaderFields('HTTP/1.1 200 OK\r\nA: 1\r\n', 17).entries).toEqual([['a', '1']]);
  expect(parseHeaderFields('  lost\r\nA: 1').entries).toEqual([['a', '1']]);
});

it('gives by name what it lists', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/);
  const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const fields = parseHeaderFields(pairs.map(([n, v]) => `${n}: ${v}\r\n`).join(''));
      expect(fields.entries).toEqual(pairs.map(([n, v]) => [n.toLowerCase(), v]));
      for (const [n] of pairs) {
        const same = pairs.filter(([other]) => other.toLowerCase() === n.toLowerCase());
        expect(fields.all(n.toLowerCase())).toEqual(same.map(([, v]) => v));
        expect(fields.get(n.toLowerCase())).toBe(same[0]?.[1]);
      }
    }),
  );
});

it.each([
  ['A: 1\r\n\r\nbody', 8],
  ['A: 1\n\nbody', 6],
  ['A: 1\r\r\n\r\r\nbody', 10],
  ['A: 1\r\nB: 2', -1],
])('finds the end of %j at %d', (text, end) => {
  expect(scanHeader(Buffer.from(text), 0, text.length, 'http').length).toBe(end);
});
