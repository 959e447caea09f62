// How far a long job is: one changing line on a terminal, a log line now and then, or JSON for programs.
import type { Log } from './log.ts';
import type { TextSink } from './output.ts';
import { printableJson } from './terminal.ts';
import { formatDuration, formatSize } from './units.ts';

const PERIOD_MS = { line: 100, plain: 10_000, json: 1000 };

/** What is counted and, where known, how much there is of it. */
export interface ProgressOptions {
  /** What is counted, in the plural: `records`. */
  readonly unit: string;
  readonly total?: number;
  readonly totalBytes?: number;
}

/** The display of one job. Updates are cheap: call them per record. */
export interface Progress {
  /** Counts `count` more units and `bytes` more bytes; `current` names what is worked on. */
  advance(count: number, bytes?: number, current?: string): void;
  /** Shows the final state and takes the changing line away. */
  stop(): void;
}

interface Display {
  readonly mode: 'auto' | 'plain' | 'json' | 'none';
  readonly isQuiet: boolean;
  readonly log: Log;
  readonly stderr: TextSink;
  /** Milliseconds of a steady clock; default `performance.now`. */
  readonly now?: () => number;
}

/** Starts a display. It never keeps the process alive. */
export function startProgress(job: ProgressOptions, display: Display): Progress {
  const { log, stderr, now = () => performance.now() } = display;
  if (display.mode === 'none' || display.isQuiet) return { advance: () => {}, stop: () => {} };
  const mode = display.mode !== 'auto' ? display.mode : stderr.isTTY === true ? 'line' : 'plain';
  const start = now();
  let next = start + PERIOD_MS[mode];
  const state = { done: 0, bytes: 0, current: '' };

  const show = (): void => {
    const figures = measure(job, state, now() - start);
    if (mode === 'json') stderr.write(`${printableJson({ progress: figures })}\n`);
    else if (mode === 'line') log.status(describe(figures));
    else log.note(describe(figures));
  };
  const showWhenDue = (): void => {
    if (now() < next) return;
    next = now() + PERIOD_MS[mode];
    show();
  };
  // The timer serves jobs that wait, the check in `advance` those that never let a timer run.
  const timer = setInterval(showWhenDue, PERIOD_MS[mode]).unref();
  return {
    advance: (count, bytes = 0, current = state.current) => {
      state.done += count;
      state.bytes += bytes;
      state.current = current;
      showWhenDue();
    },
    stop: () => {
      clearInterval(timer);
      if (mode === 'line') log.status('');
      else show();
    },
  };
}

type Figures = ReturnType<typeof measure>;

/** The figures of one moment, as `--progress=json` prints them; `null` where something is not known. */
function measure(
  job: ProgressOptions,
  state: { readonly done: number; readonly bytes: number; readonly current: string },
  elapsedMs: number,
) {
  const { unit, total = null, totalBytes = null } = job;
  // Bytes tell more of the work to come than counts: records differ in size.
  const share = totalBytes ? state.bytes / totalBytes : total ? state.done / total : 0;
  const isOnTheWay = share > 0 && share <= 1;
  return {
    unit,
    done: state.done,
    total,
    bytes: state.bytes,
    totalBytes,
    perSecond: elapsedMs > 0 ? Math.round((state.done * 10_000) / elapsedMs) / 10 : 0,
    bytesPerSecond: elapsedMs > 0 ? Math.round((state.bytes * 1000) / elapsedMs) : 0,
    seconds: Math.round(elapsedMs / 100) / 10,
    secondsLeft: isOnTheWay ? Math.round((elapsedMs * (1 - share)) / share / 1000) : null,
    current: state.current,
  };
}

function describe(figures: Figures): string {
  const whole = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 });
  const of = (total: string | null) => (total === null ? '' : ` of ${total}`);
  const { total, totalBytes, secondsLeft } = figures;
  return [
    `${whole(figures.done)}${of(total === null ? null : whole(total))} ${figures.unit}`,
    `${whole(figures.perSecond)}/s`,
    ...(figures.bytes > 0 || totalBytes !== null
      ? [
          `${formatSize(figures.bytes)}${of(totalBytes === null ? null : formatSize(totalBytes))}`,
          `${formatSize(figures.bytesPerSecond)}/s`,
        ]
      : []),
    ...(secondsLeft === null ? [] : [`${formatDuration(secondsLeft * 1000)} left`]),
    ...(figures.current === '' ? [] : [figures.current]),
  ].join('  ');
}
