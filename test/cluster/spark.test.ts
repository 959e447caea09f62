// Archives read on a real Spark give the library that reading them here gives, also when an executor is killed.
import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { SPARK_HOME } from '../../scripts/cluster-engines.ts';
import {
  answerRecord,
  imageBytes,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../fixtures/library-archives.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BIN = join(ROOT, 'bin', 'pinakes');
const JOB = join(ROOT, 'deploy', 'spark', 'extract.py');
const run = promisify(execFile);

/** Runs the step; the first to come waits until its executor is killed, and tells who that is. */
const WORKER = `#!/bin/sh
if mkdir "$1/first" 2>/dev/null; then
  executor=$(ps -o ppid= -p $PPID | tr -d ' ')
  echo "$executor" > "$1/executor.part" && mv "$1/executor.part" "$1/executor"
  while kill -0 "$executor" 2>/dev/null; do sleep 0.1; done
  exit 1
fi
exec "${process.execPath}" "${BIN}" step extract
`;

it('gives the same library, with an executor killed and an archive that has gone', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeArchives(folder);
  await folder.ingest('direct', paths);
  const gone = await folder.archive('gone.warc', pageRecord('http://gone.test/', '2000'));
  const { stdout: parts } = await run(process.execPath, [BIN, 'plan', '--whole', ...paths, gone]);
  expect(parts.trim().split('\n')).toHaveLength(paths.length + 1);
  await rm(gone);
  const shared = join(folder.path, 'shared');
  await mkdir(shared);
  await writeFile(join(shared, 'parts'), parts);
  await writeFile(join(shared, 'worker.sh'), WORKER);
  await chmod(join(shared, 'worker.sh'), 0o755);
  const [told] = await Promise.all([submit(shared), killExecutor(shared)]);
  expect(told).toContain(`${paths.length + 1} of ${paths.length + 1} archives`);
  const out = join(shared, 'out');
  const files = (await readdir(out)).filter((name) => name.endsWith('.txt.gz'));
  const library = join(folder.path, 'spark');
  const ingested = await run(process.execPath, [
    ...[BIN, 'ingest', ...files.map((name) => join(out, name)), '--library', library],
    ...['--nsfw', 'off', '--no-thumbnails', '--json'],
  ]).catch((failed: { code: number; stdout: string }) => failed);
  // 3: the report tells of the archive that has gone.
  expect(ingested).toMatchObject({ code: 3 });
  const [direct, spark] = [await dump(folder, 'direct'), await dump(folder, 'spark')];
  expect(JSON.parse(direct).length).toBeGreaterThan(10);
  expect(spark).toBe(direct);
});

/** Pages in some archives, their images, style sheets and redirects in others, and revisits in still others. */
async function writeArchives(folder: LibraryFolder): Promise<string[]> {
  const paths: string[] = [];
  for (let file = 0; file < FILES; file++) {
    const next = (file + 1) % FILES;
    const records = Array.from({ length: 4 }, (_, number) => {
      const name = `${file}-${number}`;
      const images = [{ src: `http://img.test/${next}-${number}.png`, alt: `harbour ${number}` }];
      const page = { title: `Page ${file}`, images, sheets: [`http://css.test/${next}.css`] };
      const moved = { src: `http://old.test/${next}-${number}.png`, caption: 'It was moved' };
      return [
        pageRecord(`http://site${file}.test/${number}`, `200${file}`, page),
        pageRecord(`http://site${file}.test/m${number}`, `200${file}`, { images: [moved] }),
        imageRecord(`http://img.test/${name}.png`, `200${file}`, name),
        answerRecord(
          `http://old.test/${name}.png`,
          `200${file}`,
          301,
          `http://img.test/${name}.png`,
        ),
        revisitRecord(
          `http://img.test/${next}-${number}.png`,
          '2009',
          imageBytes(`${next}-${number}`),
        ),
      ];
    });
    const sheet = `a { background: url(http://img.test/${file}-0.png) }`;
    const all = [...records.flat(), sheetRecord(`http://css.test/${file}.css`, '2003', sheet)];
    paths.push(await folder.archive(`${file}.warc`, ...all));
  }
  return paths;
}

const FILES = 6;

async function submit(shared: string): Promise<string> {
  const settings = {
    'spark.driver.host': '127.0.0.1',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.ui.enabled': 'false',
    'spark.pinakes.command': `${join(shared, 'worker.sh')} ${shared}`,
  };
  const conf = Object.entries(settings).flatMap(([name, value]) => ['--conf', `${name}=${value}`]);
  const args = ['--master', 'local-cluster[2,1,1024]', ...conf, JOB];
  const child = spawn(
    join(SPARK_HOME, 'bin', 'spark-submit'),
    [...args, join(shared, 'parts'), join(shared, 'out')],
    {
      cwd: shared,
      env: {
        ...process.env,
        SPARK_HOME,
        PYTHONPATH: join(SPARK_HOME, '..'),
        SPARK_LOCAL_IP: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // Executors end with the program that asked for them, and so do the steps they started.
  onTestFinished(() => void child.kill());
  let out = '';
  let trouble = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (trouble += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`spark-submit ended with ${code}\n${trouble.slice(-6000)}`);
  return out;
}

async function killExecutor(shared: string): Promise<void> {
  for (let tries = 0; tries < 2500; tries++) {
    const executor = await readFile(join(shared, 'executor'), 'utf8').catch(() => '');
    if (executor !== '') {
      process.kill(Number(executor), 'SIGKILL');
      return;
    }
    await sleep(100);
  }
  throw new Error('no executor came');
}

function dump(folder: LibraryFolder, name: string): Promise<string> {
  return folder.look(name, async (library) => {
    const documents = [...library.documents.all()].map(({ document }) => document);
    return JSON.stringify(documents.sort((a, b) => (a.id < b.id ? -1 : 1)));
  });
}
