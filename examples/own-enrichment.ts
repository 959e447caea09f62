// An enrichment of one's own: the four properties of paper 002 section 5.3, typed.
// npx tsx examples/own-enrichment.ts ARCHIVES OUT
import { defineEnrichment, openCorpus, payload } from 'pinakes/corpus';

const [archives = '', out = ''] = process.argv.slice(2);

const years = defineEnrichment({
  name: 'years',
  // 1. and 2.: what it depends on. `payload.string` gives one value; of an enrichment with several, name a field.
  needs: payload.string,
  // 3.: the names of its results.
  gives: ['first', 'last'],
  // 4.: how they are derived. Any library can be called here, and it may be asynchronous.
  derive(text) {
    const found =
      text
        .match(/\b(?:19|20)\d\d\b/g)
        ?.map(Number)
        .sort() ?? [];
    return { first: found.at(0), last: found.at(-1) };
  },
});

const corpus = await openCorpus(archives);
const dated = corpus
  .where('mime=text/html status=200')
  .enrich(years)
  .filter((record) => record.get('payload.string.first') !== undefined);
await dated.save(out);
await corpus.close();
