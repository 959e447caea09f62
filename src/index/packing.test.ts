import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteReader, ByteWriter } from './bytes.ts';
import { pack, unpack } from './packing.ts';

const NOTHING = Buffer.alloc(0);
const PACKED_BEFORE =
  '01035e0102030b284a3cbc3c5121255fc1393ff7f0caa2e4cc7c1d051fb0b4950216671794e81714252683f52a3c9bbbf1c9ae350a2519a90af939290a25f9e5793a283c00';

it('gives back what was packed, small and large', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 500 }),
      fc.integer({ min: 1, max: 2000 }),
      (part, times) => {
        const text = Buffer.concat(Array.from({ length: times }, () => part));
        const head = Buffer.from(part);
        expect(unpack(pack({ head, text }))).toEqual({ head, text });
      },
    ),
    { numRuns: 100 },
  );
});

it('makes typical rows smaller', () => {
  const text = Buffer.from(
    'http://www.example.pt/imagens/noticias/2005/presidente.jpg Presidente da Câmara',
  );
  expect(pack({ head: NOTHING, text }).length).toBeLessThan(text.length * 0.8);
});

it('gives back texts of letters, of words that repeat, and of other scripts', () => {
  const words = fc.constantFrom(
    ...'Lisboa rio de Janeiro, praça http://www. .jpg 東京 Москва é'.split(' '),
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3000 }),
    fc.array(words, { maxLength: 2000 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(text, (written) => {
      const row = { head: NOTHING, text: Buffer.from(written) };
      expect(unpack(pack(row)).text.toString()).toBe(written);
    }),
  );
});

it('packs other scripts as well', () => {
  const text = Buffer.from(
    'Президент Российской Федерации на открытии выставки в музее. '.repeat(3),
  );
  expect(pack({ head: NOTHING, text }).length).toBeLessThan(text.length * 0.6);
});

it('reads what it packed ever since', () => {
  const packed = Buffer.from(PACKED_BEFORE, 'hex');
  const text =
    'Praça do Comércio, Lisboa: http://www.example.pt/praca.jpg 東京 the old town, the old town';
  const row = unpack(packed);
  expect([...row.head]).toEqual([1, 2, 3]);
  expect(row.text.toString()).toBe(text);
});

it('refuses a damaged row with a RangeError, or gives another text', () => {
  const text = Buffer.from('Vista da cidade de Lisboa, a vista da cidade antiga e do rio. 東京');
  const whole = pack({ head: Buffer.from('head'), text });
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const damaged = Buffer.from(whole);
      damaged[at] = byte;
      try {
        expect(unpack(damaged).text.length).toBeLessThanOrEqual(8192);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: 1000 },
  );
});

it('refuses bytes it cannot have made, and works on after that', () => {
  expect(() => unpack(Buffer.from([7, 1, 2]))).toThrow(RangeError);
  expect(() => unpack(Buffer.from([1, 255, 255, 255, 255]))).toThrow(RangeError);
  expect(() => unpack(Buffer.alloc(0))).toThrow(RangeError);
  for (const text of [
    'http://www.example.org/images/a text that is long enough to be deflated',
    'д'.repeat(9000),
  ]) {
    const row = { head: NOTHING, text: Buffer.from(text) };
    expect(unpack(pack(row))).toEqual(row);
    expect(() => unpack(pack(row).subarray(0, -3))).toThrow(RangeError);
  }
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
        const reader = new ByteReader(writer.finish());
        expect(numbers.map(() => reader.number())).toEqual(numbers);
        expect([...values, ...values].map(() => reader.text())).toEqual([...values, ...values]);
        expect(reader.fraction()).toBe(fraction);
        expect(reader.hex(3)).toBe('00ff10');
        expect(() => reader.byte()).toThrow(RangeError);
      },
    ),
  );
});
