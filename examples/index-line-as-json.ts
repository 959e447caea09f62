// What a record is before anything is derived: the example of paper 002 section 5.4.
// npx tsx examples/index-line-as-json.ts ARCHIVES INDEX
import { openCorpus, toLineage } from 'pinakes/corpus';

const [archives = '', cdx = ''] = process.argv.slice(2);

const corpus = await openCorpus(archives, { cdx });
const [record] = await corpus.take(1);
if (record !== undefined) console.log(JSON.stringify(toLineage(record.toView()), undefined, 2));
await corpus.close();
