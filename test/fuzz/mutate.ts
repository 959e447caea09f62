// Damage as disks, transfers and careless tools do it: bytes cut, flipped, inserted or doubled.
import type { Random } from './random.ts';

/** A damaged copy and what was done to it. */
export interface Mutation {
  readonly bytes: Buffer;
  readonly kind: 'cut' | 'flip' | 'insert' | 'duplicate' | 'zero';
  /** Damage of the original: its bytes from `start` up to `end` are changed or gone. */
  readonly start: number;
  readonly end: number;
  /** By how much the bytes behind the damage have moved. */
  readonly shift: number;
}

const KINDS = ['cut', 'flip', 'insert', 'duplicate', 'zero'] as const;

/** Damages a copy of `bytes` in one place. */
export function mutate(bytes: Buffer, random: Random): Mutation {
  const kind = random.pick(KINDS);
  const start = random.below(bytes.length);
  const reach = random.pick([1, 4, 64, 1024, bytes.length]);
  const end = Math.min(bytes.length, start + 1 + random.below(reach));
  const before = bytes.subarray(0, start);
  const join = (...parts: Buffer[]) => Buffer.concat([before, ...parts]);
  switch (kind) {
    case 'cut':
      return { kind, start, end, shift: start - end, bytes: join(bytes.subarray(end)) };
    case 'insert': {
      const added = random.bytes(1 + random.below(Math.min(reach, 4096)));
      return {
        kind,
        start,
        end: start,
        shift: added.length,
        bytes: join(added, bytes.subarray(start)),
      };
    }
    case 'duplicate': {
      const again = bytes.subarray(start, end);
      return {
        kind,
        start: end,
        end,
        shift: again.length,
        bytes: Buffer.concat([bytes.subarray(0, end), again, bytes.subarray(end)]),
      };
    }
    case 'zero':
      return {
        kind,
        start,
        end,
        shift: 0,
        bytes: join(Buffer.alloc(end - start), bytes.subarray(end)),
      };
    case 'flip': {
      const flipped = Buffer.from(bytes);
      const at = start;
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
      return { kind, start: at, end: at + 1, shift: 0, bytes: flipped };
    }
  }
}
