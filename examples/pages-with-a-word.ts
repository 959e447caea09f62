// All pages that contain a word, as JSON: the listings of paper 002 section 5.2, one after another.
// npx tsx examples/pages-with-a-word.ts ARCHIVES INDEX WORD OUT
import { http, openCorpus, payload } from 'pinakes/corpus';

const [archives = '', cdx = '', word = '', out = ''] = process.argv.slice(2);

// Nothing is read yet: neither here ...
const archive = await openCorpus(archives, { cdx });

// ... nor here. When it comes to it, the index answers this filter.
const filtered = archive.filter((record) => record.status === 200 && record.mime === 'text/html');

// Record header, HTTP header and payload will be in the output, because they are asked for.
const responses = filtered.enrich(http.response);

// The payload is derived already, so it is used again.
const strings = responses.enrich(payload.string);

// A filter on a derived value. Its type is known, a wrong path does not compile.
// The word is declared: it is named in the manifest, and a run that was killed goes on with the same word alone.
const found = strings
  .parameters({ word })
  .filter((record) => record.get('payload.string')?.includes(word) === true);

// Now the work is done. A manifest beside the output tells what was read and done.
const { written } = await found.saveAsJson(out);
console.log(`${written} pages contain ${word}`);
await archive.close();
