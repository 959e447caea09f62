// Checks the package as users get it: packed, installed with engine-strict, compiled by a strict program on two versions
// of TypeScript, and held against publint and attw:
//   node scripts/check-package.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const MODULES = path.join(ROOT, 'node_modules');
const OLD_TYPESCRIPT = '5.9.3';
const { exports, devDependencies } = JSON.parse(
  readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
);

const folder = mkdtempSync(path.join(tmpdir(), 'pinakes-package-'));
try {
  const packed = npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const tarball = path.join(folder, packed.trim().split('\n').at(-1) ?? '');
  tool('publint', [path.join(MODULES, 'publint/src/cli.js'), 'run', tarball]);
  // CommonJS programs import the package by `import()`, and Node 10 knew no subpaths.
  const attw = path.join(MODULES, '@arethetypeswrong/cli/dist/index.js');
  tool('attw', [attw, tarball, '--profile', 'esm-only']);
  makeConsumer();
  const packages = [
    tarball,
    `typescript@${OLD_TYPESCRIPT}`,
    `@types/node@${devDependencies['@types/node']}`,
  ];
  npm(
    ['install', '--ignore-scripts', '--engine-strict', '--no-audit', '--no-fund', ...packages],
    folder,
  );
  const program = 'typescript/bin/tsc';
  tool(`TypeScript ${OLD_TYPESCRIPT}`, [path.join(folder, 'node_modules', program), '-p', folder]);
  tool(`TypeScript ${devDependencies.typescript}`, [path.join(MODULES, program), '-p', folder]);
  tool('import by Node', [path.join(folder, 'consumer.mjs')]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A program that imports every public subpath, with the strictest settings and all declarations checked. */
function makeConsumer() {
  const subpaths = Object.keys(exports).filter((subpath) => subpath !== './package.json');
  const lines = subpaths.map(
    (subpath, at) => `import * as part${at} from '${path.posix.join('pinakes', subpath)}';`,
  );
  const parts = subpaths.map((_, at) => `part${at}`).join(', ');
  const text = [
    ...lines,
    `if ([${parts}].some((part) => Object.keys(part).length === 0)) throw new Error('empty');`,
  ];
  write('consumer.ts', text.join('\n'));
  write('consumer.mjs', text.join('\n'));
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
    types: ['node'],
    noEmit: true,
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
}

function write(name, text) {
  writeFileSync(path.join(folder, name), text);
}

function npm(words, cwd) {
  const isWindows = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd,
    encoding: 'utf8',
    shell: isWindows,
  });
  if (status !== 0) throw new Error(`npm ${words[0]} failed.\n${stderr}`);
  return stdout;
}

/** Runs a program of Node; what it says is shown when it fails. */
function tool(name, words) {
  const started = Date.now();
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} ended with ${signal ?? status}.\n${stdout}${stderr}`);
  process.stderr.write(
    `package: ${name} … good, ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
}
