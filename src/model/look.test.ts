// Looks are compared, mirrored and cut into pieces.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lookDistance,
  mirrorLook,
  NEAR_BITS,
  parseLook,
  pictureDistance,
  printLook,
  toLookPieces,
} from './look.ts';

const looks = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** The look with some bits turned. */
function turn(look: Uint8Array, bits: readonly number[]): Uint8Array {
  const turned = look.slice();
  for (const bit of bits) turned[bit >>> 3] = (turned[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
  return turned;
}

function shares(a: Uint8Array, b: Uint8Array): boolean {
  const pieces = new Set(toLookPieces(a));
  return toLookPieces(b).some((piece) => pieces.has(piece));
}

describe('a look', () => {
  it('is read as it was printed', () => {
    fc.assert(
      fc.property(looks, (look) => {
        expect(parseLook(printLook(look))).toEqual(look);
      }),
    );
    expect(parseLook('00')).toBeUndefined();
    expect(parseLook(7)).toBeUndefined();
  });

  it('differs in as many bits as were turned', () => {
    const bits = fc.uniqueArray(fc.nat(255), { maxLength: 40 });
    fc.assert(
      fc.property(looks, bits, (look, some) => {
        expect(lookDistance(look, turn(look, some))).toBe(some.length);
      }),
    );
  });

  it('mirrored twice is itself, and no distance to its mirror image counts', () => {
    fc.assert(
      fc.property(looks, (look) => {
        expect(mirrorLook(mirrorLook(look))).toEqual(look);
        expect(pictureDistance(look, mirrorLook(look))).toBe(0);
      }),
    );
  });

  it('shares pieces with another in the same way from both sides, mirrored too', () => {
    const bits = fc.uniqueArray(fc.nat(255), { maxLength: 60 });
    fc.assert(
      fc.property(looks, bits, (look, some) => {
        const other = turn(look, some);
        expect(shares(look, other)).toBe(shares(other, look));
        const mirrored = mirrorLook(other);
        expect(shares(look, mirrorLook(mirrored))).toBe(shares(mirrorLook(look), mirrored));
      }),
    );
  });

  it('shares a piece with nearly every near duplicate, and with few others', () => {
    const near = fc.uniqueArray(fc.nat(255), { minLength: NEAR_BITS, maxLength: NEAR_BITS });
    let found = 0;
    let byChance = 0;
    fc.assert(
      fc.property(looks, near, looks, (look, some, other) => {
        if (shares(look, turn(look, some))) found++;
        if (shares(look, other)) byChance++;
      }),
      { numRuns: 1000 },
    );
    expect(found).toBeGreaterThan(900);
    expect(byChance).toBeLessThan(30);
  });
});
