// A process that ingests file after file into a library until it is told to stop.
import { openLibrary } from './built.ts';
import { PAGES_PER_FILE, startIngestion } from './library-ingest.ts';

const [, , folder = '', first = '0'] = process.argv;
let isStopped = false;
process.once('message', () => {
  isStopped = true;
});

const library = await openLibrary(folder, { access: 'write' });
const ingestion = await startIngestion(library);
let page = Number(first);
process.send?.('ready');
while (!isStopped) {
  const pages = Array.from({ length: PAGES_PER_FILE }, () => page++);
  await ingestion.addFile({ round: 0, file: `added-${page}.warc.gz` }, pages);
  await ingestion.finish('partly');
  process.send?.('file');
  await new Promise(setImmediate); // the message to stop has its turn
}
library.close();
process.disconnect();
