// Tests of `pinakes pack`: flags in, report and exit code out.
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createHost } from '../../../test/fixtures/fake-host.ts';
import { runCommandLine } from '../run.ts';
import { pack } from './pack.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'index.html'), '<title>home</title>');
  return folder;
}

async function run(cwd: string, ...args: readonly string[]) {
  const host = createHost(['pack', ...args], { cwd });
  const code = await runCommandLine(host, [pack]);
  return { code, stdout: host.stdout.written, stderr: host.stderr.written };
}

const BASE = ['--base-url', 'http://a.example'];

it('writes the archive and its index into the working folder and reports as JSON', async () => {
  const cwd = await makeFolder();
  const { code, stdout } = await run(
    cwd,
    '.',
    ...BASE,
    '--time',
    '2003-05',
    '--out',
    'a.warc',
    '--json',
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    out: join(cwd, 'a.warc'),
    index: join(cwd, 'a.cdxj'),
    baseUrl: 'http://a.example/',
    time: '2003-05-01T00:00:00Z',
    files: 1,
    bytes: 19,
    skipped: [{ path: 'a.warc.open', reason: 'output' }],
  });
  expect(await readdir(cwd)).toEqual(['a.cdxj', 'a.warc', 'index.html']);
  expect(await readFile(join(cwd, 'a.warc'), 'latin1')).toContain('<title>home</title>');
});

it('tells people what was left out, and ends with 3 when something could not be read', async () => {
  const cwd = await makeFolder();
  const out = join(await makeFolder(), 'a.warc.gz');
  await symlink('nowhere', join(cwd, 'broken'));
  const { code, stdout, stderr } = await run(cwd, '.', ...BASE, '--time', '2003', '--out', out);
  expect(code).toBe(3);
  expect(stdout).toBe(
    `${out}: 1 file (19 B), 1 left out, as http://a.example/ at 2003-01-01T00:00:00Z\n`,
  );
  expect(stderr).toContain('broken was left out: it cannot be read.');
});

it.each([
  [['--base-url is missing'], ['.', '--out', 'a.warc']],
  [['--out is missing'], ['.', ...BASE]],
  [['--time soon is no time'], ['.', ...BASE, '--out', 'a.warc', '--time', 'soon']],
  [['no http or https URL'], ['.', '--base-url', 'a.example', '--out', 'a.warc']],
  [['already exists'], ['.', ...BASE, '--out', 'index.html']],
])('says %s', async ([problem], args) => {
  const { code, stdout, stderr } = await run(await makeFolder(), ...args);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(problem);
});
