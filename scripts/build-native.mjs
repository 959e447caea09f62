// Compiles the native part, only when its sources or the compiler changed:
//   node scripts/build-native.mjs [--strict]
// Without a compiler searches use slower SQL, so a failure ends the program well unless --strict is given.
// Plain JavaScript without packages, because it runs while packages are being installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SOURCES = path.join(ROOT, 'native');
const BUILD = path.join(SOURCES, 'build');
const ENDING = { win32: 'dll', darwin: 'dylib' }[process.platform] ?? 'so';
const OUTPUT = path.join(BUILD, `pinakes.${ENDING}`);
const STAMP = path.join(BUILD, '.stamp');
const FLAGS = [
  '-std=c11',
  '-O2',
  '-Wall',
  '-Wextra',
  '-shared',
  '-fvisibility=hidden',
  // The same numbers on all machines: no multiply-and-add in one step.
  '-ffp-contract=off',
  ...(process.platform === 'win32' ? [] : ['-fPIC']),
];

const problem = build();
if (problem !== undefined) {
  console.error(
    `Native ranking was not built (${problem}): searches will use the slower SQL ranking.`,
  );
  if (process.argv.includes('--strict')) process.exitCode = 1;
}

/** Builds what is not up to date; returns what stood in the way. */
function build() {
  try {
    const compiler = findCompiler();
    if (compiler === undefined) return 'no C compiler; CC can name one';
    const stamp = fingerprint(compiler);
    if (existsSync(OUTPUT) && readOrEmpty(STAMP) === stamp) return undefined;
    return compile(compiler, stamp);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compile(compiler, stamp) {
  mkdirSync(BUILD, { recursive: true });
  // Under another name first: a program that has the old one loaded keeps it whole.
  const unfinished = path.join(BUILD, `pinakes.${process.pid}.tmp`);
  const files = sources().filter((name) => name.endsWith('.c'));
  const words = [...FLAGS, ...files, '-o', unfinished, '-lm'];
  const { status, stderr, error } = spawnSync(
    compiler.words[0],
    [...compiler.words.slice(1), ...words],
    {
      cwd: SOURCES,
      encoding: 'utf8',
    },
  );
  if (status !== 0) {
    rmSync(unfinished, { force: true });
    const lines = `${error?.message ?? stderr}`.trim().split('\n');
    return lines.find((line) => /error/i.test(line)) ?? lines[0];
  }
  renameSync(unfinished, OUTPUT);
  writeFileSync(STAMP, stamp);
  return undefined;
}

/** The first compiler that answers: what CC says (it may hold flags), or one of the usual names. */
function findCompiler() {
  const named = (process.env.CC ?? '').trim();
  const candidates = named === '' ? [['cc'], ['gcc'], ['clang']] : [named.split(/\s+/)];
  for (const words of candidates) {
    const { status, stdout } = spawnSync(words[0], [...words.slice(1), '--version'], {
      encoding: 'utf8',
    });
    if (status === 0) return { words, version: stdout };
  }
  return undefined;
}

function fingerprint(compiler) {
  const sum = createHash('sha256');
  const platform = `${process.platform} ${process.arch}`;
  const parts = [platform, ...compiler.words, compiler.version, ...FLAGS];
  for (const name of sources()) parts.push(name, readFileSync(path.join(SOURCES, name), 'utf8'));
  // With its length before it no part can pass for the end of another.
  for (const part of parts) sum.update(`${part.length}:${part}`);
  return sum.digest('hex');
}

function sources() {
  return readdirSync(SOURCES)
    .filter((name) => /\.[ch]$/.test(name))
    .sort();
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // missing: it differs from anything
  }
}
