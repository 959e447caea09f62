// Tests of the decoder: real frames in any portions, bad frames, and how much it asks for and keeps.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  block,
  compressedBlock,
  concat,
  contentOf,
  FIXTURES,
  fixture,
  fixtureDictionary,
  frame,
  rawBlock,
  sameByteBlock,
  skippableFrame,
} from '../../../test/fixtures/zstd/frames.ts';
import { createZstdDecoder, type ZstdDecoder, type ZstdStep } from './decoder.ts';

const KB = 1024;
const SINGLE_FRAMES = FIXTURES.filter((name) => !name.startsWith('warc'));

interface Run {
  readonly last: ZstdStep;
  readonly consumed: number;
  readonly length: number;
  readonly sha256: string;
  readonly largest: { readonly needed: number; readonly produced: number };
}

/** Gives the decoder as much input as it asks for and `portion` bytes more, until it stops. */
function run(decoder: ZstdDecoder, input: Uint8Array, portion = input.length): Run {
  const hash = createHash('sha256');
  const largest = { needed: 0, produced: 0 };
  let consumed = 0;
  let end = Math.min(portion, input.length);
  let length = 0;
  for (;;) {
    const step = decoder.decode(input.subarray(consumed, end));
    consumed += step.consumed;
    if (step.state === 'more') {
      hash.update(step.produced);
      length += step.produced.length;
      largest.produced = Math.max(largest.produced, step.produced.length);
    } else if (step.state === 'need-input' && end < input.length) {
      expect(step.needed).toBeGreaterThan(end - consumed);
      largest.needed = Math.max(largest.needed, step.needed);
      end = Math.min(input.length, Math.max(end + portion, consumed + step.needed));
    } else {
      return { last: step, consumed, length, sha256: hash.digest('hex'), largest };
    }
  }
}

const decoderFor = (name: string) => {
  const dictionary = contentOf(name).dictionary;
  return createZstdDecoder(dictionary ? { dictionary: fixtureDictionary(dictionary) } : {});
};

describe('a frame', () => {
  it.each(SINGLE_FRAMES)('is decoded to its content: %s', (name) => {
    const input = fixture(`${name}.zst`);
    const { length, sha256 } = contentOf(name);
    const result = run(decoderFor(name), input);
    expect(result).toMatchObject({ last: { state: 'done' }, length, sha256 });
    expect(result.consumed).toBe(input.length);
  });

  it('gives the same in portions of any size, and leaves what follows it', () => {
    for (const name of SINGLE_FRAMES) {
      const input = fixture(`${name}.zst`);
      const { length, sha256 } = contentOf(name);
      for (const portion of [1, 7, 1000]) {
        const result = run(decoderFor(name), concat(input, Buffer.from('next')), portion);
        expect(result).toMatchObject({ last: { state: 'done' }, length, sha256 });
        expect(result.consumed).toBe(input.length);
      }
    }
  });

  it('can be followed by others in the same decoder', () => {
    const decoder = createZstdDecoder();
    for (const name of ['small-window', 'text', 'empty', 'blocks', 'zeros', 'small-window']) {
      const { length, sha256 } = contentOf(name);
      expect(run(decoder, fixture(`${name}.zst`))).toMatchObject({ length, sha256 });
    }
  });

  it('can be followed by others with the same dictionary', () => {
    const decoder = decoderFor('with-trained');
    const { length, sha256 } = contentOf('with-trained');
    for (let i = 0; i < 3; i++) {
      expect(run(decoder, fixture('with-trained.zst'))).toMatchObject({ length, sha256 });
    }
  });

  it('never asks for more than a block and gives no more than a block', () => {
    const blocks = [rawBlock(new Uint8Array(128 * KB)), sameByteBlock(1, 128 * KB, true)];
    const { largest, last } = run(createZstdDecoder(), frame(20, ...blocks), 1);
    expect(last.state).toBe('done');
    expect(largest).toEqual({ needed: 128 * KB + 3, produced: 128 * KB });
  });

  it('stays small in memory when little input becomes much output', () => {
    const blocks = Array.from({ length: 3000 }, (_, i) => sameByteBlock(i, 128 * KB, i === 2999));
    const before = process.memoryUsage().arrayBuffers;
    const decoder = createZstdDecoder();
    const { length } = run(decoder, frame(17, ...blocks));
    expect(length).toBe(3000 * 128 * KB);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * KB * KB);
  });
});

