// Asks nsfwjs itself, on TensorFlow.js, how it scores the drawn pictures of our tests, and writes test/fixtures/nsfw-scores.json.
//
// Both packages are installed into a folder of their own: together they take 370 MB. Run again only with other weights or pictures:
//   npx tsx scripts/make-nsfw-scores.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawWaves, SCORED_SEEDS, SIDE } from '../test/fixtures/nsfw-pictures.ts';

const PACKAGES = ['nsfwjs@4.4.0', '@tensorflow/tfjs@4.22.0'];
const OUT = path.join(import.meta.dirname, '..', 'test', 'fixtures', 'nsfw-scores.json');

/** Reads pictures as JSON lists of bytes, prints the scores by class. */
const PROGRAM = `
const tf = require('@tensorflow/tfjs');
const { load } = require('nsfwjs');
(async () => {
  const pictures = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const model = await load('MobileNetV2');
  const scores = [];
  for (const bytes of pictures) {
    const classes = await model.classify(tf.tensor3d(bytes, [${SIDE}, ${SIDE}, 3], 'int32'));
    scores.push(Object.fromEntries(classes.map(({ className, probability }) => [className.toLowerCase(), probability])));
  }
  require('node:fs').writeFileSync('scores.json', JSON.stringify(scores));
})();
`;

const folder = mkdtempSync(path.join(tmpdir(), 'pinakes-nsfw-'));
try {
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  writeFileSync(path.join(folder, 'score.cjs'), PROGRAM);
  execFileSync('npm', ['install', '--ignore-scripts', '--silent', ...PACKAGES], { cwd: folder });
  const input = JSON.stringify(SCORED_SEEDS.map((seed) => [...drawWaves(seed)]));
  execFileSync(process.execPath, ['score.cjs'], { cwd: folder, input });
  const { default: scores } = (await import(path.join(folder, 'scores.json'), {
    with: { type: 'json' },
  })) as { readonly default: readonly Readonly<Record<string, number>>[] };
  const bySeed = SCORED_SEEDS.map((seed, at) => [seed, sorted(scores[at] ?? {})]);
  writeFileSync(OUT, `${JSON.stringify(Object.fromEntries(bySeed), null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function sorted(scores: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).sort(([a], [b]) => (a < b ? -1 : 1)));
}
