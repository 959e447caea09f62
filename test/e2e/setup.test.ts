// The set-up script in a project without packages, so that it needs no network.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));
const MANIFEST = { name: 'x', version: '1.0.0' };
// Builds by copying; a source that says `broken` fails, and every build leaves a line in built.txt.
const BUILD = `const fs = require('fs');
fs.appendFileSync('built.txt', 'built\\n');
fs.mkdirSync('dist');
if (fs.readFileSync('src/a.ts', 'utf8').includes('broken')) { console.log('a.ts is broken'); process.exit(1); }
fs.copyFileSync('src/a.ts', 'dist/a.js');`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pinakes-setup-'));
  await mkdir(path.join(root, 'src'));
  await cp(path.join(SCRIPTS, 'setup.mjs'), path.join(root, 'scripts/setup.mjs'));
  await cp(path.join(SCRIPTS, 'setup-lock.mjs'), path.join(root, 'scripts/setup-lock.mjs'));
  const lock = { ...MANIFEST, lockfileVersion: 3, requires: true, packages: { '': MANIFEST } };
  await write(
    'package.json',
    JSON.stringify({ ...MANIFEST, scripts: { build: 'node build.cjs' } }),
  );
  await write('package-lock.json', JSON.stringify(lock));
  await write('build.cjs', BUILD);
  await write('src/a.ts', 'one');
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('installs and builds once, then says and does nothing until a source changes', async () => {
  const first = setUp();
  expect(first).toMatchObject({ status: 0, stdout: '' });
  expect(first.stderr).toMatch(/^Installing packages … done in .* s\nBuilding … done in .* s\n$/);
  expect(setUp()).toMatchObject({ status: 0, stderr: '' });
  await write('src/a.test.ts', 'not part of the build');
  expect(setUp().stderr).toBe('');

  await write('src/a.ts', 'two');
  expect(setUp().stderr).toMatch(/^Building … done/);
  expect(await read('dist/a.js')).toBe('two');
  await rm(path.join(root, 'node_modules'), { recursive: true });
  expect(setUp().stderr).toMatch(/^Installing packages … done in .* s\n$/);
});

it('shows why a build failed, leaves nothing half done and repairs it the next time', async () => {
  await write('src/a.ts', 'broken');
  const failed = setUp();
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain('a.ts is broken');
  expect(failed.stderr).toContain('`npm run build` failed.');
  expect(existsSync(path.join(root, 'dist'))).toBe(false);
  expect(existsSync(path.join(root, '.setup/lock'))).toBe(false);
  await write('src/a.ts', 'mended');
  expect(setUp().status).toBe(0);
  expect(await read('dist/a.js')).toBe('mended');
});

it('lets two set-ups at once do the work once', async () => {
  const codes = await Promise.all([setUpAside(), setUpAside()]);
  expect(codes).toEqual([0, 0]);
  expect(await read('built.txt')).toBe('built\n');
});

it('takes over the lock of a set-up that died', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  await mkdir(path.join(root, '.setup'));
  await write('.setup/lock', JSON.stringify({ pid, host: hostname(), id: 'dead' }));
  expect(setUp().status).toBe(0);
  expect(existsSync(path.join(root, '.setup/lock'))).toBe(false);
});

function setUp() {
  const args = [path.join(root, 'scripts/setup.mjs')];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

function setUpAside(): Promise<number | null> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/setup.mjs')], {
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('close', resolve));
}

function write(name: string, text: string): Promise<void> {
  return writeFile(path.join(root, name), text);
}

function read(name: string): Promise<string> {
  return readFile(path.join(root, name), 'utf8');
}
