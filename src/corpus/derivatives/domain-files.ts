// Domains by frequency and the graph of domains as CSV, GEXF and GraphML, summed from the lines of pages in bounded memory.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type LineSorter, openLineSorter } from '../../archive/cdx/external-sort.ts';
import { writeAtomically } from '../../support/output-file.ts';
import { compressMember } from '../output/gzip-bytes.ts';
import type { OutputFile } from '../output/sink.ts';
import { sumLines } from './domain-lines.ts';
import { GEXF, GRAPHML, type GraphFormat, writeGraph } from './graph-formats.ts';

/** How the files are made. */
export interface DomainFileOptions {
  /** The lines of `DOMAIN_LINES`. */
  readonly lines: string;
  readonly folder: string;
  /** `.gz` or nothing: behind the names of tables; graphs are never compressed, as the programs that show them want them. */
  readonly ending: string;
  readonly signal?: AbortSignal | undefined;
}

/** Writes the files; each has its name when it is whole. */
export async function writeDomainFiles(options: DomainFileOptions): Promise<OutputFile[]> {
  const { folder, ending, signal } = options;
  const scratch = await mkdtemp(join(folder, '.domains-'));
  const settings = { folder: scratch, ...(signal !== undefined && { signal }) };
  const sorters = {
    domains: openLineSorter(settings),
    edgesByDay: openLineSorter(settings),
    edges: openLineSorter(settings),
    nodes: openLineSorter({ ...settings, isUnique: true }),
  };
  try {
    await sortLines(options.lines, sorters);
    const edgesPath = join(scratch, 'edges');
    const nodesPath = join(scratch, 'nodes');
    await sorters.nodes.writeTo(nodesPath);
    await writeAtomically(edgesPath, toPieces(sumsAsLines(sorters.edges)));
    const graph = { nodes: () => linesIn(nodesPath), edges: () => linesIn(edgesPath) };
    const asFile = (format: GraphFormat) =>
      writeFile(join(folder, `domain-graph.${format.ending}`), writeGraph(format, graph));
    return [
      await writeFile(
        join(folder, `domain-frequency.csv${ending}`),
        frequencyLines(sorters.domains, settings),
      ),
      await writeFile(join(folder, `domain-graph.csv${ending}`), graphLines(sorters.edgesByDay)),
      await asFile(GEXF),
      await asFile(GRAPHML),
    ];
  } finally {
    for (const sorter of Object.values(sorters)) sorter.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Sorters {
  readonly domains: LineSorter;
  readonly edgesByDay: LineSorter;
  readonly edges: LineSorter;
  readonly nodes: LineSorter;
}

async function sortLines(path: string, sorters: Sorters): Promise<void> {
  for await (const line of linesIn(path)) {
    const [day = '', domain = '', other, count] = line.split('\t');
    if (other === undefined) {
      sorters.domains.add(`${domain}\t1`);
      sorters.nodes.add(domain);
      continue;
    }
    sorters.edgesByDay.add(`${day}\t${domain}\t${other}\t${count}`);
    sorters.edges.add(`${domain}\t${other}\t${count}`);
    sorters.nodes.add(other);
  }
}

/** Most frequent first; of equal ones by name. */
async function* frequencyLines(
  domains: LineSorter,
  settings: Parameters<typeof openLineSorter>[0],
): AsyncGenerator<string> {
  const byCount = openLineSorter(settings);
  try {
    for await (const { key, count } of sumLines(domains)) {
      byCount.add(`${String(Number.MAX_SAFE_INTEGER - count).padStart(16, '0')}\t${key}\t${count}`);
    }
    yield 'domain,count\r\n';
    for await (const piece of byCount.pieces()) {
      for (const line of piece.toString('utf8').split('\n')) {
        const [, domain, count] = line.split('\t');
        if (domain !== undefined) yield `${domain},${count}\r\n`;
      }
    }
  } finally {
    byCount.close();
  }
}

async function* graphLines(edges: LineSorter): AsyncGenerator<string> {
  yield 'crawl_date,src_domain,dest_domain,count\r\n';
  // Names of hosts hold neither commas nor quotation marks.
  for await (const { key, count } of sumLines(edges)) {
    yield `${key.replaceAll('\t', ',')},${count}\r\n`;
  }
}

async function* sumsAsLines(sorter: LineSorter): AsyncGenerator<string> {
  for await (const { key, count } of sumLines(sorter)) yield `${key}\t${count}\n`;
}

function linesIn(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** Text of a file in pieces of about this many characters, each a gzip member where it is compressed. */
const PIECE_UNITS = 1 << 20;

async function* toPieces(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < PIECE_UNITS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

async function writeFile(path: string, lines: AsyncIterable<string>): Promise<OutputFile> {
  const digest = createHash('sha256');
  const encode = async function* () {
    for await (const piece of toPieces(lines)) {
      const encoded = path.endsWith('.gz') ? await compressMember(piece) : piece;
      digest.update(encoded);
      yield encoded;
    }
  };
  const bytes = await writeAtomically(path, encode());
  return { path, bytes, sha256: digest.digest('hex') };
}
