// Lines of a ZipNum summary in the two spellings there are: tabs (clusters) and JSON (WACZ).

/** A compressed block of lines. */
export interface ZipNumBlock {
  /** Name of the file that holds it. */
  readonly part: string;
  readonly offset: number;
  /** Compressed length in bytes. */
  readonly length: number;
}

/** Whether a file that begins with this line is a summary; one in JSON is told by header or name. */
export function isZipNumSummary(firstLine: string, fileName: string): boolean {
  if (firstLine.startsWith('!meta ')) return toDefaultPart(firstLine) !== '';
  const isJson = !firstLine.includes('\t');
  return (!isJson || /\.idx$/i.test(fileName)) && parseSummaryLine(firstLine, '-') !== undefined;
}

/** The part that the header `!meta 0 {"format": ..., "filename": ...}` names, or `''`. */
export function toDefaultPart(head: string): string {
  const [, json = ''] = /^!meta \S+ (.*)/.exec(head) ?? [];
  const { format, filename } = parseObject(json);
  const isSummary = typeof format === 'string' && format.startsWith('cdxj-gzip');
  return isSummary && typeof filename === 'string' ? filename : '';
}

/** The block that begins with the key and time of this line; `undefined` when it names none. */
export function parseSummaryLine(line: string, defaultPart: string): ZipNumBlock | undefined {
  const [, part, offset, length] = line.split('\t');
  if (part !== undefined) return toBlock(part, offset, length);
  const [, json = ''] = /^\S+ \S+ (\{.*)/.exec(line) ?? [];
  const block = parseObject(json);
  return toBlock(block.filename ?? defaultPart, block.offset, block.length);
}

/** Writes a line in the spelling with tabs; `number` counts the blocks from 1. */
export function formatSummaryLine(firstLine: string, block: ZipNumBlock, number: number): string {
  const [key, time] = firstLine.split(' ', 2);
  return [`${key} ${time}`, block.part, block.offset, block.length, number].join('\t');
}

function toBlock(part: unknown, offset: unknown, length: unknown): ZipNumBlock | undefined {
  const start = toCount(offset);
  const size = toCount(length);
  if (typeof part !== 'string' || part === '') return undefined;
  if (start === undefined || size === undefined) return undefined;
  return { part, offset: start, length: size };
}

function toCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined;
  return number >= 0 ? number : undefined;
}

interface SummaryJson {
  readonly format?: unknown;
  readonly filename?: unknown;
  readonly offset?: unknown;
  readonly length?: unknown;
}

function parseObject(json: string): SummaryJson {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // no JSON names no block
  }
}
