// A library of saved pages without their images: every image a page mentions gets a capture of its own, so that
// rankings can be tried on the texts of many real sites.
// With a third word only every second site is taken, `odd` or `even`: one half to tune on, one to report on.
//   npx tsx bench/page-library.ts FOLDER_OF_HTML_FILES LIBRARY [odd|even]
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extractPage } from '../src/extract/extract.ts';
import { openLibrary } from '../src/index/index.ts';
import type { Timestamp } from '../src/model/capture.ts';
import { deriveDocuments } from '../src/pipeline/derive.ts';
import { FileRows } from '../src/pipeline/file-rows.ts';
import { loadTakedown } from '../src/pipeline/takedown.ts';

const [pages = '', folder = '', half] = process.argv.slice(2);
if (folder === '') throw new Error('usage: npx tsx bench/page-library.ts PAGES LIBRARY');

const time = '20200101000000' as Timestamp;
const library = await openLibrary(folder, { access: 'write', create: {} });
library.begin();
const file = library.files.add({
  name: pages,
  location: pages,
  size: 0,
  modified: 0,
  fingerprint: pages,
  report: {
    records: 0,
    bytes: 0,
    pages: 0,
    imageCaptures: 0,
    references: 0,
    losses: 0,
    skippedBytes: 0,
    rejected: {},
  },
});
library.files.addToCollection(file, 'pages');
const rows = new FileRows(library, file, loadTakedown(library));
const captured = new Set<string>();
for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.html?$/i.test(name) || /expected/.test(name)) continue;
  const site =
    basename(name) === 'source.html' ? basename(join(name, '..')) : basename(name, '.html');
  const url = `http://${site.replace(/--.*$/, '').toLowerCase()}/page/${site}`;
  const host = new URL(url).hostname;
  const isEven =
    Number.parseInt(createHash('sha256').update(host).digest('hex').slice(0, 8), 16) % 2 === 0;
  if (half !== undefined && (half === 'even') !== isEven) continue;
  const { page, references } = extractPage(readFileSync(join(pages, name)), {
    url,
    time,
    status: 200,
  });
  rows.add({ ...page, file: pages, offset: 0 });
  for (const reference of references) {
    rows.add(reference);
    if (captured.has(reference.surt) || reference.url.startsWith('data:')) continue;
    captured.add(reference.surt);
    rows.add({
      kind: 'capture',
      surt: reference.surt,
      url: reference.url,
      time,
      digest: createHash('sha256').update(reference.surt).digest('hex'),
      mime: 'image/jpeg',
      width: Math.max(reference.width, 60),
      height: Math.max(reference.height, 60),
      frames: 1,
      bytes: 1000,
      file: pages,
      offset: 0,
    });
  }
}
rows.flush();
library.commit();
const documents = await deriveDocuments(library);
process.stdout.write(`${documents} images\n`);
library.close();
