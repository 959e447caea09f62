// How well photographs and drawings are told apart, on the pictures of the demo, whose makers are known.
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { expandInputs, openArchive } from '../../src/archive/archive.ts';
import { sha1Base32 } from '../../src/archive/write/digest.ts';
import { makeFacts } from '../../src/enrich/make-facts.ts';
import { TEXTURE } from '../../src/enrich/pixel-producers.ts';
import { inspectImage } from '../../src/extract/image/image.ts';
import { memberOf } from '../../src/model/document-facts.ts';
import { toKind } from '../../src/model/kind.ts';

const ARCHIVES = fileURLToPath(new URL('../../demo/archives', import.meta.url));

/** What the pixels of a picture were told to be, and what they are. */
const judged: { readonly url: string; readonly isPhotograph: boolean; readonly kind: string }[] =
  [];

beforeAll(async () => {
  const seen = new Set<string>();
  const { inputs } = await expandInputs([ARCHIVES]);
  for (const { location } of inputs) {
    const reader = await openArchive(location);
    for (const record of reader) {
      if (record.type !== 'response' || record.status !== 200) continue;
      const url = record.fields.get('warc-target-uri') ?? '';
      const bytes = Buffer.from(record.readBody().bytes);
      const digest = sha1Base32(bytes);
      const image = inspectImage(bytes);
      if (seen.has(digest) || image.kind !== 'image' || image.rejected !== undefined) continue;
      seen.add(digest);
      const fact = (await makeFacts(bytes, [TEXTURE.name])).facts.get(TEXTURE.name);
      const texture = fact?.kind === 'json' ? memberOf(fact.value, 'texture') : undefined;
      const { width, height } = image;
      const kind = toKind(texture, { width, height, oldest: { url }, alts: [] }) ?? 'none';
      const isPhotograph = location.includes('open-pictures') && !/\/(?:css|img)\//.test(url);
      judged.push({ url, isPhotograph, kind });
    }
    await reader.close();
  }
}, 120_000);

const share = (isPhotograph: boolean, kinds: readonly string[]) => {
  const own = judged.filter((one) => one.isPhotograph === isPhotograph);
  return own.filter(({ kind }) => kinds.includes(kind)).length / own.length;
};

it('takes nearly all photographs for photographs', () => {
  expect(judged.filter(({ isPhotograph }) => isPhotograph)).toHaveLength(56);
  expect(share(true, ['photo'])).toBeGreaterThan(0.95); // 54 of 56
});

it('takes most drawings with soft shades for photographs, too, as docs/library.md admits', () => {
  expect(judged.filter(({ isPhotograph }) => !isPhotograph)).toHaveLength(266);
  const kinds = ['drawing', 'diagram', 'text', 'icon', 'banner', 'logo'];
  expect(share(false, kinds)).toBeGreaterThan(0.25); // 68 of 266
});

it('takes no photograph for a diagram or a scanned text', () => {
  expect(share(true, ['diagram', 'text', 'icon', 'banner', 'logo', 'ad'])).toBe(0);
});
