// A library behind a real server, and Chromium to look at it: for tests of what people see.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ingest } from '../../src/pipeline/use-library.ts';
import { createServer } from '../../src/serve/serve.ts';
import { openLibraryFolder } from '../fixtures/library-archives.ts';
import { makeRecords } from './records.ts';

/** A site and a browser to open it with. */
export interface BrowserSite {
  /** Address of the site, without a slash at its end. */
  readonly url: string;
  /** What must never happen, of all pages so far: errors of scripts, requests to other servers. */
  readonly troubles: readonly string[];
  /** A page in a browser profile of its own, at that path of the site. */
  page(path: string, options?: PageOptions): Promise<Page>;
  /** Closes the pages that are open. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/** How a page is looked at. */
export interface PageOptions {
  /** Width of the window in pixels. Default 1280. */
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
}

/** A test fails rather than waits: nothing here takes so long. */
const TIMEOUT_MS = 10_000;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the page and a library, serves them and starts the browser named by `CHROMIUM`. */
export async function openBrowserSite(): Promise<BrowserSite> {
  const folder = await openLibraryFolder();
  const webFolder = join(folder.path, 'web');
  await buildPage(webFolder);
  const archive = await folder.archive('crawl.warc.gz', ...(await makeRecords()));
  const library = await folder.open('library', { access: 'write', create: {} });
  await ingest(library, [archive], { collection: 'sites', withThumbnails: true, workers: 0 });
  library.close();
  const libraryFolder = join(folder.path, 'library');
  const server = await createServer({ libraryFolder, port: 0, webFolder });
  const url = (await server.listen()).replace(/\/$/, '');
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const troubles: string[] = [];
  return {
    url,
    troubles,
    page: (path, options = {}) => openPage({ browser, url, troubles }, path, options),
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      await server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function openPage(
  { browser, url, troubles }: { browser: Browser; url: string; troubles: string[] },
  path: string,
  { width = 1280, colorScheme = 'light', javaScriptEnabled = true }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    javaScriptEnabled,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  context.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/`) && !/^(?:data|blob|about):/.test(address)) {
      troubles.push(`asked another server: ${address}`);
    }
  });
  context.on('weberror', (error) => troubles.push(`error in the page: ${error.error().message}`));
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

/** A process of its own: tests run in another mode than the page is built in. */
async function buildPage(outDir: string): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env;
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const parameters = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, parameters, { cwd: ROOT, env });
}
