// Which value each flag has and where it came from: flags, environment, settings files, defaults.
import { PinakesError } from '../support/errors.ts';
import {
  type Command,
  type Flag,
  type Flags,
  GLOBAL_FLAGS,
  type Host,
  type Scalar,
} from './command.ts';
import { isSettableBy, toEnvNames, toSettingKey } from './names.ts';
import type { SettingsFile } from './settings-file.ts';
import { defaultOf, type Read, readSetting, readText, type Value } from './values.ts';

/** Where a value came from; `name` is the flag, variable or file. */
export type Origin =
  | { readonly kind: 'flag' | 'env' | 'file'; readonly name: string }
  | { readonly kind: 'default' };

/** The value of one flag in force. */
export interface Setting {
  /** `color` for a global flag, `cdx.format` for one of a command. */
  readonly key: string;
  /** Name of the flag in its declaration. */
  readonly name: string;
  readonly flag: Flag;
  readonly value: Value;
  readonly origin: Origin;
}

interface Sources {
  /** What the command line says, by name. */
  readonly given: ReadonlyMap<string, Exclude<Value, undefined>>;
  readonly env: Host['env'];
  /** Settings files, the strongest first. */
  readonly files: readonly SettingsFile[];
}

/** The settings of the global flags, or of the flags of `command`. */
export function resolveSettings(sources: Sources, command?: Command): readonly Setting[] {
  const flags: Flags = command?.flags ?? GLOBAL_FLAGS;
  return Object.entries(flags).map(([name, flag]) => {
    const key = toSettingKey(name, command);
    const found =
      fromCommandLine(name, sources) ??
      fromEnvironment(name, flag, sources, command) ??
      fromFiles(name, flag, sources, command);
    return {
      key,
      name,
      flag,
      ...(found ?? { value: defaultOf(flag), origin: { kind: 'default' } }),
    };
  });
}

interface Found {
  readonly value: Exclude<Value, undefined>;
  readonly origin: Origin;
}

function fromCommandLine(name: string, { given }: Sources): Found | undefined {
  const value = given.get(name);
  if (value === undefined) return undefined;
  return { value, origin: { kind: 'flag', name: `--${toSettingKey(name)}` } };
}

function fromEnvironment(
  name: string,
  flag: Flag,
  { env }: Sources,
  command: Command | undefined,
): Found | undefined {
  if (!isSettableBy(flag, 'env')) return undefined;
  // An empty variable is an unset one: the only way to unset it for one command in a shell.
  const variable = toEnvNames(name, command).find((candidate) => (env[candidate] ?? '') !== '');
  const text = variable === undefined ? undefined : env[variable];
  if (variable === undefined || text === undefined) return undefined;
  const read = readVariable(flag, text);
  if (read.ok) return { value: read.value, origin: { kind: 'env', name: variable } };
  throw new PinakesError('CONFIG_INVALID', {
    origin: `the variable ${variable}`,
    detail: `${read.problem}.`,
  });
}

/** A repeatable flag takes its values from one variable, parted by line ends. */
function readVariable(flag: Flag, text: string): Read<Exclude<Value, undefined>> {
  if (flag.type === 'boolean' || flag.repeatable !== true) return readText(flag, text);
  const values: Scalar[] = [];
  for (const line of text.split('\n').filter((part) => part !== '')) {
    const read = readText(flag, line);
    if (!read.ok) return read;
    values.push(read.value);
  }
  return { ok: true, value: values };
}

function fromFiles(
  name: string,
  flag: Flag,
  { files }: Sources,
  command: Command | undefined,
): Found | undefined {
  if (!isSettableBy(flag, 'file')) return undefined;
  for (const file of files) {
    const raw = file.values.get(toSettingKey(name, command)) ?? file.values.get(toSettingKey(name));
    if (raw === undefined) continue;
    const read = readSetting(flag, raw);
    // The file was checked against the whole table when it was read.
    if (!read.ok) throw new Error(`${file.path}: ${name} ${read.problem}`);
    return { value: read.value, origin: { kind: 'file', name: file.path } };
  }
  return undefined;
}
