// Which browser is taken for the tests in test/browser.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findBrowser } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'pinakes-browser-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('takes what CHROMIUM names, else the first that can be run, else none', () => {
  const env = { PATH: ['/nowhere', folder].join(delimiter) };
  expect(findBrowser(env, 'linux')).toBeUndefined();
  for (const name of ['microsoft-edge', 'google-chrome', 'chromium']) {
    writeFileSync(join(folder, name), '');
  }
  expect(findBrowser(env, 'linux')).toBeUndefined();
  chmodSync(join(folder, 'microsoft-edge'), 0o755);
  expect(findBrowser(env, 'linux')).toBe(join(folder, 'microsoft-edge'));
  chmodSync(join(folder, 'chromium'), 0o755);
  expect(findBrowser(env, 'linux')).toBe(join(folder, 'chromium'));
  expect(findBrowser({ ...env, CHROMIUM: '/opt/browser' }, 'linux')).toBe('/opt/browser');
});
