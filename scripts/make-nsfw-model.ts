// Converts the weights of the family filter, which the npm package `nsfwjs` holds for TensorFlow.js, into models/nsfw.onnx.
//
// The package is fetched into a folder of its own (`npm pack`), never installed: it would bring all of TensorFlow.js. Run again only
// for other weights or another form of the file:
//   npx tsx scripts/make-nsfw-model.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeImage } from '../src/enrich/decode.ts';
import { NETWORK_INPUT } from '../src/enrich/network.ts';
import { openOnnxModel } from '../src/enrich/onnx-model.ts';
import { fitPixels, toTensor } from '../src/enrich/picture-input.ts';
import { THUMBNAIL_SIDES } from '../src/enrich/pixel-producers.ts';
import { kerasToOnnx } from './keras-to-onnx.ts';

const PACKAGE = 'nsfwjs@4.4.0';
const MODEL = 'package/dist/models/mobilenet_v2';
const PHOTOGRAPHS = path.join(import.meta.dirname, '..', 'demo', 'photographs');
const OUT = path.join(import.meta.dirname, '..', 'models', 'nsfw.onnx');

const folder = mkdtempSync(path.join(tmpdir(), 'pinakes-nsfw-'));
try {
  const packed = execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder });
  execFileSync('tar', ['-xzf', packed.toString().trim()], { cwd: folder });
  const model = path.join(folder, MODEL);
  const center = await meanOfFeatures(kerasToOnnx(model, 'features'));
  const bytes = kerasToOnnx(model, `pinakes, from ${PACKAGE}`, center);
  writeFileSync(OUT, bytes);
  process.stdout.write(`${path.relative(process.cwd(), OUT)}: ${bytes.length} bytes\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The mean of what the layers say of the demo's photographs: what all pictures have in common. */
async function meanOfFeatures(bytes: Uint8Array): Promise<Float32Array> {
  await using network = await openOnnxModel(bytes);
  const names = readdirSync(PHOTOGRAPHS).filter((name) => name.endsWith('.jpg'));
  let sums = new Float32Array();
  for (const name of names.sort()) {
    const pixels = await decodeImage(
      readFileSync(path.join(PHOTOGRAPHS, name)),
      THUMBNAIL_SIDES[1],
    );
    if ('problem' in pixels) throw new Error(`${name} cannot be decoded`);
    const input = toTensor([await fitPixels(pixels, NETWORK_INPUT)], NETWORK_INPUT);
    const features = (await network.run(input)).get('features')?.data ?? new Float32Array();
    if (sums.length === 0) sums = new Float32Array(features.length);
    for (const [at, value] of features.entries()) sums[at] = (sums[at] ?? 0) + value;
  }
  return sums.map((sum) => sum / names.length);
}
