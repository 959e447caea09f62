// Measures how well text in pictures is read, and at what cost, in five languages: npx tsx bench/measure-text.ts [--tesseract FOLDER]
//
// With --tesseract, the folder in which `npm install tesseract.js @tesseract.js-data/eng @tesseract.js-data/por ...` was run, the same pictures are
// given to tesseract.js, too.
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decodeImage } from '../src/enrich/decode.ts';
import { findTextModels } from '../src/enrich/ocr/text-models.ts';
import { openTextReader } from '../src/enrich/ocr/text-reader.ts';
import {
  makeTextPictures,
  TEXTS,
  type TextLanguage,
  type TextPicture,
  WAYS,
} from './text-pictures.ts';

const { values } = parseArgs({ options: { tesseract: { type: 'string' } } });

/** Reads the text of a picture, knowing the language. */
type Read = (bytes: Buffer, language: TextLanguage) => Promise<string>;

const pictures: TextPicture[] = [];
for await (const picture of makeTextPictures()) pictures.push(picture);

const reader = await openTextReader(findTextModels());
await measure('PP-OCRv4', async (bytes) => {
  const pixels = await decodeImage(bytes, 1280);
  if ('problem' in pixels) return '';
  return (await reader.read(pixels)).map(({ text }) => text).join('\n');
});
await reader.close();
if (values.tesseract !== undefined) {
  const opened = await openTesseract(path.resolve(values.tesseract));
  await measure('tesseract.js, language known', (bytes, language) => opened.read(bytes, language));
  await measure('tesseract.js, all five', (bytes) => opened.read(bytes, 'all'));
  await opened.close();
}

async function measure(name: string, read: Read): Promise<void> {
  for (const { bytes, language } of pictures.slice(0, 1)) await read(bytes, language);
  const counts = new Map<string, { words: number; exact: number; folded: number; extra: number }>();
  const { user, system } = process.cpuUsage();
  let read1 = 0;
  for (const { bytes, language, way, lines } of pictures) {
    const text = await read(bytes, language);
    const wanted = toWords(lines.join(' '));
    const got = toWords(text);
    read1 += got.length;
    for (const key of [way, language, 'all']) {
      const count = counts.get(key) ?? { words: 0, exact: 0, folded: 0, extra: 0 };
      count.words += wanted.length;
      count.exact += common(wanted, got);
      const folded = common(wanted.map(fold), got.map(fold));
      count.folded += folded;
      count.extra += got.length - folded;
      counts.set(key, count);
    }
  }
  const spent = process.cpuUsage({ user, system });
  const cpuMs = (spent.user + spent.system) / 1000 / pictures.length;
  print(
    `${name}: ${cpuMs.toFixed(0)} CPU-ms a picture, ${pictures.length} pictures, ${read1} words read`,
  );
  for (const key of [...WAYS, ...Object.keys(TEXTS), 'all']) {
    const { words, exact, folded, extra } = counts.get(key) ?? {
      words: 1,
      exact: 0,
      folded: 0,
      extra: 0,
    };
    const percent = (count: number) => `${((100 * count) / words).toFixed(0)} %`;
    print(
      `  ${key}\t${percent(exact)} exact\t${percent(folded)} without accents\t${percent(extra)} that is not there`,
    );
  }
}

function toWords(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** As words are searched for. */
function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/** How many of the words were read, each as often as it stands there. */
function common(wanted: readonly string[], got: readonly string[]): number {
  const left = [...got];
  return wanted.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

async function openTesseract(folder: string) {
  const load = createRequire(path.join(folder, 'package.json'));
  const { createWorker, OEM } = load('tesseract.js') as {
    OEM: { LSTM_ONLY: number };
    createWorker: (
      langs: string[],
      oem: number,
      options: object,
    ) => Promise<{
      recognize: (image: Buffer) => Promise<{ data: { text: string } }>;
      terminate: () => Promise<unknown>;
    }>;
  };
  const { cpSync, mkdtempSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const data = mkdtempSync(path.join(tmpdir(), 'tesseract-'));
  const codes = { en: 'eng', pt: 'por', es: 'spa', fr: 'fra', de: 'deu' } as const;
  for (const code of Object.values(codes)) {
    const file = `${code}.traineddata.gz`;
    const best = path.join(folder, 'node_modules/@tesseract.js-data', code, '4.0.0_best_int', file);
    cpSync(best, path.join(data, file));
  }
  const options = { langPath: data, cachePath: data, cacheMethod: 'none', gzip: true };
  const open = (langs: string[]) => createWorker(langs, OEM.LSTM_ONLY, options);
  const workers = new Map<string, Awaited<ReturnType<typeof open>>>();
  for (const [language, code] of Object.entries(codes)) workers.set(language, await open([code]));
  workers.set('all', await open(Object.values(codes)));
  return {
    read: async (bytes: Buffer, language: TextLanguage | 'all') =>
      (await workers.get(language)?.recognize(bytes))?.data.text ?? '',
    close: async () => {
      for (const worker of workers.values()) await worker.terminate();
    },
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
