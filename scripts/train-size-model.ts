// Makes the model of image sizes that comes with Pinakes: `npx tsx scripts/train-size-model.ts LABELLED.jsonl...`.
// The file holds weights of hashed features and trees; nothing of the images it was learnt from.
import { readFile, writeFile } from 'node:fs/promises';
import {
  encodeModel,
  type LabelledImage,
  PAPER_BOUNDS,
  SHIPPED_MODEL,
  toLabelledImage,
  trainSizes,
} from '../src/size/size.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    'Name files of labelled images, one JSON object a line: docs/size.md tells which fields.',
  );
  process.exitCode = 2;
} else {
  const images: LabelledImage[] = [];
  for (const file of files) {
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      const image = line === '' ? undefined : toLabelledImage(JSON.parse(line));
      if (image !== undefined) images.push(image);
    }
  }
  const model = trainSizes(images, PAPER_BOUNDS);
  await writeFile(SHIPPED_MODEL, encodeModel(model));
  console.log(`${SHIPPED_MODEL}: ${JSON.stringify(model.about)}`);
}
