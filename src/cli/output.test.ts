import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createSink } from '../../test/fixtures/fake-host.ts';
import { createOutput, type TextSink } from './output.ts';

const never = new AbortController().signal;

it('prints one JSON object per line and counts them', async () => {
  const sink = createSink();
  const output = open(sink);
  expect(await output.records([{ a: 1 }, { b: '\u009b' }])).toBe(2);
  await output.json({ c: null });
  expect(sink.written).toBe('{"a":1}\n{"b":"\\u009b"}\n{"c":null}\n');
});

it('keeps lines exact in a pipe and makes them printable on a terminal', async () => {
  const [pipe, terminal] = [createSink(), createSink(true)];
  await open(pipe).lines(['a\x1b[2Jb']);
  await open(terminal).lines(['a\x1b[2Jb']);
  expect(pipe.written).toBe('a\x1b[2Jb\n');
  expect(terminal.written).toBe('a\\x1b[2Jb\n');
});

it('waits for a slow reader instead of filling memory', async () => {
  let produced = 0;
  let taken = 0;
  let mostAhead = 0;
  const slow = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      setImmediate(() => {
        taken += chunk.length;
        done();
      });
    },
  });
  async function* produce() {
    for (; produced < 3_000_000; produced += 1000) {
      mostAhead = Math.max(mostAhead, produced - taken);
      yield 'x'.repeat(999);
    }
  }
  await createOutput(slow, { signal: never, onClosed: () => {} }).lines(produce());
  expect(taken).toBe(3_000_000);
  expect(mostAhead).toBeLessThan(140_000);
});

it('shows the line of a slow producer before the next one comes', async () => {
  const sink = createSink();
  async function* produce() {
    yield 'first';
    await pause(20);
    expect(sink.written).toBe('first\n');
    yield 'second';
  }
  await open(sink).lines(produce());
  expect(sink.written).toBe('first\nsecond\n');
});

it('is done only when the last line has been taken', async () => {
  let taken = '';
  const slow = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      setTimeout(() => {
        taken += chunk;
        done();
      }, 20);
    },
  });
  async function* produce() {
    yield 'only';
    await pause(5);
  }
  await open(slow).lines(produce());
  expect(taken).toBe('only\n');
});

it('stops the producer quietly when the reader has gone', async () => {
  const onClosed = vi.fn();
  let isReturned = false;
  function* produce() {
    try {
      for (;;) yield 'x'.repeat(10_000);
    } finally {
      isReturned = true;
    }
  }
  const output = createOutput(failing('EPIPE'), { signal: never, onClosed });
  await output.lines(produce());
  expect(output.isClosed).toBe(true);
  expect(isReturned).toBe(true);
  expect(onClosed).toHaveBeenCalledOnce();
  await output.text('more');
});

it('says so when the medium fails', async () => {
  const output = createOutput(failing('ENOSPC'), { signal: never, onClosed: () => {} });
  await expect(output.text('x')).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
});

it('lets signals in while a producer never waits, and then finishes the line', async () => {
  const sink = createSink();
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  function* produce() {
    for (let n = 0; ; n += 1) yield `line ${n}`;
  }
  const output = createOutput(sink, { signal: controller.signal, onClosed: () => {} });
  const count = await output.lines(produce());
  expect(sink.written.endsWith(`line ${count - 1}\n`)).toBe(true);
});

function open(sink: TextSink) {
  return createOutput(sink, { signal: never, onClosed: () => {} });
}

function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  });
}
