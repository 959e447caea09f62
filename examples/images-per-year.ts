// How many different images pages showed in each year, with a caption of each: the program of the tutorial.
// npx tsx examples/images-per-year.ts ARCHIVES
import { openCorpus, page } from 'pinakes/corpus';

const corpus = await openCorpus(process.argv.slice(2));
const years = corpus
  .where('mime=text/html status=200')
  .enrich(page.images)
  .flatMap((record) =>
    (record.get(page.images) ?? []).map(({ url, caption }) => ({
      year: record.year,
      url,
      caption,
    })),
  )
  .distinct(({ year, url }) => `${year} ${url}`)
  .groupBy(({ year }) => year);

for await (const { key: year, items } of years) {
  const captioned = items.filter(({ caption }) => caption !== '');
  console.log(`${year}  ${items.length} images, ${captioned.length} with a caption`);
  for (const { caption } of captioned.slice(0, 3)) console.log(`      ${caption.split('\n')[0]}`);
}
await corpus.close();
