import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPaint, printable, printableJson } from './terminal.ts';

it('shows escape sequences, line ends and direction marks instead of sending them', () => {
  expect(printable('a\x1b]0;title\x07b')).toBe('a\\x1b]0;title\\x07b');
  expect(printable('two\r\nlines')).toBe('two\\r\\nlines');
  expect(printable('\u009b2J')).toBe('\\x9b2J');
  expect(printable('gnp.\u202eexe')).toBe('gnp.\\u202eexe');
  expect(printable('ação\tfoto 図')).toBe('ação\tfoto 図');
});

it('leaves no control character in any text, and JSON means the same after it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/(?!\t)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      expect(printableJson({ text })).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(printableJson({ text }))).toEqual({ text });
    }),
  );
});

it('colours only a terminal, and not against NO_COLOR, TERM=dumb or the flag', () => {
  const red = (isTTY: boolean, env: Record<string, string>, isWanted = true) =>
    createPaint({ isTTY }, env, isWanted)('red', 'x');
  expect(red(true, {})).toContain('\x1b[31m');
  expect(red(true, { NO_COLOR: '' })).toContain('\x1b[31m');
  expect(red(false, {})).toBe('x');
  expect(red(true, { NO_COLOR: '1' })).toBe('x');
  expect(red(true, { TERM: 'dumb' })).toBe('x');
  expect(red(true, {}, false)).toBe('x');
});
