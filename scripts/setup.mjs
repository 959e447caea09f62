// Makes a checkout ready: installs packages and builds, each only when something it depends on changed.
// Plain JavaScript without packages, because it runs before there are any.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './setup-lock.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const TAIL_LINES = 40;
const DRIVER_PACKAGE = 'node_modules/better-sqlite3';
const DRIVER = path.join(ROOT, DRIVER_PACKAGE, 'build/Release/better_sqlite3.node');

/**
 * What is to be done, in order. A step is done when its stamp holds its fingerprint; the stamp is
 * written last and lies in the folder the step makes, so what is half done or gone is done again.
 */
const STEPS = [
  {
    does: 'Installing packages',
    folder: 'node_modules',
    // A checkout is tested and built here, so NODE_ENV=production must not leave tools out.
    // Nothing is compiled on the way, see `placeDriver`; and no package needs to run anything else.
    command: ['ci', '--include=dev', '--ignore-scripts'],
    before: keepDriver,
    after: placeDriver,
    fingerprint: installFingerprint,
    advice:
      'Check that the npm registry can be reached and try again. Parts that are compiled need python3, make and a C++ compiler.',
  },
  {
    does: 'Building',
    folder: 'dist',
    command: ['run', 'build'],
    fingerprint: buildFingerprint,
    // What was built from sources that are gone must not stay.
    isMadeAnew: true,
    advice: 'The lines above name the place. `npm run build` shows all of them.',
  },
];

checkNode();
// Looking needs no lock: a set-up at work has taken the stamp away before it touches anything.
if (!STEPS.every(isDone)) {
  await withLock(path.join(ROOT, '.setup', 'lock'), async () => {
    for (const step of STEPS) if (!isDone(step)) await perform(step);
  });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Pinakes needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/**
 * Keeps the compiled driver of SQLite for the time when packages are installed anew: compiling it takes a minute or
 * two, and most changes of packages have nothing to do with it.
 */
function keepDriver() {
  if (hasSqlite() || !existsSync(DRIVER) || existsSync(keptDriver())) return;
  const { version } = JSON.parse(readFileSync(path.join(ROOT, DRIVER_PACKAGE, 'package.json')));
  const loads = spawnSync(process.execPath, ['-e', 'require(process.argv[1])', DRIVER]);
  if (version !== driverVersion() || loads.status !== 0) return;
  mkdirSync(path.dirname(keptDriver()), { recursive: true });
  copyFileSync(DRIVER, keptDriver());
}

/** Node 20 needs a driver of SQLite: the one that was kept, or one that is compiled now. */
async function placeDriver() {
  if (hasSqlite() || driverVersion() === undefined) return { code: 0, output: '' };
  if (existsSync(keptDriver())) {
    mkdirSync(path.dirname(DRIVER), { recursive: true });
    copyFileSync(keptDriver(), DRIVER);
    return { code: 0, output: '' };
  }
  return runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false']);
}

function keptDriver() {
  const name = [driverVersion(), process.versions.modules, process.platform, process.arch].join(
    '-',
  );
  return path.join(ROOT, '.setup', 'sqlite', `${name}.node`);
}

function driverVersion() {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return lock.packages[DRIVER_PACKAGE]?.version;
}

/** Where Node brings SQLite (see src/sqlite/), nothing has to be compiled. */
function hasSqlite() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 16);
}

function isDone(step) {
  return readOrEmpty(stampOf(step)) === step.fingerprint();
}

async function perform(step) {
  const started = Date.now();
  const folder = path.join(ROOT, step.folder);
  process.stderr.write(`${step.does} … `);
  // Taken before the work: what changes meanwhile is seen by the next run.
  const fingerprint = step.fingerprint();
  rmSync(stampOf(step), { force: true });
  if (step.isMadeAnew) rmSync(folder, { recursive: true, force: true });
  step.before?.();
  let { code, output } = await runNpm(step.command);
  if (code === 0 && step.after) ({ code, output } = await step.after());
  if (code !== 0) {
    if (step.isMadeAnew) rmSync(folder, { recursive: true, force: true });
    process.stderr.write(`failed\n${output.split('\n').slice(-TAIL_LINES).join('\n')}\n`);
    fail(`\`npm ${step.command.join(' ')}\` failed. ${step.advice}`);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(stampOf(step), fingerprint);
  process.stderr.write(`done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

/** Runs npm and keeps what it says, to be shown when it fails. */
function runNpm(words) {
  const { npm_execpath: npm = '' } = process.env;
  const isNpm = npm.endsWith('npm-cli.js');
  const options = { cwd: ROOT, env: npmEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] };
  const child = isNpm
    ? spawn(process.execPath, [npm, ...words], options)
    : spawn('npm', words, { ...options, shell: process.platform === 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      child.kill(signal);
      process.exit(128 + constants.signals[signal]);
    });
  }
  return new Promise((resolve) => {
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-100_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) =>
      resolve({ code: -1, output: `npm cannot be started: ${error.message}` }),
    );
    child.on('close', (code) => resolve({ code, output: output.trimEnd() }));
  });
}

/** Native parts are compiled from what is here, and packages do not download anything on their own. */
function npmEnvironment() {
  const prefix = path.dirname(path.dirname(realpathSync(process.execPath)));
  const hasHeaders = existsSync(path.join(prefix, 'include', 'node', 'node.h'));
  return {
    ...process.env,
    // npm hands the first one to node-gyp up to version 11; node-gyp reads the second one itself.
    ...(hasHeaders && { npm_config_nodedir: prefix, npm_package_config_node_gyp_nodedir: prefix }),
    npm_config_build_from_source: 'true',
    ONNXRUNTIME_NODE_INSTALL: 'skip',
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    PUPPETEER_SKIP_DOWNLOAD: 'true',
    SHARP_IGNORE_GLOBAL_LIBVIPS: '1',
  };
}

function installFingerprint() {
  const runtime = [process.version, process.versions.modules, process.platform, process.arch].join(
    ' ',
  );
  // The lock file names what is installed, the dependencies of package.json included.
  return hash([runtime, ...['package-lock.json', '.npmrc'].map(contents)]);
}

function buildFingerprint() {
  const settings = readdirSync(ROOT).filter((name) =>
    /^(?:tsconfig.*\.json|vite\.config\..*)$/.test(name),
  );
  const sources = ['src', 'web', 'native'].flatMap((folder) => filesBelow(folder));
  return hash([installFingerprint(), ...[...settings.sort(), ...sources].map(contents)]);
}

/** Files of a folder that go into the build, in a fixed order. */
function filesBelow(folder) {
  if (!existsSync(path.join(ROOT, folder))) return [];
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .filter((entry) => !entry.parentPath.endsWith(path.join('native', 'build')))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .sort();
}

function contents(file) {
  return `${file}\n${readOrEmpty(path.join(ROOT, file))}`;
}

function hash(parts) {
  const sum = createHash('sha256');
  // With its length before it no part can pass for the end of another.
  for (const part of parts) sum.update(`${part.length}:${part}`);
  return sum.digest('hex');
}

function stampOf(step) {
  return path.join(ROOT, step.folder, '.pinakes-stamp');
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // missing: it differs from anything
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
