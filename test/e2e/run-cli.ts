// Runs the built command line in a folder of its own, as a user would.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Path of the program. */
export const BIN = path.join(ROOT, 'bin', 'pinakes');

/** What a run gave. */
export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code; -1 when a signal ended the process. */
  readonly code: number;
}

/** How to run. */
export interface CliOptions {
  /** Text for the standard input; without it the input is empty. */
  readonly stdin?: string | Uint8Array;
  /** Variables besides a clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder to run in; default the folder of the `CliFolder`. */
  readonly cwd?: string;
  /** Called with the running process, e.g. to send it a signal; its input then stays open. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** A temporary folder in which the command line can be run. */
export interface CliFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes a file into the folder, with the folders it needs, and gives its path. */
  write(name: string, contents: string | Uint8Array): Promise<string>;
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
}

/**
 * Makes a temporary folder to run the command line in; it goes away at the end of the block.
 *
 * @example
 * await using folder = await openCliFolder();
 * await folder.write('pinakes.toml', 'progress = "none"');
 * const { stdout, code } = await folder.run(['surt', 'http://example.com/']);
 */
export async function openCliFolder(): Promise<CliFolder> {
  if (!existsSync(path.join(ROOT, 'dist', 'cli', 'main.js'))) {
    throw new Error('These tests run the built program: run `npm run setup` first.');
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'pinakes-e2e-'));
  return {
    path: folder,
    write: async (name, contents) => {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, contents);
      return file;
    },
    run: (args, options = {}) => run(folder, args, options),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function run(folder: string, args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: options.cwd ?? folder,
    env: { ...cleanEnvironment(folder), ...options.env },
  });
  options.onStart?.(child);
  // The program may end before it has read everything.
  child.stdin.on('error', () => {});
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  else if (options.onStart === undefined) child.stdin.end();
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk) => stdout.push(chunk));
    child.stderr.on('data', (chunk) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ stdout: text(stdout), stderr: text(stderr), code: code ?? -1 }),
    );
  });
}

/** The user's own settings, colours and variables must not change what a test sees. */
function cleanEnvironment(folder: string): Record<string, string> {
  const { PATH = '' } = process.env;
  // Node 22 and later start in two thirds of the time with what they compiled before.
  const NODE_COMPILE_CACHE = path.join(ROOT, 'node_modules', '.cache', 'compiled');
  // Most pictures of the fixtures have no pixels: the family filter would hide what it cannot score.
  const PINAKES_NSFW = 'off';
  return { PATH, HOME: folder, TMPDIR: tmpdir(), TZ: 'UTC', NODE_COMPILE_CACHE, PINAKES_NSFW };
}

function text(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
