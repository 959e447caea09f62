// Units of work as lines: what `pinakes plan` prints, any scheduler hands out, and `pinakes step extract` takes.
import type { PlannedArchive } from '../extract-plan.ts';
import { OBSERVATION_FORMAT } from '../observation-file.ts';
import { STEP_FORMAT } from './step-format.ts';

/** A whole archive: its observations make a library. */
export interface ArchiveLine {
  readonly kind: 'archive';
  /** Version of the program and format of its output: a step of another version refuses the line. */
  readonly version: string;
  readonly format: number;
  /** What opens it, on any machine that the plan is for. */
  readonly location: string;
  readonly name: string;
  readonly size: number;
}

/** The records that start in a range of an archive: their rows make documents. */
export interface PartLine extends Omit<ArchiveLine, 'kind'> {
  readonly kind: 'part';
  readonly start: number;
  /** Where the range ends; `null`: with the archive. */
  readonly end: number | null;
  /** Collection of the archive. */
  readonly collection: string;
}

/** A unit of work. */
export type PlanLine = ArchiveLine | PartLine;

/** The line of a whole archive. It has neither tabs nor ends of lines, as JSON never does. */
export function printPlanLine(archive: PlannedArchive, version: string): string {
  const { location, name, size } = archive;
  const line: ArchiveLine = {
    kind: 'archive',
    version,
    format: OBSERVATION_FORMAT,
    location,
    name,
    size,
  };
  return JSON.stringify(line);
}

/** The lines of the parts of an archive. */
export function printPartLines(
  { location, name, size, starts }: PlannedArchive,
  { version, collection }: { readonly version: string; readonly collection: string },
): string[] {
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? null;
    const shared = { version, format: STEP_FORMAT, location, name, size };
    const line: PartLine = { kind: 'part', ...shared, start, end, collection };
    return JSON.stringify(line);
  });
}

/** What a line says, or what is wrong with it. */
export function parsePlanLine(text: string, version: string): PlanLine | string {
  const line = parse(text);
  const kind = line?.['kind'];
  if (line === undefined || (kind !== 'archive' && kind !== 'part')) {
    return 'it is not a line of `pinakes plan`';
  }
  const { location, name, size, start, end, collection } = line;
  const format = kind === 'part' ? STEP_FORMAT : OBSERVATION_FORMAT;
  if (line['version'] !== version || line['format'] !== format) {
    return `it was planned by version ${line['version']}, and this is ${version}`;
  }
  const isArchive = typeof location === 'string' && typeof name === 'string' && isCount(size);
  if (!isArchive) return 'it is not whole';
  const shared = { version, format, location, name, size: Number(size) };
  if (kind === 'archive') return { kind, ...shared };
  const isPart = isCount(start) && (end === null || isCount(end)) && typeof collection === 'string';
  if (!isPart) return 'it is not whole';
  return {
    kind,
    ...shared,
    start: Number(start),
    end: end === null ? null : Number(end),
    collection,
  };
}

/** The archive of a line, to be read in one go by one process. */
export function toArchive({ location, name, size }: ArchiveLine): PlannedArchive {
  return { location, name, size, starts: [0] };
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // told with the number of the line
  }
}
