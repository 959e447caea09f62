import { beforeEach, describe, expect, it } from 'vitest';
import { createSink, type FakeSink } from '../../test/fixtures/fake-host.ts';
import { createLog } from './log.ts';
import { type ProgressOptions, startProgress } from './progress.ts';

let clock = 0;
beforeEach(() => {
  clock = 0;
});

describe('on a terminal', () => {
  it('draws one line with count, rate, bytes and time left, and takes it away', () => {
    const sink = createSink(true);
    const progress = start(sink, 'auto', { unit: 'records', totalBytes: 4_000_000 });
    clock = 2000;
    progress.advance(3000, 1_000_000, 'a\x1b[2J.warc.gz');
    expect(sink.written).toBe(
      '\r3,000 records  1,500/s  1.0 MB of 4.0 MB  500 kB/s  6s left  a\\x1b[2J.warc.gz\x1b[K',
    );
    progress.stop();
    expect(sink.written.endsWith('\r\x1b[K')).toBe(true);
  });

  it('draws no more than ten times a second', () => {
    const sink = createSink(true);
    const progress = start(sink, 'auto', { unit: 'records' });
    for (; clock < 1000; clock += 1) progress.advance(1);
    progress.stop();
    expect(sink.written.split('\r').length - 1).toBeLessThanOrEqual(11);
  });

  it('never wraps, and makes room for messages', () => {
    const sink = createSink(true);
    sink.columns = 20;
    const log = createLog(sink, { isQuiet: false, paint: (_, text) => text });
    log.status('a'.repeat(50));
    log.warn('careful');
    const line = `\r${'a'.repeat(19)}\x1b[K`;
    expect(sink.written).toBe(`${line}\r\x1b[Kwarning: careful\n${line}`);
  });
});

describe('elsewhere', () => {
  it('writes a log line every ten seconds and one at the end', () => {
    const sink = createSink();
    const progress = start(sink, 'auto', { unit: 'pages', total: 100 });
    for (; clock <= 25_000; clock += 100) progress.advance(0);
    progress.advance(50);
    progress.stop();
    expect(sink.written.split('\n')).toEqual([
      '0 of 100 pages  0/s',
      '0 of 100 pages  0/s',
      '50 of 100 pages  2/s  25s left',
      '',
    ]);
  });

  it('prints JSON objects for programs', () => {
    const sink = createSink();
    const progress = start(sink, 'json', { unit: 'records', total: 40 });
    clock = 1000;
    progress.advance(10, 500, 'a.warc');
    expect(JSON.parse(sink.written)).toEqual({
      progress: {
        unit: 'records',
        done: 10,
        total: 40,
        bytes: 500,
        totalBytes: null,
        perSecond: 10,
        bytesPerSecond: 500,
        seconds: 1,
        secondsLeft: 3,
        current: 'a.warc',
      },
    });
    progress.stop();
  });

  it('is silent when asked to be', () => {
    const sink = createSink();
    const progress = start(sink, 'none', { unit: 'records' });
    clock = 60_000;
    progress.advance(1);
    progress.stop();
    expect(sink.written).toBe('');
  });
});

function start(stderr: FakeSink, mode: 'auto' | 'json' | 'none', job: ProgressOptions) {
  const log = createLog(stderr, { isQuiet: false, paint: (_, text) => text });
  return startProgress(job, { mode, isQuiet: false, log, stderr, now: () => clock });
}
