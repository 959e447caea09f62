// No page, however hostile, takes more than half a CPU-second or 200 MB.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { realDataPath } from '../fixtures/real-data.ts';
import type { HostileCost } from './hostile-measure.ts';
import { HOSTILE_SHAPES } from './hostile-shapes.ts';

const MAX_CPU_SECONDS = 0.5;
const MAX_MEMORY_BYTES = 200e6;

it('reads every hostile page in bounded time and memory', async () => {
  // Apart from this process: the test runner's way of loading modules makes small functions slow.
  const program = fileURLToPath(new URL('hostile-measure.ts', import.meta.url));
  const giant = realDataPath('archives', 'odd', 'giant_html.warc.gz');
  const args = ['--expose-gc', '--import', 'tsx', program, giant];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 });
  const costs = JSON.parse(stdout) as HostileCost[];
  expect(costs.length).toBeGreaterThanOrEqual(Object.keys(HOSTILE_SHAPES).length);
  const tooDear = costs.filter(
    ({ cpuSeconds, memoryBytes }) => cpuSeconds > MAX_CPU_SECONDS || memoryBytes > MAX_MEMORY_BYTES,
  );
  expect(tooDear).toEqual([]);
});
