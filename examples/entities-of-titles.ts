// Names in titles: the lineage `payload.string.html.title.entities` of paper 002 section 5.4.
// npx tsx examples/entities-of-titles.ts ARCHIVES OUT
import { html, openCorpus } from 'pinakes/corpus';

const [archives = '', out = ''] = process.argv.slice(2);

// Any library for names can be put in here. This takes runs of words in upper case.
const findNames = (text: string) =>
  [...text.matchAll(/\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)+/gu)].map(([name]) => ({
    text: name,
    type: 'NAME',
  }));

const corpus = await openCorpus(archives);
const named = corpus
  .where('mime=text/html status=200')
  .enrich(html.entities(findNames).on(html.title));
await named.filterFailed().save(out);
await corpus.close();
