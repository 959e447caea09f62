// Passes over files that a library knows: what `pinakes ingest` does first, each night, for every file of a collection.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importBuilt, openLibrary } from './built.ts';
import { startUsage } from './usage.ts';

type PlanModule = typeof import('../../dist/pipeline/extract-plan.js');
type IngestModule = typeof import('../../dist/pipeline/ingest.js');

/** An archive of one record. */
function archiveOf(number: number): string {
  const block = `file ${number}\r\n`;
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return [
    'WARC/1.1',
    'WARC-Type: resource',
    `WARC-Target-URI: http://example.org/${number}`,
    'WARC-Date: 2020-01-01T00:00:00Z',
    `WARC-Record-ID: <urn:uuid:${id}>`,
    'Content-Type: text/plain',
    `Content-Length: ${block.length}`,
    '',
    `${block}\r\n\r\n`,
  ].join('\r\n');
}

/** Makes the files and the library that knows them; what is measured is the second ingest. */
export async function prepare(args: { readonly folder: string; readonly files: number }) {
  const { planExtraction } = await importBuilt<PlanModule>('pipeline/extract-plan.js');
  const { ingestArchives } = await importBuilt<IngestModule>('pipeline/ingest.js');
  const archives = join(args.folder, 'archives');
  mkdirSync(archives);
  for (let number = 0; number < args.files; number++) {
    const path = join(archives, `${number}.warc`);
    writeFileSync(path, archiveOf(number));
    utimesSync(path, 1_600_000_000, 1_600_000_000 + number);
  }
  const create = { access: 'write', create: {} } as const;
  const library = await openLibrary(join(args.folder, 'library'), create);
  const ingest = async () =>
    ingestArchives({ library, archives: (await planExtraction([archives])).archives });
  await ingest();
  return async () => {
    const passed = startUsage();
    const { known, files } = await ingest();
    const { cpuSeconds } = passed();
    library.close();
    return { cpuSeconds, known, files };
  };
}
