// Enrichments by programs of the user's: one line of JSON in, one out (docs/enrichments.md).
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DeriveContext, defineEnrichment, type Field } from '../../model/enrichment.ts';
import { LineProgram, type LineProgramOptions } from '../../support/line-program.ts';
import { splitCommand } from '../../support/split-command.ts';
import { toJsonValue } from '../output/json-value.ts';

/** How a program becomes an enrichment. */
export interface CommandOptions<Name extends string, Path extends string>
  extends LineProgramOptions {
  /** Name of the enrichment and of its value. */
  readonly name: Name;
  /** The program and its arguments: words, or a line with quotes. It is run without a shell. */
  readonly command: string | readonly string[];
  /** The value it derives from: an enrichment, or one of its fields. */
  readonly on: Field<Path, unknown>;
  /** Changes when its answers may. Default: a hash of the command and of the files that it names. */
  readonly version?: string | undefined;
  /** Copies of the program that run at once, default 1. */
  readonly processes?: number | undefined;
}

/** Larger files are told by size and time: no script is as large. */
const MAX_HASHED_BYTES = 16 * 1024 * 1024;

/**
 * An enrichment by another program, which is kept running. It reads `{"id", "url", "time", "value"}` from lines of its
 * standard input and writes `{"id", "value"}` or `{"id", "error"}`, one line each, in that order. A crash, an answer
 * that takes too long or is none fails for its record alone; the program is started again for the next. Runs in the main
 * thread, up to 32 records at once with as many `processes`.
 */
export function commandEnrichment<const Name extends string, const Path extends string>({
  name,
  command,
  on,
  version,
  processes = 1,
  ...options
}: CommandOptions<Name, Path>) {
  const words = typeof command === 'string' ? splitCommand(command) : command;
  if (words.length === 0) throw new Error(`pinakes: the command of \`${name}\` is empty`);
  return defineEnrichment({
    name,
    version: version ?? versionOfCommand(words, options.cwd),
    settings: { command: [...words], timeoutMs: options.timeoutMs ?? null },
    needs: on,
    gives: name,
    open: async () => {
      const programs = Array.from({ length: processes }, () => new LineProgram(words, options));
      await programs[0]?.start(); // a name that is none ends the run at once
      return programs;
    },
    close: async (programs) => {
      await Promise.all(programs.map((program) => program.close()));
    },
    deriveBatch: async (inputs, contexts, programs): Promise<unknown[]> => {
      const results: unknown[] = [];
      const entries = inputs.entries();
      const work = async (program: LineProgram): Promise<void> => {
        for (const [at, input] of entries) {
          const context = contexts[at];
          if (context === undefined) continue;
          results[at] = await program.ask(toQuestion(input, context)).catch(toError);
        }
      };
      await Promise.all(programs.map(work));
      return results;
    },
  });
}

function toQuestion(input: unknown, { capture }: DeriveContext): Readonly<Record<string, unknown>> {
  const { url, time } = capture;
  if (!(input instanceof Uint8Array)) return { url, time, value: toJsonValue(input) ?? null };
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.length);
  return { url, time, value: bytes.toString('base64'), encoding: 'base64' };
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** By the words, and by the bytes of those that are files: a script that was changed is another version. */
function versionOfCommand(words: readonly string[], cwd = process.cwd()): string {
  const sum = createHash('sha256');
  for (const word of words) sum.update(`${word}\0${fileKey(resolve(cwd, word))}\0`);
  return `command-${sum.digest('hex').slice(0, 16)}`;
}

function fileKey(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return '';
  if (found.size > MAX_HASHED_BYTES) return `${found.size} ${found.mtimeMs}`;
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
