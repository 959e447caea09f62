// The latest successful capture of each URL of a month: the third scenario of paper 002 section 6.3.
// npx tsx examples/latest-of-a-month.ts ARCHIVES MONTH OUT
import { html, openCorpus } from 'pinakes/corpus';

const [archives = '', month = '', out = ''] = process.argv.slice(2);

const corpus = await openCorpus(archives);
const latest = corpus
  .where(`status=200 time=${month} mime=text/html`)
  .latestPerUrl()
  .enrich(html.title);
const { captures, bytes } = await latest.explain();
console.log(`${captures} captures, at most ${bytes} bytes to be read`);
await latest.save(out, {
  columns: [
    { name: 'url', captureField: 'url' },
    { name: 'time', captureField: 'time' },
    { name: 'title', path: 'payload.string.html.title' },
  ],
});
await corpus.close();
