// A library of saved pages without their images: every image a page mentions gets a capture of its own, so that
// rankings can be tried on the texts of many real sites.
// With a third word only every second site is taken, `odd` or `even`: one half to tune on, one to report on.
//   npx tsx bench/page-library.ts FOLDER_OF_HTML_FILES LIBRARY [odd|even]
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createStandInLibrary, isOfHalf } from './stand-in-library.ts';

const [pages = '', folder = '', half] = process.argv.slice(2);
if (folder === '') throw new Error('usage: npx tsx bench/page-library.ts PAGES LIBRARY');

const made = await createStandInLibrary(folder, pages);
for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.html?$/i.test(name) || /expected/.test(name)) continue;
  const site =
    basename(name) === 'source.html' ? basename(join(name, '..')) : basename(name, '.html');
  const url = `http://${site.replace(/--.*$/, '').toLowerCase()}/page/${site}`;
  if (!isOfHalf(new URL(url).hostname, half)) continue;
  made.addPage(readFileSync(join(pages, name)), url);
}
process.stdout.write(`${await made.finish()} images\n`);
made.library.close();
