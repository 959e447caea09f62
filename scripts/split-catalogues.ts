// A plug-in of Vite: a catalogue is one file for those who translate it, and two for browsers, `en.json?start` and `en.json?pages`.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { partOf } from '../web/i18n/page-words.ts';

const OWN = '\0catalogue:';

/** The plug-in, for the build and for tests. */
export const splitCatalogues: Plugin = {
  name: 'split-catalogues',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || !/\.json\?(?:start|pages)$/.test(id)) return undefined;
    return OWN + join(dirname(importer), id).replace('?', ':');
  },
  async load(id) {
    if (!id.startsWith(OWN)) return undefined;
    const [path = '', part = ''] = id.slice(OWN.length).split(':');
    const words = partOf(JSON.parse(await readFile(path, 'utf8')), part);
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(words))});`;
  },
};
