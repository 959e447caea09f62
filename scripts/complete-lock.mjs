// Completes package-lock.json with the packages of other platforms that the registry in use did not offer.
//
// A mirror may lack the binaries of platforms nobody uses there. npm then leaves them out of the lock
// file and `npm ci` refuses it as out of step, everywhere. With an entry that says version and platform
// `npm ci` passes over them where they do not fit. Run after a change of dependencies:
//   npm install && node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package-lock.json', import.meta.url);
const PLATFORM =
  /(?:^|[/-])(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|aix)-([a-z0-9]+)(?:-([a-z]+))?$/;

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = {};
for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const isThere = [parent, ''].some(
      (at) => `${at && `${at}/`}node_modules/${name}` in lock.packages,
    );
    if (!isThere) added[`node_modules/${name}`] = toEntry(name, version, dev);
  }
}
const entries = Object.entries({ ...lock.packages, ...added });
lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(
  Object.keys(added)
    .map((key) => `added ${key}\n`)
    .join(''),
);

/** What the lock file says of a package of that name; its platform is in the name. */
function toEntry(name, version, dev) {
  if (!/^\d/.test(version))
    throw new Error(`${name}@${version} is missing and is no exact version`);
  const isWasm = name.includes('wasm32');
  const [, os, cpu, abi] = isWasm ? ['', '', 'wasm32'] : (PLATFORM.exec(name) ?? []);
  if (cpu === undefined) throw new Error(`${name} is missing and does not name its platform`);
  const libc = os === 'linux' && abi && (abi.startsWith('musl') ? 'musl' : 'glibc');
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}
