// The table of commands as completion scripts need it.
import { type Command, type Flag, GLOBAL_FLAGS } from './command.ts';
import { toFlagName } from './names.ts';

// Names of values and arguments that stand for something in the file system.
const FILE_KINDS: ReadonlyMap<string, Candidates> = new Map([
  ['DIR', 'folder'],
  ['FILE', 'file'],
  ['PATH', 'file'],
]);

/** What can stand in a place: nothing, a file, a folder, free text, or one of some words. */
export type Candidates = 'none' | 'file' | 'folder' | 'text' | readonly string[];

/** A flag as a shell needs it. */
export interface CompletedFlag {
  /** The forms that help shows, with their dashes: `-q` and `--quiet`, `--no-color`. */
  readonly forms: readonly string[];
  readonly help: string;
  /** What the value can be; `none` when the flag takes none. */
  readonly candidates: Candidates;
  readonly placeholder: string;
  readonly isRepeatable: boolean;
}

/** An argument as a shell needs it. */
export interface CompletedArgument {
  readonly name: string;
  readonly candidates: Candidates;
  readonly isRepeatable: boolean;
}

/** A command as a shell needs it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly arguments: readonly CompletedArgument[];
}

/** The program as a shell needs it. */
export interface CompletedProgram {
  readonly flags: readonly CompletedFlag[];
  readonly commands: readonly CompletedCommand[];
}

/** What a shell needs to know to complete command lines. */
export function toCompletedProgram(commands: readonly Command[]): CompletedProgram {
  const names = commands.map(({ name }) => name);
  return {
    flags: Object.entries(GLOBAL_FLAGS).map(toCompletedFlag),
    commands: commands.map((command) => ({
      name: command.name,
      summary: command.summary,
      flags: Object.entries(command.flags).map(toCompletedFlag),
      arguments: Object.entries(command.arguments).map(([name, argument]) => ({
        name,
        candidates: argument.choices ?? (name === 'command' ? names : toCandidates(name)),
        isRepeatable: argument.repeatable === true,
      })),
    })),
  };
}

function toCompletedFlag([name, flag]: readonly [string, Flag]): CompletedFlag {
  const short = flag.short === undefined ? [] : [`-${flag.short}`];
  if (flag.type === 'boolean') {
    const long = `--${flag.default === true ? 'no-' : ''}${toFlagName(name)}`;
    const forms = [...short, long];
    return { forms, help: flag.help, candidates: 'none', placeholder: '', isRepeatable: false };
  }
  return {
    forms: [...short, `--${toFlagName(name)}`],
    help: flag.help,
    candidates: flag.type === 'choice' ? flag.choices : toCandidates(flag.placeholder),
    placeholder: flag.placeholder,
    isRepeatable: flag.repeatable === true,
  };
}

function toCandidates(placeholder: string): Candidates {
  return FILE_KINDS.get(placeholder.toUpperCase()) ?? 'text';
}
