// Tells a person, or a program, what went wrong.
import { messageOf, PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';
import { commandHint } from './error-hints.ts';
import { createLog } from './log.ts';
import { createPaint, printable, printableJson } from './terminal.ts';

/** Tells what went wrong and gives the exit code: a known error plainly, an unknown one with its trace. */
export function report(thrown: unknown, host: Host, isJson: boolean): number {
  const error = toKnown(thrown);
  const isKnown = error.code !== 'INTERNAL';
  const { code, message, where } = error;
  const hint = commandHint(error);
  if (isJson) {
    host.stderr.write(
      `${printableJson({ error: { code, message, hint, where: where ?? null } })}\n`,
    );
    return error.exitCode;
  }
  const paint = createPaint(host.stderr, host.env, !hasWord(host, '--no-color'));
  const log = createLog(host.stderr, { isQuiet: false, paint });
  if (!isKnown) {
    const stack = (thrown instanceof Error ? thrown.stack : undefined) ?? String(thrown);
    for (const row of stack.split('\n')) log.note(row);
  }
  // Being stopped is no error of anybody.
  if (code === 'INTERRUPTED') log.note(message);
  else {
    // This message points at a place in what was typed, on lines of its own; all others are one line, whatever they quote.
    const [first = '', ...rows] = code === 'WHERE_INVALID' ? message.split('\n') : [message];
    log.error(first);
    for (const row of rows) log.note(row);
  }
  if (where?.file !== undefined && !message.includes(where.file)) log.note(`  in ${where.file}`);
  if (where?.offset !== undefined) log.note(`  at offset ${where.offset}`);
  host.stderr.write(`${paint('dim', printable(hint))}\n`);
  return error.exitCode;
}

function toKnown(thrown: unknown): PinakesError {
  if (thrown instanceof PinakesError) return thrown;
  const detail = messageOf(thrown);
  const isOfLimit = thrown instanceof Error && 'code' in thrown && thrown.code === 'EMFILE';
  return new PinakesError(isOfLimit ? 'FILES_LIMIT' : 'INTERNAL', { detail });
}

/** Whether a global flag stands on the command line, for the times before it is parsed. */
export function hasWord(host: Host, flag: string): boolean {
  const end = host.argv.indexOf('--');
  return host.argv.slice(0, end === -1 ? undefined : end).includes(flag);
}
