// Converts the weights of the family filter, which the npm package `nsfwjs` holds for TensorFlow.js, into models/nsfw.onnx.
//
// The package is fetched into a folder of its own (`npm pack`), never installed: it would bring all of TensorFlow.js. Run again only
// for other weights or another form of the file:
//   npx tsx scripts/make-nsfw-model.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kerasToOnnx } from './keras-to-onnx.ts';

const PACKAGE = 'nsfwjs@4.4.0';
const MODEL = 'package/dist/models/mobilenet_v2';
const OUT = path.join(import.meta.dirname, '..', 'models', 'nsfw.onnx');

const folder = mkdtempSync(path.join(tmpdir(), 'pinakes-nsfw-'));
try {
  const packed = execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder });
  execFileSync('tar', ['-xzf', packed.toString().trim()], { cwd: folder });
  const bytes = kerasToOnnx(path.join(folder, MODEL), `pinakes, from ${PACKAGE}`);
  writeFileSync(OUT, bytes);
  process.stdout.write(`${path.relative(process.cwd(), OUT)}: ${bytes.length} bytes\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
