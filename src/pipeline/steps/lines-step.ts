// Steps on lines: what `pinakes step` does between the standard input and the standard output.
import type { Loss } from '../../model/capture.ts';
import { PinakesError } from '../../support/errors.ts';
import { extractPart } from './extract-part.ts';
import type { PartLine } from './plan-line.ts';
import { openGroups } from './run-groups.ts';
import { openStep, STAGES, type StepName } from './stages.ts';
import { type EmitRow, END, POISON, parseEnd, printEnd, printRow } from './step-row.ts';
import { type TaskSettings, toSettings } from './step-task.ts';

/** Where lines go. */
export interface LinesOutput {
  readonly version: string;
  readonly settings: TaskSettings;
  /** Takes lines; its promise gives back-pressure. */
  readonly write: (lines: readonly string[]) => Promise<unknown>;
}

/** Gives the rows of some parts, and what was done as the last one. Gives how much could not be used. */
export async function extractLines(
  run: LinesOutput & {
    readonly parts: readonly PartLine[];
    readonly signal: AbortSignal;
    readonly onLoss: (loss: Loss) => void;
  },
): Promise<number> {
  const rows = new LineRows(run.write);
  const settings = toSettings({ ...run.settings, locations: toLocations(run.parts) });
  const context = { settings, emit: rows.emit, poison: rows.poison };
  const { signal, onLoss } = run;
  for (const part of run.parts) {
    await extractPart(part, context, { signal, onLoss, onStretch: () => rows.flush() });
    // Without its end nobody takes the output for whole.
    signal.throwIfAborted();
  }
  return rows.finish({ step: 'extract', version: run.version, read: run.parts.length });
}

function toLocations(parts: readonly PartLine[]): Record<string, string> {
  return Object.fromEntries(parts.map(({ name, location }) => [name, location]));
}

/**
 * Does a step on rows that come sorted by key and rank. Ends of the steps that wrote them come along, wherever they stand; unless
 * the rows are a share of all, these must tell of as many rows as there are. Gives how much could not be used.
 */
export async function workOnLines(
  run: LinesOutput & {
    readonly step: StepName;
    readonly isShared: boolean;
    readonly lines: AsyncIterable<string>;
  },
): Promise<number> {
  const { step: name, isShared, lines, version } = run;
  const stages = STAGES.filter(({ step }) => step === name);
  const taken = new Set<string>(stages.flatMap(({ takes }) => takes));
  const known = new Set<string>(stages.flatMap(({ knows = [] }) => knows));
  const rows = new LineRows(run.write);
  const step = await openStep(name, {
    settings: toSettings(run.settings),
    emit: rows.emit,
    poison: rows.poison,
  });
  const input = new InputCheck(name, version);
  try {
    const groups = openGroups(step, rows.poison);
    for await (const line of lines) {
      const tab = line.indexOf('\t');
      const table = line.slice(0, tab);
      if (table === END) input.addEnd(line);
      else if (table !== POISON) {
        if (!taken.has(table) && !known.has(table)) {
          throw refuse(
            name,
            `It takes no rows of the table ${JSON.stringify(table.slice(0, 40))}.`,
          );
        }
        const row = line.slice(tab + 1);
        input.addRow(row, taken.has(table) ? table : undefined);
        const waiting = groups.add(row);
        if (waiting !== undefined) await waiting;
        if (rows.isFull) await rows.flush();
      }
    }
    await groups.finish();
  } finally {
    await step.close?.();
  }
  if (!isShared) input.check();
  return rows.finish({ step: name, version, read: input.read });
}

/** Whether the input is sorted and whole. */
class InputCheck {
  read = 0;
  readonly #step: string;
  readonly #version: string;
  readonly #found = new Map<string, number>();
  readonly #told = new Map<string, number>();
  #ends = 0;
  #last = '';
  #lastKey: Buffer = Buffer.alloc(0);

  constructor(step: string, version: string) {
    this.#step = step;
    this.#version = version;
  }

  addRow(row: string, table: string | undefined): void {
    this.read++;
    if (table !== undefined) this.#found.set(table, (this.#found.get(table) ?? 0) + 1);
    // The start of a key that stays the same needs no closer look.
    const key = row.slice(0, row.indexOf('\t', row.indexOf('\t') + 1));
    if (key === this.#last) return;
    const bytes = Buffer.from(key);
    if (Buffer.compare(bytes, this.#lastKey) < 0) {
      throw refuse(this.#step, 'Its rows are not sorted by key and rank: use `LC_ALL=C sort`.');
    }
    this.#last = key;
    this.#lastKey = bytes;
  }

  addEnd(line: string): void {
    const end = parseEnd(line.slice(line.lastIndexOf('\t') + 1));
    if (end === undefined || end.version !== this.#version) {
      throw refuse(
        this.#step,
        `Its rows are of version ${end?.version ?? 'unknown'}, and this is ${this.#version}.`,
      );
    }
    this.#ends++;
    for (const [table, rows] of Object.entries(end.written)) {
      this.#told.set(table, (this.#told.get(table) ?? 0) + Number(rows));
    }
  }

  /** Throws where rows are missing, or there is no word of how many there should be. */
  check(): void {
    if (this.#ends === 0) {
      throw refuse(
        this.#step,
        'Its input has no end: the step before was cut off, or the rows that start with #end were left out.',
      );
    }
    for (const [table, found] of this.#found) {
      const told = this.#told.get(table) ?? 0;
      if (told !== found) {
        throw refuse(
          this.#step,
          `It got ${found} rows of the table ${table}, and ${told} were written.`,
        );
      }
    }
    if (this.#found.size === 0 && [...this.#told.values()].some((rows) => rows > 0)) {
      throw refuse(this.#step, 'It got none of its rows.');
    }
  }
}

function refuse(step: string, detail: string): PinakesError {
  return new PinakesError('USAGE', { command: `step ${step}`, detail });
}

/** Rows that wait to be written as lines. */
const WAITING_ROWS = 2000;

class LineRows {
  readonly #write: LinesOutput['write'];
  readonly #written: Record<string, number> = {};
  #waiting: string[] = [];
  #poison = 0;

  constructor(write: LinesOutput['write']) {
    this.#write = write;
  }

  get isFull(): boolean {
    return this.#waiting.length >= WAITING_ROWS;
  }

  readonly emit: EmitRow = (table, key, rank, json) => {
    this.#written[table] = (this.#written[table] ?? 0) + 1;
    this.#waiting.push(printRow(table, key, rank, json));
  };

  readonly poison = (what: string, reason: string): void => {
    this.#poison++;
    this.#waiting.push(printRow(POISON, '-', '-', JSON.stringify({ what, reason })));
  };

  async flush(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    if (lines.length > 0) await this.#write(lines);
  }

  async finish(told: { readonly step: string; readonly version: string; readonly read: number }) {
    await this.flush();
    const poison = this.#poison;
    await this.#write([printEnd({ ...told, written: this.#written, poison })]);
    return poison;
  }
}
