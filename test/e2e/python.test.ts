// The Python package starts the program as documented; its frames are tested where pandas and PySpark are (test/cluster/).
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imageRecord, openLibraryFolder, pageRecord } from '../fixtures/library-archives.ts';
import { BIN } from './run-cli.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const hasPython = process.env['CI'] === 'true' || spawnSync('python3', ['--version']).status === 0;
const reason = hasPython ? '' : ' (skipped: there is no python3)';

/** What a program prints as JSON. */
function say(program: string, folder: string): unknown {
  const lines = ['import json, os, sys, warnings, pinakes', program];
  const { stdout, stderr, status } = spawnSync('python3', ['-c', lines.join('\n')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PYTHONPATH: join(ROOT, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      PINAKES_COMMAND: `'${process.execPath}' '${BIN}'`,
    },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

it.skipIf(!hasPython)(`runs corpus and export, and reads what they wrote${reason}`, async () => {
  await using folder = await openLibraryFolder();
  const images = [{ src: '/a.png', alt: 'a harbour' }];
  const archive = await folder.archive(
    'one.warc',
    pageRecord('http://one.test/', '2001', { title: 'Harbour', images }),
    pageRecord('http://one.test/', '2003', { title: 'Harbour, again', images }),
    imageRecord('http://one.test/a.png', '2002', 'a'),
  );
  await folder.ingest('library', [archive]);
  const program = `
said = {}
pages = pinakes.corpus("one.warc", where=["mime=text/html", "time=2000.."], latest_per_url=True, sample=None,
                       enrich=["html.title", "html.language"], columns=["url", "html.title"], out="pages.csv")
said["pages"] = list(pages.records())
said["written"] = pages.report["written"]
images = pinakes.export("documents", "-harbor site:one.test", library="library", out="images.jsonl.gz")
said["images"] = [each["alts"] for each in images.records()]
said["kept"] = pinakes.export("captures", library="library").path
said["none"] = list(pinakes.export("documents", "year:1999", library="library", out="none.jsonl").records())
said["run"] = json.loads(pinakes.run("stats", library="library", json=True).stdout)["documents"]
print(json.dumps(said))`;
  const said = say(program, folder.path);
  expect(said).toMatchObject({
    pages: [{ url: 'http://one.test/', 'html.title': 'Harbour, again' }],
    ...{ written: 1, images: [['a harbour']], none: [], run: 1 },
  });
  // The temporary file went away with Python.
  const { kept } = said as { kept: string };
  expect(kept).toMatch(/\.parquet$/);
  await expect(readFile(kept)).rejects.toThrow('ENOENT');
});

it.skipIf(!hasPython)(`tells what went wrong, and warns of losses${reason}`, async () => {
  await using folder = await openLibraryFolder();
  const page = pageRecord('http://one.test/', '2001');
  await folder.archive('cut.warc.gz', page, page);
  const whole = await readFile(join(folder.path, 'cut.warc.gz'));
  await writeFile(join(folder.path, 'cut.warc.gz'), whole.subarray(0, whole.length - 20));
  const program = `
said = {}
def fail(name, call):
    try: call()
    except pinakes.PinakesError as error: said[name] = [error.code, str(error)]
fail("library", lambda: pinakes.export("documents", library="nowhere"))
fail("flag", lambda: pinakes.corpus("cut.warc.gz", no_such_flag=1))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    pages = pinakes.corpus("cut.warc.gz", enrich="html.title", out="pages.jsonl")
    said["losses"] = [each.category.__name__ for each in caught]
    said["where"] = caught[0].filename
try: list(pinakes.corpus("cut.warc.gz", columns="url").records())
except ValueError as error: said["records"] = str(error)
os.environ["PINAKES_COMMAND"] = "no-such-program"
fail("program", lambda: pinakes.run("stats"))
print(json.dumps(said))`;
  expect(say(program, folder.path)).toMatchObject({
    library: [2, expect.stringMatching(/^There is no library in .*nowhere\. Make one with/)],
    flag: [2, expect.stringContaining('no flag --no-such-flag')],
    losses: ['Losses'],
    where: '<string>',
    records: expect.stringContaining('no records of the format parquet'),
    program: [127, expect.stringContaining('no program no-such-program')],
  });
});

it('has the version of the program', async () => {
  const { version }: { version: string } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  const project = await readFile(join(ROOT, 'python', 'pyproject.toml'), 'utf8');
  expect(project).toContain(`\nversion = "${version}"\n`);
});
