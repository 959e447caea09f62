// Runs the end-to-end tests on the other versions of Node that Pinakes supports:
//   node scripts/test-nodes.mjs [--prepare] [--reports FOLDER] [VERSION...]
// Each version is the npm package that holds its program. Those that bring SQLite share a checkout, set up by the newest of
// them, because nothing is compiled for one version alone; any other gets its own. `--prepare` ends after the set-up, so that
// it can go on beside other work. Exits with 1 when a set-up or a test fails, or when a run dies or takes too long.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const CACHE = path.join(ROOT, '.setup');
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'];

/** What depends on the Node at hand: threads and how they end, its SQLite, signals, streams, the server. */
const TESTS = 'aborts cli corpus library.test library-crash library-writers serve'.split(' ');
/** The same for a version between two others that ran them all: its SQLite driver and server are those of the newer one. */
const FEWER_TESTS = 'aborts cli library.test library-writers'.split(' ');
const SETUP_TIMEOUT_MS = 300_000;
const TEST_TIMEOUT_MS = 360_000;

const words = process.argv.slice(2);
const prepareAt = words.indexOf('--prepare');
const isPreparing = prepareAt >= 0;
if (isPreparing) words.splice(prepareAt, 1);
const reportsAt = words.indexOf('--reports');
const reports = reportsAt < 0 ? undefined : path.resolve(words.splice(reportsAt, 2)[1] ?? '.');
const own = process.versions.node.split('.')[0];
const versions = words.length > 0 ? words : VERSIONS.filter((version) => majorOf(version) !== own);
/** Versions in the middle when all others run. */
const between = words.length > 0 ? [] : VERSIONS.slice(1, -1);

/** Checkouts by name that were set up in this run. */
const checkouts = new Map();
let isGood = true;
for (const version of versions.toSorted((a, b) => majorOf(b) - majorOf(a))) {
  try {
    await testOn(version);
  } catch (error) {
    isGood = false;
    process.stderr.write(`Node ${version}: ${error.message}\n`);
  }
}
process.exitCode = isGood ? 0 : 1;

async function testOn(version) {
  const bin = installNode(version);
  const env = {
    ...process.env,
    PATH: bin + path.delimiter + process.env.PATH,
    // npm of whoever started this would bring its own Node along.
    npm_execpath: '',
    npm_node_execpath: '',
    PINAKES_DATA: process.env.PINAKES_DATA ?? path.join(ROOT, '..', 'shared', 'data'),
    PINAKES_CRASH_ROUNDS: process.env.PINAKES_CRASH_ROUNDS ?? '1',
  };
  const node = path.join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
  const checkout = await setUp(
    majorOf(version) >= 22 ? 'shared' : `node-${majorOf(version)}`,
    node,
    env,
  );
  if (isPreparing) return;
  process.stderr.write(`Node ${version}\n`);
  const report = path.join(reports ?? checkout, `node-${majorOf(version)}.json`);
  rmSync(report, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', '--reporter=dot'];
  const toFile = ['--reporter=json', `--outputFile.json=${report}`];
  const names = between.includes(version) ? FEWER_TESTS : TESTS;
  const tests = [...vitest, ...toFile, ...names.map((name) => `test/e2e/${name}`)];
  await run(node, tests, { cwd: checkout, env }, TEST_TIMEOUT_MS);
}

/** The folder of a checkout, set up by the first version that needs it. */
async function setUp(name, node, env) {
  const known = checkouts.get(name);
  if (known !== undefined) return known;
  const checkout = makeCheckout(name);
  await run(node, ['scripts/setup.mjs'], { cwd: checkout, env }, SETUP_TIMEOUT_MS);
  checkouts.set(name, checkout);
  return checkout;
}

/** The folder of the program, fetched from the npm registry the first time. */
function installNode(version) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = path.join(CACHE, 'nodes', version);
  const bin = path.join(folder, 'node_modules', name, 'bin');
  if (existsSync(bin)) return bin;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const parameters = [
    'install',
    `${name}@${version}`,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  const { status, stderr } = spawnSync('npm', parameters, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install ${name}@${version}.\n${stderr}`);
  return bin;
}

/** A copy of the files that git knows or would know; packages and build of the last time are kept. */
function makeCheckout(name) {
  const checkout = path.join(CACHE, 'checkouts', name);
  const kept = new Set(['node_modules', 'dist', '.setup']);
  mkdirSync(checkout, { recursive: true });
  for (const name of readdirSync(checkout)) {
    if (!kept.has(name)) rmSync(path.join(checkout, name), { recursive: true, force: true });
  }
  const { stdout, status } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error('git could not list the files of the checkout.');
  for (const file of stdout.split('\0')) {
    if (file === '' || !existsSync(path.join(ROOT, file))) continue;
    cpSync(path.join(ROOT, file), path.join(checkout, file), { verbatimSymlinks: true });
  }
  return checkout;
}

/** Runs a program and throws unless it ends with 0 in time. */
function run(program, parameters, options, timeoutMs) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      ...options,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${parameters[0]} ended with ${signal ?? `code ${code}`}.`));
    });
  });
}

function majorOf(version) {
  return version.split('.')[0];
}