describe('a damaged frame', () => {
  const failure = (bytes: Uint8Array) => {
    const { last } = run(createZstdDecoder(), bytes);
    return last.state === 'corrupt' ? last.reason : last.state;
  };
  const block128 = new Uint8Array(128 * KB + 1);

  it('is told by its checksum', () => {
    const input = fixture('raw.zst');
    for (const place of [50, input.length - 1]) {
      const changed = input.slice();
      changed[place]! ^= 1;
      expect(failure(changed)).toMatch(/checksum/);
    }
  });

  it('is told by its content size', () => {
    const header = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 5];
    const sized = (...blocks: Uint8Array[]) => concat(Uint8Array.from(header), ...blocks);
    expect(failure(sized(sameByteBlock(1, 4, true)))).toMatch(/smaller than the frame says/);
    expect(failure(sized(sameByteBlock(1, 5, true)))).toBe('done');
    expect(failure(sized(sameByteBlock(1, 4), sameByteBlock(1, 4, true)))).toMatch(/larger than/);
    const literals = concat(Uint8Array.of(4 << 3), Buffer.from('abcd'), Uint8Array.of(0));
    expect(failure(sized(sameByteBlock(1, 4), compressedBlock(literals)))).toMatch(/larger than/);
  });

  it('has blocks that are too large or of a reserved type', () => {
    expect(failure(frame(20, rawBlock(block128, true)))).toMatch(/larger than allowed/);
    expect(failure(frame(10, sameByteBlock(1, KB + 1, true)))).toMatch(/larger than allowed/);
    expect(failure(frame(20, block(3, 1, Uint8Array.of(0), true)))).toMatch(/reserved type/);
    expect(failure(frame(20, compressedBlock(new Uint8Array(0), true)))).toMatch(/cut short/);
  });

  it('is no frame at all', () => {
    expect(failure(Buffer.from('WARC/1.1'))).toMatch(/not a Zstandard frame/);
    expect(failure(skippableFrame(0x184d2a50, new Uint8Array(3)))).toMatch(/skippable/);
  });

  it('stays damaged until a reset, and the next frame is decoded as ever', () => {
    const decoder = createZstdDecoder();
    const damaged = frame(20, rawBlock(Buffer.from('abc')), block(3, 1, Uint8Array.of(0), true));
    expect(run(decoder, damaged)).toMatchObject({ length: 3, last: { state: 'corrupt' } });
    expect(decoder.decode(fixture('text.zst'))).toMatchObject({ state: 'corrupt', consumed: 0 });
    decoder.reset();
    expect(run(decoder, fixture('text.zst'))).toMatchObject({ sha256: contentOf('text').sha256 });
  });
});

describe('a frame is refused', () => {
  it('when its window is larger than allowed', () => {
    const large = frame(28, sameByteBlock(1, 5, true));
    expect(run(createZstdDecoder(), large).last).toMatchObject({
      state: 'refused',
      reason: 'the frame needs a window of 268435456 bytes; 134217728 are allowed',
    });
    const generous = createZstdDecoder({ maxWindowBytes: 2 ** 28 });
    expect(run(generous, large)).toMatchObject({ length: 5, last: { state: 'done' } });
    expect(run(createZstdDecoder({ maxWindowBytes: 2 ** 40 }), frame(31)).last.state).toBe(
      'refused',
    );
  });

  it('when its dictionary is missing or another one', () => {
    const input = fixture('with-trained.zst');
    expect(run(createZstdDecoder(), input).last).toMatchObject({
      state: 'refused',
      reason: 'the frame needs dictionary 4711; given is none',
    });
    const other = createZstdDecoder({ dictionary: { ...fixtureDictionary('trained'), id: 12 } });
    expect(run(other, input).last).toMatchObject({ reason: /given is 12$/ });
    const plain = createZstdDecoder({ dictionary: fixtureDictionary('plain') });
    expect(run(plain, input).last).toMatchObject({ state: 'refused' });
  });
});
