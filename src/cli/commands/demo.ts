// `pinakes demo`: a library from archives that come with the program, served.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IngestProgress } from '../../pipeline/ingest.ts';
import { type Context, defineCommand } from '../command.ts';
import { forWriting, useLibrary } from '../library-flags.ts';

/** Builds a library from the bundled archives and serves it until it is interrupted. */
export const demo = defineCommand({
  name: 'demo',
  summary: 'build a small library from bundled archives and serve it',
  description: `Ingests the archives that come with the program, eleven invented sites as they were captured from 1998 to 2024,
and serves them: a search page, the APIs and the archived pages (see pinakes serve). The address is
printed when the server is ready; an interrupt (Ctrl-C) ends it.

The library is made in a temporary folder, which goes away at the end; --library keeps it.`,
  examples: [
    { does: 'Try the search page', line: 'pinakes demo' },
    {
      does: 'Keep the library for other commands',
      line: 'pinakes demo --library demo-library --no-serve',
    },
  ],
  arguments: {},
  isService: true,
  flags: {
    // Not from the environment or a settings file: that would fill somebody's own library.
    library: {
      type: 'string',
      placeholder: 'DIR',
      sources: [],
      help: 'folder to make the library in, and to keep',
    },
    port: {
      type: 'integer',
      min: 0,
      max: 65_535,
      default: 7070,
      placeholder: 'PORT',
      help: 'port to listen on; 0 takes a free one',
    },
    serve: { type: 'boolean', default: true, sources: [], help: 'build the library only' },
  },
  async run(context) {
    const { flags, host, log, output, signal } = context;
    const isKept = flags.library !== undefined;
    const folder = isKept
      ? resolve(host.cwd, flags.library ?? '')
      : await mkdtemp(join(tmpdir(), 'pinakes-demo-'));
    try {
      const started = performance.now();
      const images = await build(folder, context);
      if (signal.aborted) return 3;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      log.note(`A library of ${images} images in ${folder}, made in ${seconds} s.`);
      if (flags.serve) return await serveFolder(folder, { images, context });
      await (flags.json ? output.json({ library: folder, images }) : output.text(folder));
      return 0;
    } finally {
      if (!isKept) await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Ingests the bundled archives, each folder of them as a collection, and gives the number of images. */
async function build(folder: string, { signal, startProgress }: DemoContext): Promise<number> {
  const { ingestInputs } = await import('../../pipeline/ingest-inputs.ts');
  const archives = fileURLToPath(new URL('../../../demo/archives', import.meta.url));
  const collections = (await readdir(archives)).sort();
  const create = { name: 'Demo' };
  return useLibrary(folder, forWriting(create), async (library) => {
    const progress = startProgress({ unit: 'records' });
    const onProgress = (step: IngestProgress): void => {
      if (step.step === 'reading') progress.advance(step.records, step.bytes);
      else if (step.step === 'settling') progress.advance(0, 0, 'settling revisits');
      else progress.advance(0, 0, `${step.step}: ${step.done} of ${step.total}`);
    };
    try {
      for (const collection of collections) {
        if (signal.aborted) break;
        const inputs = [join(archives, collection)];
        await ingestInputs(library, inputs, { collection, signal, onProgress, withFacts: true });
      }
    } finally {
      progress.stop();
    }
    return await library.index.documentCount();
  });
}

/** The one place that knows the server: listens until the user interrupts. */
async function serveFolder(
  folder: string,
  { images, context: { flags, log, output, signal } }: { images: number; context: DemoContext },
): Promise<0> {
  const { openServer } = await import('../../serve/serve.ts');
  await using server = await openServer({
    libraryFolder: folder,
    port: flags.port,
    reports: join(folder, 'reports.ndjson'),
    onTrouble: (message) => log.warn(message),
  });
  const url = await server.listen();
  await (flags.json ? output.json({ library: folder, images, url }) : output.text(url));
  for (const line of toTour(url, server.token?.token)) log.note(line);
  if (!signal.aborted) {
    await new Promise<void>((end) => {
      signal.addEventListener('abort', () => end(), { once: true });
    });
  }
  return 0;
}

/** What there is to see, for those who have never been here. */
function toTour(url: string, token: string | undefined): readonly string[] {
  const places = TOUR.map(([path, what]) => `  ${what}: ${url}${path}`);
  const operator =
    token === undefined
      ? []
      : [`The operator token, to correct images or take them down: ${token}`];
  return ['What to look at:', ...places, ...operator];
}

const NEWSPAPER = 'http://www.farolsalgado.example/index.html';

const TOUR = [
  ['?q=farol', 'a search, in any of seven languages'],
  ['map?q=porto', 'where the images of a search are, and what tells so'],
  [`web/*/${NEWSPAPER}`, 'a page through the years'],
  [`web/diff/1998/2001/${NEWSPAPER}`, 'what changed in it'],
  ['web/*/http://www.wetterwarte-hohenried.example/webcam/aktuell.jpg', 'a picture that changed'],
  ['stats', 'what is in the library'],
  ['api/docs', 'the same for programs'],
] as const;

/** What both steps use of a command's context. */
type DemoContext = Pick<Context, 'log' | 'output' | 'signal' | 'startProgress'> & {
  readonly flags: { readonly port: number; readonly json: boolean };
};
