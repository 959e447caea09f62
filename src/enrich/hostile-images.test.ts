// Images that are made to hurt: each costs bounded time and memory, gets a value or a reason, and changes nothing for its neighbours.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FactMaker, openFactMaker } from './fact-maker.ts';
import type { MadeFacts } from './made-facts.ts';
import { OCR, PIXEL_PRODUCERS } from './pixel-producers.ts';

const NAMES = [...PIXEL_PRODUCERS, OCR].map(({ name }) => name);
const MAX_MEMORY_MB = 600;

let maker: FactMaker;
let neighbour: Buffer;
let untouched: MadeFacts;

beforeAll(async () => {
  const module = new URL('./fact-process.ts', import.meta.url);
  maker = openFactMaker({ program: { module, flags: ['--import', 'tsx'] } });
  const file = new URL('../../demo/photographs/coffee.jpg', import.meta.url);
  neighbour = await sharp(await readFile(file))
    .resize(300)
    .jpeg()
    .toBuffer();
  untouched = await maker.make(neighbour, NAMES);
});
afterAll(() => maker.close());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#369' }, limitInputPixels: false });

const GRAIN = { type: 'gaussian', mean: 120, sigma: 50 } as const;
const grainy = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: GRAIN } });

async function longAnimation(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 1000 }, (_, at) =>
      sharp({
        create: {
          width: 80,
          height: 80,
          channels: 3,
          background: { r: at % 256, g: at >> 3, b: 9 },
        },
      })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
}

const nested = Array.from(
  { length: 12 },
  (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
).join('');

const HOSTILE: readonly (readonly [
  name: string,
  make: () => Promise<Uint8Array>,
  told: 'value' | 'reason',
])[] = [
  ['a bomb of 200 million pixels', () => plain(20_000, 10_000).png().toBuffer(), 'value'],
  ['a thousand frames', longAnimation, 'value'],
  ['CMYK', () => grainy(300, 200).toColourspace('cmyk').jpeg().toBuffer(), 'value'],
  ['16 bits a colour', () => grainy(300, 200).toColourspace('rgb16').png().toBuffer(), 'value'],
  [
    'half a file',
    async () => (await grainy(900, 600).jpeg().toBuffer()).subarray(0, 30_000),
    'value',
  ],
  ['no bytes', async () => new Uint8Array(), 'reason'],
  [
    'a page that calls itself an image',
    async () => Buffer.from('<!doctype html><p>Hello'),
    'reason',
  ],
  [
    'a drawing of entities that multiply',
    async () =>
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY e0 "ha">${nested}]><svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><text>&e12;</text></svg>`,
      ),
    'reason',
  ],
  [
    'a drawing with a script and files of the machine',
    async () =>
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><script>for (;;);</script><image xlink:href="file:///etc/passwd" width="9" height="9"/><circle cx="45" cy="45" r="30"/></svg>`,
      ),
    'value',
  ],
];

it.each(HOSTILE)(
  '%s',
  async (_, make, told) => {
    const { facts } = await maker.make(await make(), NAMES);
    expect([...facts.keys()]).toEqual(NAMES);
    const reasons = [...facts.values()].flatMap((fact) =>
      fact.kind === 'none' ? fact.reason : [],
    );
    // Neither did the process die, nor did it have to be ended.
    expect(reasons.filter((reason) => reason === 'crashed' || reason === 'too-slow')).toEqual([]);
    expect(reasons.length > 0 ? 'reason' : 'value').toBe(told);
    expect(await maker.make(neighbour, NAMES)).toEqual(untouched);
  },
  60_000,
);

it.runIf(process.platform === 'linux')('stay within memory, all of them', () => {
  const peaks = childrenOf(process.pid).map((id) => {
    return Number(/VmHWM:\s+(\d+) kB/.exec(statusOf(id))?.[1]) / 1024;
  });
  const [most = 0] = peaks.filter(Number.isFinite).sort((a, b) => b - a);
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(MAX_MEMORY_MB);
});

function statusOf(id: string): string {
  const file = `/proc/${id}/status`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function childrenOf(id: number): string[] {
  return readdirSync(`/proc/${id}/task`).flatMap((task) => {
    const all = readFileSync(`/proc/${id}/task/${task}/children`, 'utf8');
    return all.split(' ').filter((child) => child !== '');
  });
}
