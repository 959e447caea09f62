// Opening, batches and closing of enrichments, whoever runs them.
import { describe, expect, it } from 'vitest';
import type { Capture } from './capture.ts';
import { type AnyEnrichment, CAPTURE, type DeriveContext, defineEnrichment } from './enrichment.ts';
import { NoValue } from './no-value.ts';
import { OpenEnrichments } from './open-enrichments.ts';
import { PAYLOAD } from './response.ts';

const context: DeriveContext = { capture: {} as Capture, get: () => undefined };
const contexts = [context, context, context];
const bytes = (...lengths: number[]) => lengths.map((length) => new Uint8Array(length));

/** Tells what was called. */
function counting(log: string[]): AnyEnrichment {
  return defineEnrichment({
    name: 'size',
    needs: PAYLOAD,
    gives: 'size',
    open: async () => {
      log.push('open');
      return { scale: 2 };
    },
    close: (resource) => {
      log.push(`close ${resource.scale}`);
    },
    derive: (payload, _context, { scale }) => {
      if (payload.length === 0) throw new NoValue('empty', 'there is nothing');
      if (payload.length > 9) throw new Error('too long');
      return payload.length * scale;
    },
  });
}

it('opens once, hands the resource over, and closes once', async () => {
  const log: string[] = [];
  const size = counting(log);
  const opened = new OpenEnrichments();
  const given = (length: number) => ({ kind: 'given', given: { size: length } });
  expect(await opened.derive(size, bytes(1, 2), contexts)).toEqual([given(2), given(4)]);
  expect(await opened.derive(size, bytes(3), contexts)).toEqual([given(6)]);
  await opened.close();
  await opened.close();
  expect(log).toEqual(['open', 'close 2']);
});

it('tells why there is no value: by its word where it was foreseen', async () => {
  await using opened = new OpenEnrichments();
  expect(await opened.derive(counting([]), bytes(0, 10, 1), contexts)).toEqual([
    { kind: 'none', reason: 'empty', message: 'there is nothing' },
    { kind: 'none', reason: 'failed', message: 'too long' },
    { kind: 'given', given: { size: 2 } },
  ]);
});

it('shares what is open with the same function of another value', async () => {
  const log: string[] = [];
  const size = counting(log) as ReturnType<typeof defineEnrichment<'', Uint8Array, 'x', 1, 1>>;
  await using opened = new OpenEnrichments();
  await opened.open([size, size.on({ path: 'other', giver: undefined })]);
  expect(log).toEqual(['open']);
});

it('closes the others when one cannot be closed, and tells', async () => {
  const log: string[] = [];
  const bad = defineEnrichment({
    name: 'bad',
    needs: CAPTURE,
    gives: 'bad',
    open: () => 1,
    close: () => {
      throw new Error('stuck');
    },
    derive: () => 1,
  });
  const opened = new OpenEnrichments();
  await opened.open([counting(log), bad]);
  await expect(opened.close()).rejects.toThrow('stuck');
  expect(log).toEqual(['open', 'close 2']);
});

it('ends with a failure of its own when something cannot be opened', async () => {
  const open = () => Promise.reject(new Error('no such model'));
  const bad = defineEnrichment({
    name: 'model',
    needs: CAPTURE,
    gives: 'x',
    open,
    derive: () => 1,
  });
  const opened = new OpenEnrichments();
  await expect(opened.derive(bad, [{}], contexts)).rejects.toMatchObject({
    name: 'OpenFailure',
    enrichment: 'model',
    message: 'model cannot be opened: no such model',
  });
});

describe('batches', () => {
  const sizes: number[] = [];
  const batched = defineEnrichment({
    name: 'batched',
    needs: PAYLOAD,
    gives: 'size',
    deriveBatch: (payloads) => {
      sizes.push(payloads.length);
      if (payloads.some(({ length }) => length === 7)) throw new Error('seven');
      return payloads.map(({ length }) => (length === 0 ? new Error('empty') : length));
    },
  });
  const run = async (...lengths: number[]) => {
    await using opened = new OpenEnrichments();
    sizes.length = 0;
    const all = await opened.derive(batched, bytes(...lengths), contexts);
    return all.map((one) => (one.kind === 'given' ? one.given : one.message));
  };

  it('take many inputs at once, and fail for one of them', async () => {
    expect(await run(1, 0, 3)).toEqual([{ size: 1 }, 'empty', { size: 3 }]);
    expect(sizes).toEqual([3]);
  });

  it('that throw are tried one by one', async () => {
    expect(await run(1, 7, 3)).toEqual([{ size: 1 }, 'seven', { size: 3 }]);
    expect(sizes).toEqual([3, 1, 1, 1]);
  });

  it('of the wrong length are taken for a mistake', async () => {
    const short = defineEnrichment({
      name: 's',
      needs: PAYLOAD,
      gives: 'x',
      deriveBatch: () => [],
    });
    await using opened = new OpenEnrichments();
    expect(await opened.derive(short, bytes(1), contexts)).toMatchObject([
      { kind: 'none', message: 'a batch of 1 inputs gave 0 results' },
    ]);
  });
});

describe('an identity', () => {
  const define = (derive: () => number, settings = {}) =>
    defineEnrichment({ name: 'n', needs: CAPTURE, gives: 'x', settings, derive });

  it('follows the text of a function without a version', () => {
    expect(define(() => 1).version).toMatch(/^text-[0-9a-f]{14}$/);
    expect(define(() => 1).version).toBe(define(() => 1).version);
    expect(define(() => 1).version).not.toBe(define(() => 2).version);
  });

  it.each([[() => 1], [undefined], [Number.NaN], [new Date(0)], [new Map()]])(
    'has no settings such as %s',
    (value) => {
      expect(() => define(() => 1, { value })).toThrow('is not plain data');
    },
  );
});
