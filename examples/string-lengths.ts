// Values derived on the spot: `mapEnrich` of paper 002 section 5.3, and the `_` of section 5.4.
// npx tsx examples/string-lengths.ts ARCHIVES OUT
import { openCorpus, payload } from 'pinakes/corpus';

const [archives = '', out = ''] = process.argv.slice(2);

const corpus = await openCorpus(archives);
const pages = corpus.where('mime=text/html status=200').enrich(payload.string);
const enriched = pages.mapEnrich('payload.string', 'length', (text) => text.length);
await enriched.saveAsJson(out);

// The task of the paper's benchmarks: the sum of all lengths.
let sum = 0;
await enriched.forEach((record) => {
  sum += record.get('payload.string.length') ?? 0;
});
console.log(sum);
await corpus.close();
