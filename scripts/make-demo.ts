// Draws and writes the archives of the demo: `npx tsx scripts/make-demo.ts [--only NAME | --count] [--sheet FILE.png]`.
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSite } from './demo/archive.ts';
import { countDemo } from './demo/counts.ts';
import { creditTable } from './demo/photograph.ts';
import { writeContactSheet } from './demo/sheet.ts';
import { SITES } from './demo/sites.ts';
import { replaceSection } from './page-section.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, count: { type: 'boolean' }, sheet: { type: 'string' } },
});
const folder = fileURLToPath(new URL('../demo/archives', import.meta.url));
if (values.only === undefined && !values.count) await rm(folder, { recursive: true, force: true });

let total = 0;
for (const site of SITES) {
  if (values.count || (values.only !== undefined && site.name !== values.only)) continue;
  await mkdir(join(folder, site.collection), { recursive: true });
  const file = join(folder, site.collection, `${site.name}.warc.gz`);
  await writeSite(site, file);
  const { size } = await stat(file);
  total += size;
  process.stdout.write(`${site.collection}/${site.name}.warc.gz  ${size} bytes\n`);
}
process.stdout.write(`${total} bytes in all\n`);
const counts = await countDemo(folder);
process.stdout.write(`${counts}\n`);
const readme = join(folder, '..', 'README.md');
const counted = replaceSection(await readFile(readme, 'utf8'), 'counts', counts);
await writeFile(readme, replaceSection(counted, 'credits', creditTable()));
if (values.sheet !== undefined) await writeContactSheet(folder, values.sheet);
