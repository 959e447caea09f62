// Measures how many changed copies of photographs are found by looks, by vectors and by both, at equal false alarms:
//   npx tsx bench/measure-looks.ts [FOLDER...] [--edited N] [--rate R]
//
// Without folders it takes the photographs of the demo. Pictures of the folders that look like photographs and differ from one another are the
// originals; N of them, spread over all, are edited. Pairs of the same folder do not count as unrelated when there are several folders.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeFacts } from '../src/enrich/make-facts.ts';
import { TEXTURE } from '../src/enrich/pixel-producers.ts';
import type { PictureLook } from '../src/model/alike.ts';
import { memberOf } from '../src/model/document-facts.ts';
import { parseVector, toSketch } from '../src/model/vector.ts';
import {
  EDITS,
  type EditedCopy,
  type EditName,
  editPicture,
  METHODS,
  type MethodName,
  measureMethod,
  readPicture,
} from '../test/quality/look-edits.ts';

/** Originals whose looks differ in fewer bits are copies themselves. */
const LEAST_BITS = 70;

const EMPTY = { model: 0, values: new Int8Array(256) };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    edited: { type: 'string', default: '200' },
    rate: { type: 'string', default: '0.00002' },
  },
});
const folders =
  positionals.length > 0
    ? positionals
    : [path.join(import.meta.dirname, '..', 'demo', 'photographs')];

const originals: { readonly bytes: Buffer; readonly folder: number; readonly look: PictureLook }[] =
  [];
for (const [at, folder] of folders.entries()) {
  for (const file of await listPictures(folder)) {
    const bytes = await readFile(file);
    const look = (await isPhotograph(bytes)) ? await readPicture(bytes) : undefined;
    if (look === undefined) continue;
    const isNew = originals.every((other) => METHODS.look(look, other.look) > LEAST_BITS);
    if (isNew) originals.push({ bytes, folder: at, look });
  }
}
const step = Math.max(1, Math.floor(originals.length / Number(values.edited)));
const copies: EditedCopy[] = [];
for (let at = 0; at < originals.length; at += step) {
  const original = originals[at];
  if (original === undefined) continue;
  for (const edit of Object.keys(EDITS) as EditName[]) {
    const picture = (await readPicture(await editPicture(original.bytes, edit))) ?? {};
    copies.push({ edit, original: at, picture });
  }
}

const methods = Object.keys(METHODS) as MethodName[];
const results = methods.map((method) =>
  measureMethod(
    method,
    originals.map(({ look }) => look),
    copies,
    {
      rate: Number(values.rate),
      areStrangers: (a, b) => folders.length === 1 || originals[a]?.folder !== originals[b]?.folder,
    },
  ),
);
print(`${originals.length} photographs, ${copies.length} copies; found / nearest of all, in %`);
print(['edit', ...methods].join('\t'));
for (const edit of Object.keys(EDITS)) {
  const cells = results.map(
    ({ found, first }) => `${percent(found[edit])} / ${percent(first[edit])}`,
  );
  print([edit, ...cells].join('\t'));
}
for (const [at, { threshold, strangers, alarms }] of results.entries()) {
  print(`${methods[at]}: below ${threshold.toFixed(4)}, ${alarms} of ${strangers} strangers`);
}
print(`${percent(shortListed())} % of the copies found by vector have sketches among the nearest`);

/** Share of the copies that are found by their vectors whose sketches are nearer than those of all but one in 5,000 strangers. */
function shortListed(): number {
  const sketchOf = ({ vector }: PictureLook) => toSketch(parseVector(vector) ?? EMPTY);
  const sketches = originals.map(({ look }) => sketchOf(look));
  const limit = results[methods.indexOf('vector')]?.threshold ?? 0;
  const strangers: number[] = [];
  const own: number[] = [];
  for (const { original, picture } of copies) {
    const sketch = sketchOf(picture);
    const source = originals[original];
    for (const [at, other] of sketches.entries()) {
      if (originals[at]?.folder !== source?.folder) strangers.push(bitsApart(sketch, other));
    }
    if (source !== undefined && METHODS.vector(picture, source.look) < limit) {
      own.push(bitsApart(sketch, sketches[original] ?? sketch));
    }
  }
  const sorted = Uint16Array.from(strangers).sort();
  const least = sorted[Math.floor(sorted.length / 5000)] ?? 0;
  return own.filter((distance) => distance <= least).length / Math.max(1, own.length);
}

function bitsApart(a: Uint32Array, b: Uint32Array): number {
  let sum = 0;
  for (const [at, word] of a.entries()) {
    for (let bits = word ^ (b[at] ?? 0); bits !== 0; bits &= bits - 1) sum++;
  }
  return sum;
}

async function listPictures(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:jpe?g|png|webp)$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

async function isPhotograph(bytes: Buffer): Promise<boolean> {
  const fact = (await makeFacts(bytes, [TEXTURE.name])).facts.get(TEXTURE.name);
  return fact?.kind === 'json' && memberOf(fact.value, 'texture') === 'photo';
}

function percent(share = 0): string {
  return String(Math.round(share * 100));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
