// What a command is: one declaration from which parsing, help, docs, completion and settings come.
import type { Readable } from 'node:stream';
import type { Log } from './log.ts';
import type { Output, TextSink } from './output.ts';
import type { Progress, ProgressOptions } from './progress.ts';

/** Where a flag may be set besides the command line. */
export type FlagSource = 'env' | 'file';

interface FlagCommon {
  /** One line without a full stop, worded for the form that help shows. */
  readonly help: string;
  /** One letter for the short form. */
  readonly short?: string;
  /** Where else it can be set; default both. Flags that ask for one act only (`--help`) give `[]`. */
  readonly sources?: readonly FlagSource[];
}

interface ValueFlag extends FlagCommon {
  /** Name of the value in help. `FILE`, `PATH` and `DIR` are completed from the file system. */
  readonly placeholder: string;
  /** May be given several times; the value is then a list, empty by default. */
  readonly repeatable?: true;
}

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/**
 * One flag. Its key in `flags` is camelCase: `minSize` is `--min-size` on the command line,
 * `PINAKES_MIN_SIZE` in the environment and `min-size` in a settings file.
 */
export type Flag =
  /** On or off; `--no-name` switches it off. One that is on by default is shown as `--no-name`. */
  | (FlagCommon & { readonly type: 'boolean'; readonly default?: boolean })
  | (ValueFlag & { readonly type: 'string'; readonly default?: string })
  | (ValueFlag & Range & { readonly type: 'number'; readonly default?: number })
  | (ValueFlag & Range & { readonly type: 'integer'; readonly default?: number })
  | (ValueFlag & {
      readonly type: 'choice';
      readonly choices: readonly string[];
      readonly default?: string;
    })
  /** A time span such as `30s` or `2y`; the value is in milliseconds. */
  | (ValueFlag & { readonly type: 'duration'; readonly default?: string })
  /** An amount such as `10MB` or `4096`; the value is in bytes. */
  | (ValueFlag & { readonly type: 'size'; readonly default?: string });

/** The flags of a command by camelCase name. */
export type Flags = Readonly<Record<string, Flag>>;

/** One positional argument; the last one may be repeatable. */
export interface Argument {
  readonly help: string;
  readonly choices?: readonly string[];
  readonly required?: true;
  readonly repeatable?: true;
  /** Name of the flag that names a list with further ones (`files-from.ts`); one that is required may come from there. */
  readonly listedBy?: 'filesFrom';
}

/** The positional arguments of a command, in order, by the name help shows in capitals. */
export type Arguments = Readonly<Record<string, Argument>>;

/** One value of a flag, read and checked. */
export type Scalar = string | number | boolean;

type ScalarOf<F extends Flag> = F extends { type: 'boolean' }
  ? boolean
  : F extends { type: 'string' }
    ? string
    : F extends { type: 'choice'; choices: readonly (infer C)[] }
      ? C
      : number;

/** The type of a flag's value in `run`. */
export type FlagValue<F extends Flag> = F extends { repeatable: true }
  ? readonly ScalarOf<F>[]
  : F extends { type: 'boolean' } | { default: string | number }
    ? ScalarOf<F>
    : ScalarOf<F> | undefined;

/** The values of all flags of a declaration. */
export type FlagValues<F extends Flags> = { readonly [K in keyof F]: FlagValue<F[K]> };

type TextOf<A extends Argument> = A extends { choices: readonly (infer C)[] } ? C : string;

/** The type of an argument's value in `run`. */
export type ArgumentValue<A extends Argument> = A extends { repeatable: true }
  ? readonly TextOf<A>[]
  : A extends { required: true }
    ? TextOf<A>
    : TextOf<A> | undefined;

/** The values of all arguments of a declaration. */
export type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A]: ArgumentValue<A[K]>;
};

/** The process as a command sees it; tests give their own. */
export interface Host {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working folder. */
  readonly cwd: string;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Aborted when the user asks the program to stop; the reason is the name of the signal, where there was one. */
  readonly interrupted: AbortSignal;
}

/** 0 done, 1 nothing found or check not met, 2 wrong use or fatal, 3 finished but input was skipped. */
export type ExitCode = 0 | 1 | 2 | 3;

/** All a command is given to work with. */
export interface Context<F extends Flags = Flags, A extends Arguments = Arguments> {
  readonly flags: FlagValues<F> & FlagValues<typeof GLOBAL_FLAGS>;
  readonly args: ArgumentValues<A>;
  readonly host: Host;
  /** Results, on stdout. */
  readonly output: Output;
  /** Everything else, on stderr. */
  readonly log: Log;
  /** Aborted when the user interrupts or nobody reads the results any more: finish the record, flush, return. */
  readonly signal: AbortSignal;
  /** Starts the progress display the user asked for. */
  readonly startProgress: (options: ProgressOptions) => Progress;
  /** The table of all commands. */
  readonly commands: readonly Command[];
}

/** A line to copy, and what it does. */
export interface Example {
  readonly does: string;
  readonly line: string;
}

/** A command of the program. Its module must load fast: import a stage inside `run`. */
export interface Command<F extends Flags = Flags, A extends Arguments = Arguments> {
  readonly name: string;
  /** One line without a full stop, for the list of commands. */
  readonly summary: string;
  /** Paragraphs for `--help` and the documentation, parted by empty lines. */
  readonly description: string;
  readonly examples: readonly Example[];
  readonly arguments: A;
  readonly flags: F;
  /** It runs until it is told to stop: SIGTERM is then the way to end it well, with exit code 0. */
  readonly isService?: true;
  /** Does the work. Written as a method so that commands with different flags fit one list. */
  run(context: Context<F, A>): Promise<ExitCode>;
}

/**
 * Declares a command; the types of `context.flags` and `context.args` follow from the declaration.
 *
 * @example
 * export const hello = defineCommand({
 *   name: 'hello', summary: 'greet somebody', description: 'Prints a greeting.', examples: [],
 *   arguments: { name: { help: 'who to greet', required: true } },
 *   flags: { times: { type: 'integer', min: 1, default: 1, placeholder: 'N', help: 'how often' } },
 *   async run({ args, flags, output }) {
 *     await output.lines(Array.from({ length: flags.times }, () => `Hello ${args.name}`));
 *     return 0;
 *   },
 * });
 */
export function defineCommand<const F extends Flags, const A extends Arguments>(
  command: Command<F, A>,
): Command<F, A> {
  return command;
}

/** The flags every command has. */
export const GLOBAL_FLAGS = {
  json: { type: 'boolean', help: 'print results as JSON (see docs/cli-json.md)' },
  color: { type: 'boolean', default: true, help: 'print without colours; NO_COLOR does the same' },
  progress: {
    type: 'choice',
    choices: ['auto', 'plain', 'json', 'none'],
    default: 'auto',
    placeholder: 'MODE',
    help: 'progress on stderr: a line that changes, log lines, JSON objects or nothing',
  },
  quiet: {
    type: 'boolean',
    short: 'q',
    help: 'print no notes and no progress, only results and trouble',
  },
  config: {
    type: 'string',
    placeholder: 'FILE',
    sources: ['env'],
    help: 'settings file to read instead of pinakes.toml in the working folder',
  },
  help: {
    type: 'boolean',
    short: 'h',
    sources: [],
    help: 'show help: -h in brief, --help in full',
  },
  version: { type: 'boolean', sources: [], help: 'print the version' },
} as const satisfies Flags;
