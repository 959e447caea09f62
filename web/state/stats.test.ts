// Tests of tables as files.
import { expect, it } from 'vitest';
import { toCsv } from './stats.ts';

it('quotes what has to be quoted and disarms formulas', () => {
  const rows = [
    { label: 'a, "b"', count: 1 },
    { label: '=HYPERLINK(1)', count: 2 },
    { label: 'publico.pt', count: 3 },
  ];
  expect(toCsv(['Value', 'Number'], rows)).toBe(
    'Value,Number\r\n"a, ""b""",1\r\n\'=HYPERLINK(1),2\r\npublico.pt,3\r\n',
  );
});
