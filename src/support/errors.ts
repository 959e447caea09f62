// The one table of errors: code, message, exit code, HTTP status and what to do about it.

/** What a caller should do next when it meets an error. */
export type NextStep = 'fix-usage' | 'retry-later' | 'stop-run' | 'skip-input';

interface ErrorEntry {
  /** Message template; `{name}` is replaced by the detail of that name. */
  readonly message: string;
  /** Exit code of the command line (2 = wrong use or fatal, 130 = interrupted). */
  readonly exitCode: number;
  /** HTTP status when the error reaches a client of the server. */
  readonly httpStatus: number;
  readonly next: NextStep;
  /** What to try; may use the same `{name}` placeholders. */
  readonly hint: string;
}

const entry = (
  next: NextStep,
  httpStatus: number,
  message: string,
  hint: string,
  exitCode = 2,
): ErrorEntry => ({ next, httpStatus, message, hint, exitCode });

/** All errors a user can meet. Codes are never renamed or reused. */
export const ERRORS = {
  // Command line and configuration
  USAGE: entry('fix-usage', 400, '{detail}', 'See `pinakes {command} --help`.'),
  UNKNOWN_COMMAND: entry('fix-usage', 400, 'There is no command `{command}`.', '{suggestion}'),
  UNKNOWN_FLAG: entry('fix-usage', 400, '`{command}` has no flag {flag}.', '{suggestion}'),
  CONFIG_INVALID: entry(
    'fix-usage',
    400,
    'The configuration in {origin} is not valid: {detail}',
    'Correct it there; `pinakes COMMAND --help` and docs/cli.md list the settings.',
  ),
  NODE_TOO_OLD: entry(
    'stop-run',
    500,
    'Pinakes needs Node {needed} or newer; this is {found}.',
    'Install a newer Node and run the command again.',
  ),
  INTERRUPTED: entry(
    'stop-run',
    503,
    'Stopped on request.',
    'Run the same command again to go on.',
    130,
  ),
  INTERNAL: entry(
    'stop-run',
    500,
    'Pinakes met a problem it did not expect: {detail}',
    'This is a defect of Pinakes. Please report it with the command and the lines above.',
  ),
  // Libraries
  LIBRARY_NOT_FOUND: entry(
    'fix-usage',
    404,
    'There is no library in {folder}.',
    'Make one with `pinakes ingest ARCHIVE... --library {folder}`, or check the path.',
  ),
  LIBRARY_LOCKED: entry(
    'retry-later',
    409,
    'Another program is writing to the library {folder}.',
    'Wait until it has finished, or stop it; searching goes on meanwhile.',
  ),
  LIBRARY_SETTINGS: entry(
    'fix-usage',
    409,
    'The library {folder} was made with {setting} {found}, not {wanted}.',
    'This is fixed when a library is made: leave {setting} out, or make another library.',
  ),
  LIBRARY_TOO_NEW: entry(
    'stop-run',
    500,
    'The library {folder} has format {found}; this version of Pinakes knows formats up to {known}.',
    'Install a newer version of Pinakes.',
  ),
  LIBRARY_OLD: entry(
    'stop-run',
    503,
    'The library {folder} was made by an older version of Pinakes.',
    'Run `pinakes doctor --library {folder} --repair` once to bring it up to date.',
  ),
  LIBRARY_DAMAGED: entry(
    'stop-run',
    500,
    'The library {folder} is damaged: {detail}',
    'Nothing was changed. `pinakes doctor --library {folder}` tells more; `--repair` makes the index anew from what is stored.',
  ),
  LIBRARY_UNREADABLE: entry(
    'stop-run',
    503,
    'The library {folder} cannot be opened: {detail}',
    'Check that the folder exists and that you may read and write it.',
  ),
  DISK_FULL: entry(
    'stop-run',
    507,
    'There is no room left for the library {folder}.',
    'Free some space and run the same command again: it goes on where it stopped.',
  ),
  COLLECTION_NOT_FOUND: entry(
    'fix-usage',
    404,
    'The library has no collection {collection}.',
    '{suggestion}',
  ),
  // Files and sources
  INPUT_NOT_FOUND: entry(
    'fix-usage',
    404,
    'Nothing was found at {input}.',
    'Check the path; quote patterns such as "crawl/*.warc.gz".',
  ),
  PATTERN_INVALID: entry(
    'fix-usage',
    400,
    'The pattern {pattern} cannot be used: {detail}',
    'Give several simpler patterns instead.',
  ),
  INPUT_UNREADABLE: entry(
    'skip-input',
    503,
    '{input} cannot be read: {detail}',
    'Check that the file exists and that you may read it.',
  ),
  OUTPUT_EXISTS: entry(
    'fix-usage',
    409,
    '{output} already exists.',
    'Choose another name or remove the file first.',
  ),
  OUTPUT_UNWRITABLE: entry(
    'stop-run',
    500,
    '{output} cannot be written: {detail}',
    'Check the free space and the permissions of the folder.',
  ),
  OUTPUT_LOCKED: entry(
    'retry-later',
    409,
    '{output} is being written by another program ({holder}).',
    'Wait until it has finished, or stop it. If no such program runs, remove {lock}.',
  ),
  OUTPUT_FORMAT: entry(
    'fix-usage',
    400,
    'The name of {output} tells no format that can be written.',
    'Use one of these endings: {endings}.',
  ),
  OUTPUT_COLUMNS: entry(
    'fix-usage',
    400,
    'The columns of {output} cannot be used: {detail}',
    'Give every column a name of its own, and a path of a value or a field of captures.',
  ),
  MANIFEST_INVALID: entry(
    'fix-usage',
    422,
    '{input} is not a manifest: {detail}',
    'Give the `.manifest.json` that stands beside an output of `pinakes corpus`.',
  ),
  REMOTE_FAILED: entry(
    'retry-later',
    502,
    '{url} did not answer as needed: {detail}',
    'Check the address and the network, then run the command again.',
  ),
  REMOTE_NO_RANGES: entry(
    'skip-input',
    502,
    '{url} does not serve parts of a file (no range requests).',
    'Download the file and give its path instead.',
  ),
  REMOTE_CHANGED: entry(
    'stop-run',
    502,
    '{url} changed while it was being read.',
    'Run the command again to read the new version from its start.',
  ),
  S3_CREDENTIALS: entry(
    'fix-usage',
    401,
    'No credentials for {url}.',
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_REGION, AWS_ENDPOINT_URL for other services).',
  ),
  // Archive formats
  NOT_AN_ARCHIVE: entry(
    'skip-input',
    422,
    '{input} is not a WARC, ARC or WACZ file: {detail}',
    'Run `pinakes doctor {input}` to see what was found.',
  ),
  RECORD_NOT_FOUND: entry(
    'skip-input',
    404,
    'There is no record at offset {offset} of {input}: {detail}',
    'The index may belong to another version of the file; make it again with `pinakes cdx`.',
  ),
  BODY_TOO_LARGE: entry(
    'skip-input',
    413,
    'The body of the record at offset {offset} of {input} is larger than {limit} bytes.',
    'Read it as a stream, or raise the limit.',
  ),
  WACZ_INVALID: entry(
    'skip-input',
    422,
    '{input} is not a usable WACZ: {detail}',
    'Run `pinakes doctor {input}` for details.',
  ),
  CDX_INVALID: entry(
    'skip-input',
    422,
    'Line {line} of {input} is not an index line: {detail}',
    'Make the index again with `pinakes cdx`.',
  ),
  // Corpus
  ENRICHMENT_UNKNOWN: entry(
    'fix-usage',
    400,
    'There is no enrichment `{name}`.',
    '{suggestion}docs/enrichments.md lists them all.',
  ),
  ENRICHMENT_INVALID: entry(
    'fix-usage',
    400,
    'The enrichment `{name}` cannot be used: {detail}',
    'docs/enrichments.md shows how each is written.',
  ),
  WHERE_INVALID: entry(
    'fix-usage',
    400,
    'The condition cannot be understood at character {position}: {detail}\n  {line}\n  {caret}',
    '{hint}',
  ),

  // Server
  PORT_IN_USE: entry(
    'fix-usage',
    409,
    'Port {port} of {host} is taken by another program.',
    'Stop that program, or choose another port with --port (0 takes any free one).',
  ),
  ADDRESS_UNUSABLE: entry(
    'fix-usage',
    409,
    'The server cannot listen on {host}, port {port}: {detail}',
    'Give an address of this machine with --host, and a port that you may use with --port.',
  ),
  TOKEN_UNUSABLE: entry(
    'fix-usage',
    500,
    'The operator token in {path} cannot be used: {detail}',
    'Remove the file so that a new one is made, or make the folder writable; searching works without.',
  ),
} as const satisfies Record<string, ErrorEntry>;

/** A code of the error table. */
export type ErrorCode = keyof typeof ERRORS;

/** Where in the input an error was met. */
export interface Where {
  readonly file?: string;
  readonly offset?: number;
  readonly url?: string;
}

interface ErrorOptions {
  readonly where?: Where;
  readonly cause?: unknown;
}

/**
 * An error a user can meet. The message says what happened to what, `hint` what to try.
 *
 * @example throw new PinakesError('INPUT_NOT_FOUND', { input: 'crawl.warc.gz' });
 */
export class PinakesError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly where: Where | undefined;
  readonly exitCode: number;
  readonly httpStatus: number;
  readonly next: NextStep;

  constructor(
    code: ErrorCode,
    details: Readonly<Record<string, string | number>> = {},
    options: ErrorOptions = {},
  ) {
    const found: ErrorEntry = ERRORS[code];
    super(fill(found.message, details), 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'PinakesError';
    this.code = code;
    this.hint = fill(found.hint, details);
    this.where = options.where;
    this.exitCode = found.exitCode;
    this.httpStatus = found.httpStatus;
    this.next = found.next;
  }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function fill(template: string, details: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole));
}
