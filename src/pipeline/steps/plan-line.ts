// Units of work as lines: what `pinakes plan` prints, any scheduler hands out, and `pinakes step` takes.
import type { PlannedArchive } from '../extract-plan.ts';
import { OBSERVATION_FORMAT } from '../observation-file.ts';

/** A unit of work: one archive. */
export interface PlanLine {
  readonly kind: 'archive';
  /** Version of the program and format of its output: a step of another version refuses the line. */
  readonly version: string;
  readonly format: number;
  /** What opens it, on any machine that the plan is for. */
  readonly location: string;
  readonly name: string;
  readonly size: number;
}

/** The line of an archive. It has neither tabs nor ends of lines, as JSON never does. */
export function printPlanLine(archive: PlannedArchive, version: string): string {
  const { location, name, size } = archive;
  const line: PlanLine = {
    kind: 'archive',
    version,
    format: OBSERVATION_FORMAT,
    location,
    name,
    size,
  };
  return JSON.stringify(line);
}

/** The archive of a line, or what is wrong with the line. Read in one go, by one process. */
export function parsePlanLine(text: string, version: string): PlannedArchive | string {
  const line = parse(text);
  if (line === undefined || line['kind'] !== 'archive') return 'it is not a line of `pinakes plan`';
  const { location, name, size } = line;
  if (line['version'] !== version || line['format'] !== OBSERVATION_FORMAT) {
    return `it was planned by version ${line['version']}, and this is ${version}`;
  }
  const isWhole =
    typeof location === 'string' && typeof name === 'string' && Number.isSafeInteger(size);
  return isWhole ? { location, name, size: Number(size), starts: [0] } : 'it is not whole';
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // told with the number of the line
  }
}
