import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteReader, ByteWriter } from './bytes.ts';
import { pack, unpack } from './packing.ts';

it('gives back what was packed, small and large', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 500 }),
      fc.integer({ min: 1, max: 2000 }),
      (part, times) => {
        const bytes = Buffer.concat(Array.from({ length: times }, () => part));
        expect(unpack(pack(bytes)).equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

it('makes typical rows smaller', () => {
  const row = Buffer.from(
    'http://www.example.pt/imagens/noticias/2005/presidente.jpg Presidente da Câmara',
  );
  expect(pack(row).length).toBeLessThan(row.length * 0.6);
});

it('refuses bytes it cannot have made, and works on after that', () => {
  expect(() => unpack(Buffer.from([7, 1, 2]))).toThrow(RangeError);
  expect(() => unpack(Buffer.from([1, 255, 255, 255, 255]))).toThrow(RangeError);
  expect(() => unpack(Buffer.alloc(0))).toThrow(RangeError);
  const bytes = Buffer.from('a text that is long enough to be deflated, deflated, deflated');
  expect(unpack(pack(bytes)).equals(bytes)).toBe(true);
  const cut = pack(bytes).subarray(0, -3);
  expect(() => unpack(cut)).toThrow(RangeError);
});

it('reads the numbers, fractions, digests and texts that were written', () => {
  const writer = new ByteWriter();
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }));
  fc.assert(
    fc.property(
      fc.array(fc.maxSafeNat()),
      texts,
      fc.double({ noNaN: true }),
      (numbers, words, fraction) => {
        const values = words;
        writer.start();
        for (const number of numbers) writer.number(number);
        for (const text of [...values, ...values]) writer.text(text);
        writer.fraction(fraction);
        writer.hex('00ff10');
        const reader = new ByteReader(Buffer.from(writer.finish()));
        expect(numbers.map(() => reader.number())).toEqual(numbers);
        expect([...values, ...values].map(() => reader.text())).toEqual([...values, ...values]);
        expect(reader.fraction()).toBe(fraction);
        expect(reader.hex(3)).toBe('00ff10');
        expect(() => reader.byte()).toThrow(RangeError);
      },
    ),
  );
});
