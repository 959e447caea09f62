// A library behind a real server, and Chromium to look at it: for tests of what people see.
import { type Browser, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findBrowser } from '../../scripts/browser.ts';

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
  readonly hasTouch?: boolean;
  /** Keeps the scripts of the page away, though others can run in it. */
  readonly withoutOwnScripts?: boolean;
}

/** The operator token of the shared site. */
export const OPERATOR_TOKEN = 'operator-of-browser-tests';

/** A test fails rather than waits: nothing here takes so long. */
const TIMEOUT_MS = 10_000;

/** Starts the browser that `findBrowser` finds, to look at the site that `shared-site.ts` serves, or at another. */
export async function openBrowserSite(url = inject('siteUrl')): Promise<BrowserSite> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
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
    close: () => browser.close(),
  };
}

async function openPage(
  { browser, url, troubles }: { browser: Browser; url: string; troubles: string[] },
  path: string,
  {
    width = 1280,
    colorScheme = 'light',
    javaScriptEnabled = true,
    withoutOwnScripts = false,
    hasTouch = false,
  }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    javaScriptEnabled,
    hasTouch,
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
  if (withoutOwnScripts) await context.route('**/assets/*.js', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}
