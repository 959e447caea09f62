// Turns the words of a command line into a command with checked flags and arguments.
import { parseArgs } from 'node:util';
import { PinakesError } from '../support/errors.ts';
import {
  type Argument,
  type Command,
  type Flag,
  type Flags,
  GLOBAL_FLAGS,
  type Scalar,
} from './command.ts';
import { toFlagName } from './names.ts';
import { didYouMean } from './suggest.ts';
import { readText, type Value } from './values.ts';

/** What a command line asks for. */
export type CommandLine =
  | {
      readonly kind: 'run';
      readonly command: Command;
      /** Values of the flags that were given, by name. */
      readonly given: ReadonlyMap<string, Exclude<Value, undefined>>;
      readonly args: Readonly<Record<string, string | readonly string[] | undefined>>;
    }
  | { readonly kind: 'help'; readonly command: Command | undefined; readonly isLong: boolean }
  | { readonly kind: 'version' }
  | { readonly kind: 'nothing' };

/**
 * Reads a command line. Global flags may stand anywhere, flags of a command after its name, and
 * `--` ends flags. Throws `UNKNOWN_COMMAND`, `UNKNOWN_FLAG` or `USAGE`.
 */
export function parseCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
): CommandLine {
  const front = tokenize(argv, GLOBAL_FLAGS);
  const word = front.find((token) => token.kind === 'positional');
  const before = word === undefined ? front : front.slice(0, front.indexOf(word));
  const asked = askedFor(before, undefined);
  if (word === undefined && asked !== undefined) return asked;
  for (const token of before) if (token.kind === 'option') findFlag(token, GLOBAL_FLAGS, undefined);
  if (word === undefined) return { kind: 'nothing' };
  const command = findCommand(word.value, commands) ?? unknownCommand(word.value, commands);
  const flags = { ...GLOBAL_FLAGS, ...command.flags };
  const tokens = tokenize([...argv.slice(0, word.index), ...argv.slice(word.index + 1)], flags);
  // Someone who asks for help gets it, whatever else is wrong with the line.
  const asksFor = askedFor(tokens, command);
  if (asksFor !== undefined) return asksFor;
  const given = readFlags(tokens, flags, command);
  return {
    kind: 'run',
    command,
    given,
    args: readArguments(
      tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
      command,
      given,
    ),
  };
}

/** The command of that name. */
export function findCommand(name: string, commands: readonly Command[]): Command | undefined {
  return commands.find((command) => command.name === name);
}

/** Throws `UNKNOWN_COMMAND` with the nearest name there is. */
export function unknownCommand(name: string, commands: readonly Command[]): never {
  const guess = didYouMean(
    name,
    commands.map((command) => command.name),
  ).trim();
  throw new PinakesError('UNKNOWN_COMMAND', {
    command: name,
    suggestion: guess === '' ? 'See `pinakes --help` for the list of commands.' : guess,
  });
}

type Token = ReturnType<typeof tokenize>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/** Splits words by the POSIX and GNU rules; what is unknown or wrong is judged later, by us. */
function tokenize(argv: readonly string[], flags: Flags) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const type = flag.type === 'boolean' ? 'boolean' : 'string';
    options[toFlagName(name)] = flag.short === undefined ? { type } : { type, short: flag.short };
  }
  return parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

function askedFor(tokens: readonly Token[], command: Command | undefined): CommandLine | undefined {
  const options = tokens.filter((token) => token.kind === 'option');
  const help = options.find((token) => token.name === 'help');
  if (help !== undefined) return { kind: 'help', command, isLong: help.rawName !== '-h' };
  return options.some((token) => token.name === 'version') ? { kind: 'version' } : undefined;
}

function readFlags(
  tokens: readonly Token[],
  flags: Flags,
  command: Command,
): ReadonlyMap<string, Exclude<Value, undefined>> {
  const given = new Map<string, Exclude<Value, undefined>>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, flag, isNegated } = findFlag(token, flags, command);
    const value = readFlag(token, flag, isNegated, command);
    if (flag.type === 'boolean' || flag.repeatable !== true) given.set(name, value);
    else given.set(name, [...asList(given.get(name)), value]);
  }
  return given;
}

function findFlag(
  token: OptionToken,
  flags: Flags,
  command: Command | undefined,
): { name: string; flag: Flag; isNegated: boolean } {
  for (const [name, flag] of Object.entries(flags)) {
    const flagName = toFlagName(name);
    if (token.name === flagName) return { name, flag, isNegated: false };
    if (flag.type === 'boolean' && token.name === `no-${flagName}`)
      return { name, flag, isNegated: true };
  }
  const known = Object.entries(flags).flatMap(([name, flag]) => {
    const flagName = toFlagName(name);
    return flag.type === 'boolean' ? [`--${flagName}`, `--no-${flagName}`] : [`--${flagName}`];
  });
  const help = command === undefined ? 'pinakes --help' : `pinakes ${command.name} --help`;
  throw new PinakesError('UNKNOWN_FLAG', {
    flag: token.rawName,
    command: command === undefined ? 'pinakes' : `pinakes ${command.name}`,
    suggestion:
      didYouMean(token.rawName, known).trim() ||
      (command === undefined ? 'Flags of a command come after its name. ' : '') +
        `See \`${help}\`.`,
  });
}

function readFlag(token: OptionToken, flag: Flag, isNegated: boolean, command: Command): Scalar {
  if (flag.type === 'boolean') {
    if (token.value !== undefined) throw usage(`${token.rawName} takes no value.`, command);
    return !isNegated;
  }
  const text = token.value;
  if (text === undefined)
    throw usage(`${token.rawName} needs a value (${flag.placeholder}).`, command);
  // `--library --json` is far likelier a forgotten value than a folder of that name.
  const isNumber = flag.type === 'integer' || flag.type === 'number';
  if (token.inlineValue === false && /^-./.test(text) && !(isNumber && /^-[\d.]/.test(text))) {
    throw usage(
      `${token.rawName} needs a value (${flag.placeholder}); write ${token.rawName}=${text} if ${text} is meant.`,
      command,
    );
  }
  const read = readText(flag, text);
  if (!read.ok) throw usage(`${token.rawName}: ${read.problem}.`, command);
  return read.value;
}

function readArguments(
  words: readonly string[],
  command: Command,
  given: ReadonlyMap<string, unknown>,
): Record<string, string | readonly string[] | undefined> {
  const left = [...words];
  const args: Record<string, string | readonly string[] | undefined> = {};
  for (const [name, argument] of Object.entries(command.arguments)) {
    const taken = argument.repeatable === true ? left.splice(0) : left.splice(0, 1);
    const isListed = argument.listedBy !== undefined && given.has(argument.listedBy);
    if (argument.required === true && taken.length === 0 && !isListed) {
      throw usage(`${name.toUpperCase()} is missing: ${argument.help}.`, command);
    }
    for (const word of taken) checkChoice(name, argument, word, command);
    args[name] = argument.repeatable === true ? taken : taken[0];
  }
  if (left.length > 0) throw usage(`There is an argument too many: ${left[0]}.`, command);
  return args;
}

function checkChoice(name: string, argument: Argument, word: string, command: Command): void {
  if (argument.choices === undefined || argument.choices.includes(word)) return;
  const guess = didYouMean(word, argument.choices);
  const choices = argument.choices.join(', ');
  throw usage(`${name.toUpperCase()}: ${word} is not one of ${choices}.${guess}`, command);
}

function usage(detail: string, command: Command): PinakesError {
  return new PinakesError('USAGE', { detail, command: command.name });
}

function asList(value: Value): readonly Scalar[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}
