// The program: gives the real process to the command line and ends with its exit code.
import { homedir } from 'node:os';
import type { Host } from './command.ts';
import { COMMANDS } from './commands.ts';
import { hasWord, report } from './report.ts';
import { runCommandLine } from './run.ts';

/** Runs the command line of this process and ends it. Called by `bin/pinakes`. */
export async function main(): Promise<void> {
  const host: Host = {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    homeFolder: homedir(),
    platform: process.platform,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    interrupted: watchInterruption(),
  };
  // A reader of stderr that has gone must not end the work.
  process.stderr.on('error', () => {});
  // Node's own answer would be exit code 1, which means something else here.
  process.on('uncaughtException', (thrown) =>
    process.exit(report(thrown, host, hasWord(host, '--json'))),
  );
  // Nothing is left to wait for, and yet the command has not ended: Node would call that a success.
  process.on('beforeExit', () => {
    const lost = new Error('the work stopped before its end');
    process.exit(report(lost, host, hasWord(host, '--json')));
  });
  const code = await runCommandLine(host, COMMANDS);
  await new Promise((resolve) => process.stderr.write('', resolve));
  // Sockets kept open for reuse and a stdin nobody closed would keep us waiting.
  process.exit(code);
}

/** The first SIGINT or SIGTERM asks the command to stop; the second one ends the process at once. */
function watchInterruption(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(name);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
