// The notebook of the Python package, run as Jupyter runs it, on a library of known images.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { NOTEBOOK_MODULES, SPARK_HOME } from '../../scripts/cluster-engines.ts';
import { imageRecord, openLibraryFolder, pageRecord } from '../fixtures/library-archives.ts';
import { BIN, FOR_SHORT_JOBS } from './spark-job.ts';

const PYTHON = join(import.meta.dirname, '..', '..', 'python');

/** Runs all cells in a kernel of their own and gives what the last expression of each shows. */
const PROGRAM = `
import json, sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
shown = [[one.data["text/plain"] for one in each if one.output_type == "execute_result"] for each in outputs]
print(json.dumps([text for each in shown for text in each]))
`;

it('gives frames of pandas and PySpark that say what the library says', async () => {
  await using folder = await openLibraryFolder();
  // Enough words to tell a language by.
  const english =
    'The old harbour of the town, where all the boats were built that sailed to the islands.';
  const portuguese =
    'O antigo porto da cidade, onde foram construídos todos os barcos que iam para as ilhas.';
  const a = { src: 'http://img.test/a.png', alt: 'a harbour' };
  const images = [{ ...a, caption: english }, { src: 'http://img.test/b.png' }];
  const archive = await folder.archive(
    'some.warc',
    pageRecord('http://one.test/', '2001', { title: 'One', language: 'en', images }),
    pageRecord('http://two.test/', '2005', { title: 'Two', language: 'en', images }),
    pageRecord('http://tres.test/', '2006', {
      title: 'Tres',
      language: 'pt',
      images: [{ ...a, caption: portuguese }],
    }),
    imageRecord('http://img.test/a.png', '2003', 'a', 120),
    imageRecord('http://img.test/b.png', '2004', 'b', 140),
    imageRecord('http://img.test/c.png', '2004', 'c', 160),
  );
  await folder.ingest('library', [archive]);
  const conf = Object.entries(FOR_SHORT_JOBS)
    .map(([key, value]) => `--conf '${key}=${value}'`)
    .join(' ');
  const notebook = join(PYTHON, 'examples', 'images.ipynb');
  const { stdout } = await promisify(execFile)('python3', ['-c', PROGRAM, notebook], {
    cwd: folder.path,
    env: {
      PATH: process.env['PATH'],
      HOME: folder.path,
      TMPDIR: process.env['TMPDIR'],
      PYTHONPATH: [PYTHON, NOTEBOOK_MODULES, join(SPARK_HOME, '..')].join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      JUPYTER_PATH: join(NOTEBOOK_MODULES, 'share', 'jupyter'),
      SPARK_HOME,
      SPARK_LOCAL_IP: '127.0.0.1',
      PYSPARK_SUBMIT_ARGS: `--master local[2] --conf spark.ui.enabled=false ${conf} pyspark-shell`,
      PINAKES_COMMAND: `'${process.execPath}' '${BIN}'`,
      PINAKES_LIBRARY: join(folder.path, 'library'),
    },
  });
  const [first, byYear, languages, described]: string[] = JSON.parse(stdout);
  expect(first).toContain('http://img.test/c.png');
  expect(byYear?.split('\n')).toEqual([
    'firstCapture',
    expect.stringMatching(/^2003 +1$/),
    expect.stringMatching(/^2004 +2$/),
    expect.stringContaining('dtype: int64'),
  ]);
  expect(languages?.split('\n').slice(0, 3)).toEqual([
    'language',
    expect.stringMatching(/^en +2$/),
    expect.stringMatching(/^pt +1$/),
  ]);
  expect(described?.replace(/\s+/g, ' ')).toBe(
    "[Row(language='en', mentions=4, described=2), Row(language='pt', mentions=1, described=1)]",
  );
  // What is kept in the repository was not run: no outputs, no counts.
  expect(await readFile(notebook, 'utf8')).not.toMatch(/"execution_count": \d|"output_type"/);
});
