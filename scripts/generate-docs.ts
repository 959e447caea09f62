// Writes the pages of docs/ that are made from tables in the code; `--check` only compares them.
import { readFile, writeFile } from 'node:fs/promises';
import { toCliPage } from './cli-page.ts';
import { toErrorsPage } from './errors-page.ts';

/** Generated files by path from the project's root. A new one is one line here. */
const PAGES: Readonly<Record<string, () => string>> = {
  'docs/cli.md': toCliPage,
  'docs/errors.md': toErrorsPage,
};

const NOTICE = '<!-- Made by `npm run docs` from the tables in src/. Do not edit. -->\n';
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

for (const [path, toPage] of Object.entries(PAGES)) {
  const file = new URL(`../${path}`, import.meta.url);
  const text = NOTICE + toPage();
  const found = await readFile(file, 'utf8').catch(() => ''); // a missing file differs, too
  if (found === text) continue;
  stale.push(path);
  if (!isCheck) await writeFile(file, text);
}

if (isCheck && stale.length > 0) {
  process.stderr.write(
    `Not up to date: ${stale.join(', ')}\nRun \`npm run docs\` and commit the result.\n`,
  );
  process.exitCode = 1;
} else if (stale.length > 0) {
  process.stderr.write(`Written: ${stale.join(', ')}\n`);
}
