// Reads settings files (TOML) and checks every key and value against the table of flags.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, PinakesError } from '../support/errors.ts';
import { type Command, type Flag, type Flags, GLOBAL_FLAGS, type Host } from './command.ts';
import { isSettableBy, toFlagName } from './names.ts';
import { didYouMean } from './suggest.ts';
import { readSetting } from './values.ts';

const MAX_BYTES = 1_000_000;

/** A settings file whose keys and values are known to be valid. */
export interface SettingsFile {
  readonly path: string;
  /** Raw values by key: `progress`, or `cdx.format` for `format` in the table `[cdx]`. */
  readonly values: ReadonlyMap<string, unknown>;
}

/**
 * The settings files there are, the strongest first: the one asked for by `--config`, or
 * `pinakes.toml` in the working folder; then the user's own. Throws `CONFIG_INVALID` naming file
 * and key, `INPUT_NOT_FOUND` when the one asked for is missing.
 */
export async function readSettingsFiles(
  host: Pick<Host, 'cwd' | 'env' | 'homeFolder' | 'platform'>,
  commands: readonly Command[],
  asked?: string,
): Promise<readonly SettingsFile[]> {
  const local = path.resolve(host.cwd, asked ?? 'pinakes.toml');
  const files = [
    await readSettingsFile(local, commands),
    await readSettingsFile(userSettingsPath(host), commands),
  ];
  if (asked !== undefined && files[0] === undefined) {
    throw new PinakesError('INPUT_NOT_FOUND', { input: asked }, { where: { file: local } });
  }
  return files.filter((file) => file !== undefined);
}

/** Where the user's own settings are, by the custom of the system. */
export function userSettingsPath(host: Pick<Host, 'env' | 'homeFolder' | 'platform'>): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = host.env;
  // The XDG rules ask to ignore a relative path.
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, 'pinakes', 'config.toml');
  if (host.platform === 'win32' && appData !== undefined && appData !== '') {
    return path.join(appData, 'pinakes', 'config.toml');
  }
  return path.join(host.homeFolder, '.config', 'pinakes', 'config.toml');
}

/** Checks the text of a settings file and gives its values by key. */
export async function parseSettings(
  text: string,
  file: string,
  commands: readonly Command[],
): Promise<SettingsFile> {
  const values = new Map<string, unknown>();
  const everyone = [{ name: '', flags: GLOBAL_FLAGS }, ...commands];
  for (const [key, value] of Object.entries(await parseToml(text, file))) {
    const command = commands.find(({ name }) => name === key);
    if (command === undefined) {
      check(key, value, everyone, file);
      values.set(key, value);
    } else if (!isTable(value)) {
      throw invalid(file, `\`${key}\` is a command: write its settings below a line [${key}].`);
    } else {
      for (const [inner, innerValue] of Object.entries(value)) {
        check(inner, innerValue, [command], file);
        values.set(`${key}.${inner}`, innerValue);
      }
    }
  }
  return { path: file, values };
}

interface Owner {
  /** Name of the command; empty for the global flags. */
  readonly name: string;
  readonly flags: Flags;
}

/** A key must be a flag of some owner, and its value must suit all owners that have this flag. */
function check(key: string, value: unknown, owners: readonly Owner[], file: string): void {
  const declared = owners.flatMap(({ name, flags }) =>
    fileFlags(flags).flatMap(([known, flag]) => (known === key ? [{ name, flag }] : [])),
  );
  if (declared.length === 0) {
    const known = owners.flatMap(({ name, flags }) => [name, ...fileFlags(flags).map(([k]) => k)]);
    throw invalid(file, `there is no setting \`${key}\`.${didYouMean(key, known)}`);
  }
  for (const { name, flag } of declared) {
    const read = readSetting(flag, value);
    const where = name === '' ? '' : ` of \`pinakes ${name}\``;
    if (!read.ok) throw invalid(file, `\`${key}\`${where} ${read.problem}.`);
  }
}

function fileFlags(flags: Flags): readonly (readonly [string, Flag])[] {
  return Object.entries(flags).flatMap(([name, flag]) =>
    isSettableBy(flag, 'file') ? [[toFlagName(name), flag] as const] : [],
  );
}

async function readSettingsFile(
  file: string,
  commands: readonly Command[],
): Promise<SettingsFile | undefined> {
  let text: string;
  try {
    if ((await stat(file)).size > MAX_BYTES)
      throw invalid(file, `it is larger than ${MAX_BYTES} bytes.`);
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof PinakesError) throw cause;
    if (isMissing(cause)) return undefined;
    throw new PinakesError(
      'INPUT_UNREADABLE',
      { input: file, detail: messageOf(cause) },
      { where: { file }, cause },
    );
  }
  return parseSettings(text, file, commands);
}

async function parseToml(text: string, file: string): Promise<Record<string, unknown>> {
  // Loaded on need: most runs have no settings file.
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    // The first line is the message; a picture of the place follows.
    const [message] = cause.message.split('\n');
    throw invalid(file, `line ${cause.line}, column ${cause.column}: ${message}.`, cause);
  }
}

function invalid(file: string, detail: string, cause?: unknown): PinakesError {
  return new PinakesError('CONFIG_INVALID', { origin: file, detail }, { where: { file }, cause });
}

function isTable(value: unknown): value is Record<string, unknown> {
  // Dates are objects too; those of smol-toml extend Date.
  const isObject = typeof value === 'object' && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof Date);
}

function isMissing(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    'code' in cause &&
    (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
  );
}
