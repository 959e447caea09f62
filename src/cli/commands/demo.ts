// `pinakes demo`: a library of invented sites, made from bundled archives and served.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineCommand } from '../command.ts';

/** Builds the demo library and serves it until it is interrupted. */
export const demo = defineCommand({
  name: 'demo',
  summary: 'build a small library from bundled archives and serve it',
  description: `Makes a library from bundled archives of a few invented sites, captured over many years, and serves it: open the
address that is printed in a browser. Ctrl-C ends it. The library is in a temporary folder that is removed at
the end, unless --library says where to keep it.`,
  examples: [
    { does: 'See it work', line: 'pinakes demo' },
    { does: 'Keep the library', line: 'pinakes demo --library demo-library' },
  ],
  arguments: {},
  flags: {
    library: {
      type: 'string',
      placeholder: 'DIR',
      sources: [],
      help: 'keep the library in this folder',
    },
    port: {
      type: 'integer',
      min: 0,
      max: 65_535,
      default: 7070,
      placeholder: 'PORT',
      sources: [],
      help: 'port to listen on; 0 takes a free one',
    },
    serve: { type: 'boolean', default: true, sources: [], help: 'build the library and end' },
  },
  async run({ flags, host, log, output, signal, startProgress }) {
    const { library } = flags;
    const isKept = library !== undefined;
    const folder = isKept
      ? resolve(host.cwd, library)
      : await mkdtemp(join(tmpdir(), 'pinakes-demo-'));
    try {
      const progress = startProgress({ unit: 'records' });
      const images = await buildLibrary(folder, signal, (records, bytes, step) =>
        progress.advance(records, bytes, step),
      ).finally(() => progress.stop());
      if (signal.aborted) return 3;
      log.note(`A library of ${images} images was made${isKept ? ` in ${folder}` : ''}.`);
      if (!flags.serve) {
        await (flags.json ? output.json({ library: folder, images }) : output.text(folder));
        return 0;
      }
      await serveLibrary(folder, flags.port, signal, async (url) => {
        await (flags.json ? output.json({ url, images }) : output.text(url));
        log.note('Open this address in a browser; Ctrl-C ends the demo.');
      });
      return 0;
    } finally {
      if (!isKept) await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Puts each folder of bundled archives into the library as a collection. Gives the number of images. */
async function buildLibrary(
  folder: string,
  signal: AbortSignal,
  onProgress: (records: number, bytes: number, step: string) => void,
): Promise<number> {
  const { openLibrary } = await import('../../index/index.ts');
  const { ingest } = await import('../../pipeline/use-library.ts');
  const archives = fileURLToPath(new URL('../../../demo/archives', import.meta.url));
  const library = await openLibrary(folder, { access: 'write', create: {} });
  try {
    const entries = await readdir(archives, { withFileTypes: true });
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      if (signal.aborted) break;
      await ingest(library, [join(archives, name)], {
        collection: name.replaceAll('-', ' '),
        withThumbnails: true,
        signal,
        onProgress: (step) => {
          if (step.step === 'reading') onProgress(step.records, step.bytes, name);
          else onProgress(0, 0, `${name}: ${step.step}`);
        },
      });
    }
    return library.index.documentCount;
  } finally {
    library.close();
  }
}

async function serveLibrary(
  folder: string,
  port: number,
  signal: AbortSignal,
  onReady: (url: string) => Promise<void>,
): Promise<void> {
  const { createServer } = await import('../../serve/serve.ts');
  const server = await createServer({ libraryFolder: folder, port });
  try {
    await onReady(await server.listen());
    await new Promise<void>((ended) => {
      if (signal.aborted) ended();
      else signal.addEventListener('abort', () => ended(), { once: true });
    });
  } finally {
    await server.close();
  }
}
