// Builds the page and a library once and serves them to all browser tests.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { ingestInputs } from '../../src/pipeline/ingest-inputs.ts';
import { searchImages } from '../../src/search/search.ts';
import { openServer } from '../../src/serve/serve.ts';
import { openLibraryFolder } from '../fixtures/library-archives.ts';
import { sampleCrawl } from '../fixtures/sample-crawl.ts';
import { OPERATOR_TOKEN } from './browser.ts';
import { makeRecords } from './records.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the site, without a slash at its end. */
    readonly siteUrl: string;
    /** Where the page was built, for sites with libraries of their own. */
    readonly webFolder: string;
  }
}

/** Vitest calls it before the first file of the project, and what it gives back after the last. */
export default async function openSharedSite(project: TestProject): Promise<() => Promise<void>> {
  const folder = await openLibraryFolder();
  const webFolder = join(folder.path, 'web');
  const [archive] = await Promise.all([
    makeRecords().then((records) => folder.archive('crawl.warc.gz', ...records)),
    buildPage(webFolder),
  ]);
  const library = await folder.open('library', { access: 'write', create: {} });
  await ingestInputs(library, [archive], { collection: 'sites', withFacts: true, workers: 0 });
  const { items } = await searchImages(library.index, { query: '', limit: 6 });
  library.close();
  const libraryFolder = join(folder.path, 'library');
  project.provide('webFolder', webFolder);
  sampleCrawl(libraryFolder, { imageIds: items.map(({ id }) => id) });
  const server = await openServer({ libraryFolder, port: 0, webFolder, token: OPERATOR_TOKEN });
  project.provide('siteUrl', (await server.listen()).replace(/\/$/, ''));
  return async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A process of its own: tests run in another mode than the page is built in. */
async function buildPage(outDir: string): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env;
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const parameters = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, parameters, { cwd: ROOT, env });
}
