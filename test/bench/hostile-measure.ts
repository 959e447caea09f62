// Run as a program of its own, on the built code: prints CPU time and memory of every hostile page as JSON.
import { createReadStream, existsSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { extractPage as Extract } from '../../src/extract/page/page.ts';
import type { Timestamp } from '../../src/model/capture.ts';
import { FULL_SIZE, HOSTILE_SHAPES } from './hostile-shapes.ts';

/** What one page took; the best of up to six rounds, because the machine may be busy. */
export interface HostileCost {
  readonly shape: string;
  readonly cpuSeconds: number;
  /** Growth of the process while the page was read. */
  readonly memoryBytes: number;
  readonly truncated: readonly string[];
}

/** A page this quick is not measured again. */
const ENOUGH = 0.4;

const context = { url: 'http://example.com/a/b.html', time: '20080430204825' as Timestamp };
const built = new URL('../../dist/extract/page/page.js', import.meta.url).href;
const { extractPage } = (await import(built)) as { extractPage: typeof Extract };

warmUp();
const costs = Object.entries(HOSTILE_SHAPES).map(([shape, make]) =>
  costOf(shape, Buffer.from(make())),
);
const giant = process.argv[2] ?? '';
if (existsSync(giant)) costs.push(costOf('a page of 431 MB', await headOf(giant)));
process.stdout.write(JSON.stringify(costs));

/** Compiled code and the tables of the detectors are paid for once, not by a page. */
function warmUp(): void {
  const piece = `<p>${'lorem ipsum '.repeat(50)}</p><figure><img src=a.jpg alt=b><figcaption>c</figcaption></figure>`;
  for (let round = 0; round < 5; round += 1) extractPage(Buffer.from(piece.repeat(500)), context);
}

function costOf(shape: string, bytes: Buffer): HostileCost {
  let best = measure(shape, bytes);
  for (let round = 1; round < 6 && best.cpuSeconds > ENOUGH; round += 1) {
    const again = measure(shape, bytes);
    if (again.cpuSeconds < best.cpuSeconds) best = again;
  }
  return best;
}

function measure(shape: string, bytes: Buffer): HostileCost {
  globalThis.gc?.();
  const memory = process.memoryUsage().rss;
  const start = process.cpuUsage();
  const { page } = extractPage(bytes, context);
  const { user, system } = process.cpuUsage(start);
  return {
    shape,
    cpuSeconds: (user + system) / 1e6,
    memoryBytes: process.memoryUsage().rss - memory,
    truncated: page.truncated,
  };
}

/** As much of a compressed file as is read of a page. */
async function headOf(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path).pipe(createGunzip())) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > FULL_SIZE) break;
  }
  return Buffer.concat(chunks);
}
