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
  USAGE: entry('fix-usage', 400, '{detail}', 'Correct what the message names.'),
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
    'Install a newer Node.',
  ),
  INTERRUPTED: entry('stop-run', 503, 'Stopped on request.', 'Do the same again to go on.', 130),
  INTERNAL: entry(
    'stop-run',
    500,
    'Pinakes met a problem it did not expect: {detail}',
    'This is a defect of Pinakes. Please report it with what was asked for and what was printed.',
  ),
  FILES_LIMIT: entry(
    'stop-run',
    503,
    'The system lets this program open too few files at once: {detail}',
    'Raise the limit (`ulimit -n 1024` in a shell, LimitNOFILE in a systemd unit) and start again.',
  ),
  SQLITE_MISSING: entry(
    'stop-run',
    500,
    'There is no SQLite to use: Node {node} brings none that is complete, and better-sqlite3 cannot be loaded ({detail}).',
    'Use Node 22.16 or newer, or install the package better-sqlite3, which needs a C++ compiler.',
  ),
  OCR_MISSING: entry(
    'stop-run',
    500,
    'The networks that read text in pictures are not installed: the package {package} is missing.',
    'Install it beside Pinakes: npm install {package}',
  ),
  WORDS_MISSING: entry(
    'fix-usage',
    400,
    'The library has no network that makes vectors of words.',
    'Name one in models.toml of the library, in the table [vector.words]; docs/models.md says how.',
  ),
  MODELS_INVALID: entry(
    'fix-usage',
    400,
    '{file} is not valid: {detail}',
    'Correct it there; docs/models.md says what it may hold.',
  ),
  // Libraries
  LIBRARY_NOT_FOUND: entry(
    'fix-usage',
    404,
    'There is no library in {folder}.',
    'Check the path, or make a library: open it for writing with settings to create it.',
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
  LIBRARY_READ_ONLY: entry(
    'fix-usage',
    409,
    'The library {folder} was opened for reading only.',
    'Open it for writing to change it.',
  ),
  LIBRARY_CLOSED: entry(
    'fix-usage',
    500,
    'The library {folder} has been closed.',
    'Open it again, or close it later.',
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
    'The library {folder} was made by an older version of Pinakes, whose format is no longer read.',
    'Read its archives into a new library.',
  ),
  LIBRARY_FIELDS: entry(
    'stop-run',
    503,
    'The index of the library {folder} was made by another version of Pinakes.',
    'Repair the library once: that rebuilds the index from what is stored.',
  ),
  LIBRARY_DAMAGED: entry(
    'stop-run',
    500,
    'The library {folder} is damaged: {detail}',
    'Nothing was changed. A check tells more; a repair makes the index anew from what is stored.',
  ),
  LIBRARY_UNREADABLE: entry(
    'stop-run',
    503,
    'The library {folder} cannot be opened: {detail}',
    'Check that the folder exists and that you may read and write it.',
  ),
  LIBRARY_LOST: entry(
    'stop-run',
    500,
    'The database of the library {folder} tells nothing any more: nothing can be saved from it.',
    'Restore a backup, or ingest the archives into a new library. What was taken down is listed in takedowns.tsv of the folder.',
  ),
  DISK_FULL: entry(
    'stop-run',
    507,
    'There is no room left for the library {folder}.',
    'Free some space and do the same again: it goes on where it stopped.',
  ),
  COLLECTION_NOT_FOUND: entry(
    'fix-usage',
    404,
    'The library has no collection {collection}.',
    '{suggestion}',
  ),
  LOOK_UNKNOWN: entry(
    'fix-usage',
    409,
    'It is not known what the image {id} looks like, so its near duplicates cannot be found.',
    'Have the pixels of the library looked at first, or take the image down alone.',
  ),
  PRODUCER_UNKNOWN: entry(
    'fix-usage',
    404,
    'Nothing tells {name} about images.',
    'What can be told: {known}.',
  ),
  // Indexes elsewhere
  INDEX_NOT_FOUND: entry(
    'fix-usage',
    404,
    'There is no collection {collection} in this cluster.',
    'Copy the index of a library to it first.',
  ),
  INDEX_OLD: entry(
    'fix-usage',
    409,
    'The collection {collection} was made by another version of Pinakes, or by another program.',
    'Make the collection anew from its library.',
  ),
  INDEX_LOCKED: entry(
    'retry-later',
    409,
    'Another program is writing to the collection {collection}.',
    'Wait until it has finished, then do the same again.',
  ),
  INDEX_REPLICAS: entry(
    'retry-later',
    503,
    'A change reached {found} replicas of {collection}, not {wanted}.',
    'Bring the missing nodes back, or ask for fewer replicas; then do the same again.',
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
  MODEL_UNREADABLE: entry(
    'fix-usage',
    500,
    'The model {model} cannot be used: {detail}.',
    'Train a model anew, or use the one that comes with Pinakes.',
  ),
  OUTPUT_EXISTS: entry(
    'fix-usage',
    409,
    '{output} already exists.',
    'Choose another name or remove the file first.',
  ),
  PLACE_FILE_INVALID: entry(
    'fix-usage',
    500,
    '{file} is not a place file that this version can read.',
    'Import its sources again with this version.',
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
  PARTS_DIFFER: entry(
    'fix-usage',
    400,
    '{input} cannot be merged: {detail}.',
    'Make all parts by the same run, with the same version, and name each once.',
  ),
  OUTPUT_REMOTE: entry(
    'fix-usage',
    400,
    'The output {output} is an address: outputs are files of this machine.',
    'Write to a file, and copy it when it is whole.',
  ),
  SOURCE_UNREADABLE: entry(
    'stop-run',
    500,
    'Nothing could be read. The first reason, of {input}: {detail}',
    'No output was written. Check that the archives and indexes are there, and whole.',
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
    'Give the `.manifest.json` that stands beside the output of a corpus.',
  ),
  REMOTE_FAILED: entry(
    'retry-later',
    502,
    '{url} did not answer as needed: {detail}',
    'Check the address and the network, then try again.',
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
    'Try again to read the new version from its start.',
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
    'Examine the file to see what was found in it.',
  ),
  RECORD_NOT_FOUND: entry(
    'skip-input',
    404,
    'There is no record at offset {offset} of {input}: {detail}',
    'The index may belong to another version of the file: make it again.',
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
    'Examine the file for details.',
  ),
  CDX_INVALID: entry(
    'skip-input',
    422,
    'Line {line} of {input} is not an index line: {detail}',
    'Make the index again.',
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
  ENRICHMENT_UNOPENED: entry(
    'stop-run',
    500,
    'The enrichment `{name}` cannot start: {detail}',
    'Nothing can be derived with it. What was written so far is kept: the same run goes on from there.',
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
    'Stop that program, or choose another port (0 takes any free one).',
  ),
  ADDRESS_UNUSABLE: entry(
    'fix-usage',
    409,
    'The server cannot listen on {host}, port {port}: {detail}',
    'Give an address of this machine, and a port that you may use.',
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

/** What an error may say beside its details. */
export interface ErrorOptions {
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
  /** What the placeholders of message and hint stand for. */
  readonly details: Readonly<Record<string, string | number>>;
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
    super(
      fillTemplate(found.message, details),
      'cause' in options ? { cause: options.cause } : undefined,
    );
    this.name = 'PinakesError';
    this.code = code;
    this.hint = fillTemplate(found.hint, details);
    this.details = details;
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

/** A text with the details in place of `{name}`; a name that has none stays. */
export function fillTemplate(
  template: string,
  details: Readonly<Record<string, string | number>>,
): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole));
}
