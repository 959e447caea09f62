// Writes the pages of docs/, parts of pages, and other files that are made from tables in the code; `--check` only compares them.
import { readFile, writeFile } from 'node:fs/promises';
import { renderOperatorTable } from '../src/model/query/operator-table.ts';
import { toApiReport } from './api-report.ts';
import { toCliPage } from './cli-page.ts';
import { toErrorsPage } from './errors-page.ts';
import { toFieldsPage, toShownTable, toWeightsTable } from './fields-page.ts';
import { toNativeHeader } from './native-header.ts';
import { toOpenApiPage } from './openapi-page.ts';
import { replaceSection } from './page-section.ts';

const { version }: { readonly version: string } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.url), 'utf8'),
);
const openApi = await toOpenApiPage(version);

const NOTICE = '<!-- Made by `npm run docs` from the tables in src/. Do not edit. -->\n';

/** Generated files by path from the project's root: what each should be, given what it is. A new one is one line here. */
const PAGES: Readonly<Record<string, (found: string) => string>> = {
  'docs/api-report.md': () => NOTICE + toApiReport(),
  'docs/cli.md': () => NOTICE + toCliPage(),
  'docs/errors.md': () => NOTICE + toErrorsPage(),
  'docs/fields.md': () => NOTICE + toFieldsPage(),
  'docs/ranking.md': (found) => replaceSection(found, 'fields', toWeightsTable()),
  'docs/cli-json.md': (found) => replaceSection(found, 'item', toShownTable()),
  'docs/openapi.json': () => openApi,
  'native/fields.h': () => toNativeHeader(),
  'docs/query-language.md': (found) => replaceSection(found, 'operators', renderOperatorTable()),
};

const isCheck = process.argv.includes('--check');
const stale: string[] = [];

for (const [path, toPage] of Object.entries(PAGES)) {
  const file = new URL(`../${path}`, import.meta.url);
  const found = await readFile(file, 'utf8').catch(() => ''); // a missing file differs, too
  const text = toPage(found);
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
