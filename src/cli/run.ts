// Runs one command line from start to exit code, on any host: the process, or a test.
import { PinakesError } from '../support/errors.ts';
import type { Command, Context, FlagValues, GLOBAL_FLAGS, Host } from './command.ts';
import { readFilesFrom } from './files-from.ts';
import { toCommandHelp, toOverview, toShortHelp } from './help.ts';
import { createLog, type Log } from './log.ts';
import { createOutput } from './output.ts';
import { type CommandLine, parseCommandLine } from './parse.ts';
import { startProgress } from './progress.ts';
import { hasWord, report } from './report.ts';
import { resolveSettings, type Setting } from './settings.ts';
import { readSettingsFiles } from './settings-file.ts';
import { createPaint } from './terminal.ts';
import type { Value } from './values.ts';
import { readVersion } from './version.ts';

/** Runs the command line of `host` and gives the exit code. Never throws. */
export async function runCommandLine(host: Host, commands: readonly Command[]): Promise<number> {
  try {
    const line = parseCommandLine(host.argv, commands);
    return line.kind === 'run'
      ? await runCommand(host, line, commands)
      : await answer(host, line, commands);
  } catch (thrown) {
    return report(thrown, host, hasWord(host, '--json'));
  }
}

type Run = Extract<CommandLine, { kind: 'run' }>;

async function runCommand(host: Host, line: Run, commands: readonly Command[]): Promise<number> {
  const { global, own } = await readSettings(host, line, commands);
  const paint = createPaint(host.stderr, host.env, global.color);
  const log = createLog(host.stderr, { isQuiet: global.quiet, paint });
  const closed = new AbortController();
  const signal = AbortSignal.any([host.interrupted, closed.signal]);
  const output = createOutput(host.stdout, {
    signal,
    onClosed: () => closed.abort(),
    ...(host.stdout.isTTY === true && { onWrite: () => log.status('') }),
  });
  const { args, missing } = await completeArguments(line, own, { host, log, signal });
  const context: Context = {
    // The values were read by the very declarations their types are inferred from.
    flags: { ...own, ...global } as Context['flags'],
    args: args as Context['args'],
    host,
    output,
    log,
    signal,
    commands,
    startProgress: (job) =>
      startProgress(job, {
        mode: global.progress,
        isQuiet: global.quiet,
        log,
        stderr: host.stderr,
      }),
  };
  const { isService = false } = line.command;
  const forget = announceInterruption(host, log, isService);
  try {
    const code = await line.command.run(context);
    if (!host.interrupted.aborted)
      return output.isClosed ? 0 : code === 0 && missing > 0 ? 3 : code;
    if (isService && code === 0) return endService(host, log);
  } catch (thrown) {
    log.status('');
    // Whatever breaks off because nobody listens any more, or because it was told to stop, is no news.
    if (output.isClosed) return 0;
    if (!host.interrupted.aborted) return report(thrown, host, global.json);
  } finally {
    forget();
  }
  log.status('');
  return report(new PinakesError('INTERRUPTED'), host, global.json);
}

/** The arguments with those that a list has, and how many lines of it name nothing. */
async function completeArguments(
  { args, command }: Run,
  own: Readonly<Record<string, Value>>,
  surroundings: Parameters<typeof readFilesFrom>[1],
): Promise<{ readonly args: Run['args']; readonly missing: number }> {
  for (const [name, { listedBy }] of Object.entries(command.arguments)) {
    const file = listedBy && own[listedBy];
    if (typeof file !== 'string') continue;
    const { paths, missing } = await readFilesFrom(file, surroundings);
    const given = args[name] ?? [];
    return { args: { ...args, [name]: [given, paths].flat() }, missing };
  }
  return { args, missing: 0 };
}

/** `--help`, `--version`, and the list of commands for those who gave none. */
async function answer(
  host: Host,
  line: Exclude<CommandLine, Run>,
  commands: readonly Command[],
): Promise<number> {
  const output = createOutput(host.stdout, { signal: host.interrupted, onClosed: () => {} });
  const paint = createPaint(host.stdout, host.env, !hasWord(host, '--no-color'));
  switch (line.kind) {
    case 'version': {
      const version = await readVersion();
      await (hasWord(host, '--json') ? output.json({ version }) : output.text(version));
      return 0;
    }
    case 'help':
      if (line.command === undefined) await output.text(toOverview(commands, paint));
      else await output.text((line.isLong ? toCommandHelp : toShortHelp)(line.command, paint));
      return 0;
    case 'nothing':
      host.stderr.write(toOverview(commands, createPaint(host.stderr, host.env, true)));
      return 2;
  }
}

async function readSettings(host: Host, line: Run, commands: readonly Command[]) {
  const { given } = line;
  const { config } = toValues(resolveSettings({ given, env: host.env, files: [] }));
  const files = await readSettingsFiles(
    host,
    commands,
    typeof config === 'string' ? config : undefined,
  );
  const sources = { given, env: host.env, files };
  return {
    // The values were read by the very declarations this type is inferred from.
    global: toValues(resolveSettings(sources)) as FlagValues<typeof GLOBAL_FLAGS>,
    own: toValues(resolveSettings(sources, line.command)),
  };
}

function toValues(settings: readonly Setting[]): Record<string, Value> {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}

/** A service that was told to stop, and did: by an operator or a supervisor (SIGTERM) that is its good end. */
function endService({ interrupted }: Host, log: Log): number {
  log.note('Stopped on request.');
  return interrupted.reason === 'SIGTERM' ? 0 : 130;
}

function announceInterruption(host: Host, log: Log, isService: boolean): () => void {
  const last = isService ? 'requests under way are answered' : 'the current record is done';
  const announce = () => log.note(`Stopping when ${last}. Interrupt again to leave at once.`);
  host.interrupted.addEventListener('abort', announce, { once: true });
  return () => host.interrupted.removeEventListener('abort', announce);
}
