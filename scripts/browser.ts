// Finds a browser for the tests in test/browser; run as a program it installs Chromium where it may:
//   npx tsx scripts/browser.ts
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Browsers that understand Chromium's protocol, by what they are called on Linux. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** Where other systems keep them. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  darwin: ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: [
    'Google\\Chrome\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ].flatMap((end) =>
    ['C:\\Program Files', 'C:\\Program Files (x86)'].map((start) => `${start}\\${end}`),
  ),
};

/** The path of a browser: what CHROMIUM names, or else the first that is installed. */
export function findBrowser(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): string | undefined {
  if (env['CHROMIUM']) return env['CHROMIUM'];
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...(PLACES[platform] ?? [])].find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not ours to run
  }
}

/** Installs Debian's Chromium, where this needs no password. */
function install(): void {
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot ? [] : ['sudo', '-n'];
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return;
  if (spawnSync('apt-get', ['--version']).status !== 0) return;
  process.stderr.write('Installing Chromium for the tests in test/browser … ');
  const isDone = [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ].every((words) => {
    const [program = '', ...rest] = [...sudo, ...words];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: 'ignore', env, timeout: 300_000 }).status === 0;
  });
  process.stderr.write(isDone ? 'done\n' : 'failed\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (findBrowser() === undefined) install();
  if (findBrowser() === undefined) {
    const isNeeded = process.env['CI'] === 'true';
    const follows = isNeeded ? 'CI needs one' : 'the tests in test/browser are left out';
    process.stderr.write(`No browser was found: ${follows}. CHROMIUM can name one.\n`);
    if (isNeeded) process.exitCode = 1;
  }
}
