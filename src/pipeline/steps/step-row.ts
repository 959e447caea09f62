// Rows between steps: a table, a key that brings together what belongs together, a rank that orders it, and JSON.
import { STEP_FORMAT } from './step-format.ts';

/** What a row is. Rows of a table go to the steps that `stages.ts` names. */
export type StepTable =
  /** A record that revisits may stand for, by its payload digest or by address and time. */
  | 'original'
  | 'revisit'
  /** A capture of a style sheet, by its SURT. */
  | 'sheet'
  /** A page that links a style sheet, by the SURT of the sheet. */
  | 'link'
  /** What an address gave at a time, by its SURT: an image, a redirect, something else. */
  | 'turn'
  /** A mention of an image, by the SURT that the page names. */
  | 'reference'
  /** A mention that followed a redirect, by the SURT that it led to. */
  | 'hop'
  /** What one SURT says of a content, by its digest. */
  | 'content'
  /** What pixels tell, by digest. */
  | 'fact'
  /** A document, by digest. */
  | 'document'
  /** A content that may have variants, by what it may share with them. */
  | 'kin'
  /** How a content compares with its variants, by digest. */
  | 'member'
  /** Two contents that are variants of one picture, by the digest of either. */
  | 'edge'
  /** A content whose group is not known yet. */
  | 'unsettled'
  /** A member of a group, by the digest that names the group. */
  | 'group'
  /** Which picture a content is a variant of, by its digest. */
  | 'picture'
  /** What a library needs of an archive, by its name. No step takes it. */
  | 'library';

/** Takes the rows that a step gives. `key` may be any text. */
export type EmitRow = (table: StepTable, key: string, rank: string, json: string) => void;

/** The table of the last row of a step, with the counts of all others. */
export const END = '#end';
/** The table of rows about input that could not be used. */
export const POISON = '#poison';

/** What a step did; its last row says so. */
export interface StepEnd {
  readonly format: number;
  readonly step: string;
  readonly version: string;
  /** Rows or parts that were read. */
  readonly read: number;
  /** Rows that were written, by table. */
  readonly written: Readonly<Record<string, number>>;
  /** Rows or parts that could not be used. */
  readonly poison: number;
  /** Documents that an index got, and those that left it. */
  readonly sent?: number;
  readonly removed?: number;
}

/** A row as one line, without its end. */
export function printRow(table: string, key: string, rank: string, json: string): string {
  return `${table}\t${toKey(key)}\t${rank}\t${json}`;
}

/** Columns of rows cannot hold what sets them apart, or would sort before it. */
export function toKey(text: string): string {
  return /\p{Cc}/u.test(text) ? text.replace(/\p{Cc}/gu, '%20') : text;
}

/** The last row of a step. */
export function printEnd(end: Omit<StepEnd, 'format'>): string {
  return printRow(END, '-', '-', JSON.stringify({ format: STEP_FORMAT, ...end }));
}

/** What the JSON of a last row says; `undefined` when it is none of this version of the format. */
export function parseEnd(json: string): StepEnd | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isEnd =
      typeof value === 'object' &&
      value !== null &&
      'format' in value &&
      value.format === STEP_FORMAT &&
      'written' in value &&
      typeof value.written === 'object';
    return isEnd ? (value as StepEnd) : undefined; // written by `printEnd` of the same format
  } catch {
    return undefined;
  }
}
