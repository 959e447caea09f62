// Record by record the same as warcio.js on clean files; where the two differ, why.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from 'pinakes/archive';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WARCParser } from 'warcio';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';

/** warcio.js knows neither ARC nor WACZ nor `.zst`. */
const WARC_FILE = /\.warc(\.wat|\.wet)?(\.gz)?$/;

const GIANT = 'odd/giant_html.warc.gz';
const FOLDED = 'warcio.js takes the lines of a folded header field for fields of their own';
const SPACES = 'we percent-encode spaces in URLs, warcio.js leaves them';

/** Clean files whose headers or blocks warcio.js reads in another way. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  'jhove/valid-warcfile-fields-continuation.warc': FOLDED,
  'jhove/valid-warcfile-fields-metainfo.warc': FOLDED,
  'jhove/valid-warcfile-fields-warcinfo.warc': FOLDED,
  'jhove/valid-warcfile-utf8.warc': FOLDED,
  'jhove/invalid-warcfile-duplicate-fields.warc': 'warcio.js joins fields that stand there twice',
  'odd/space_in_target_uri.warc.gz': SPACES,
  'warcio/example-space-in-target-uri.warc.gz': SPACES,
  'warcio/example-wrong-chunks.warc.gz':
    'warcio.js stops where a record goes on in the next member',
  'pywb/warcs/missing-status-text.warc': 'warcio.js does not know lines that end in CR CR LF',
  [GIANT]: 'its block of 431 MB is too large to be held for a comparison',
};

const NAME_SERVER = 'warcio.js looks for an HTTP head in what a name server said';

/** Further files whose bodies it decodes in another way. */
const DECODED_OTHERWISE: Readonly<Record<string, string>> = {
  'blackbook/blackbook.warc.gz': NAME_SERVER,
  'jhove/invalid-warcfile-contenttype-recommended.warc': NAME_SERVER,
  'jhove/valid-warcfile-upper-lower-case.warc': NAME_SERVER,
  'jhove/valid-warcfile-upper-lower-case.warc.gz': NAME_SERVER,
  'wacz/example-collection-with-lists.warc': 'warcio.js does not undo brotli',
};

describeWithRealData('clean files', () => {
  // warcio.js prints what it does not like.
  beforeAll(() => {
    for (const method of ['log', 'warn', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation(() => {});
    }
  });
  afterAll(() => void vi.restoreAllMocks());

  it('have the same types, URLs, times and blocks as in warcio.js', async () => {
    const files = await cleanFiles(READ_OTHERWISE);
    expect(files.length).toBeGreaterThanOrEqual(75);
    for (const file of files) {
      expect(await readOurs(file, 'stored'), file).toEqual(await readTheirs(file, 'stored'));
    }
  });

  it('have the same decoded bodies as in warcio.js', async () => {
    const files = await cleanFiles({ ...READ_OTHERWISE, ...DECODED_OTHERWISE });
    expect(files.length).toBeGreaterThanOrEqual(70);
    for (const file of files) {
      expect(await readOurs(file, 'decoded'), file).toEqual(await readTheirs(file, 'decoded'));
    }
  });

  it.each([
    ['stored', READ_OTHERWISE],
    ['decoded', DECODED_OTHERWISE],
  ] as const)('that differ as %s still do', async (form, others) => {
    for (const file of Object.keys(others)) {
      if (file === GIANT) continue; // what is compared fits into memory
      expect(await readOurs(file, form), file).not.toEqual(await readTheirs(file, form));
    }
  });
});

/** WARC files without any damage, but those named in `others`. */
async function cleanFiles(others: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = realDataPath('archives');
  const clean: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = name.replaceAll('\\', '/');
    if (!WARC_FILE.test(file) || file in others) continue;
    let losses = 0;
    await using reader = await openArchive(join(folder, file), { onLoss: () => losses++ });
    for (const record of reader) if (record.damage !== undefined) losses++;
    if (losses === 0) clean.push(file);
  }
  return clean;
}

interface Found {
  readonly type: string;
  readonly url: string;
  readonly time: string;
  readonly digest: string;
}

/** Blocks as they are stored, or bodies with their codings undone. */
type Form = 'stored' | 'decoded';

async function readOurs(file: string, form: Form): Promise<Found[]> {
  await using reader = await openArchive(realDataPath('archives', file));
  return Array.from(reader, (record) => ({
    type: record.type,
    url: record.url,
    time: record.time,
    digest: digestOf(form === 'stored' ? record.block : record.readBody().bytes),
  }));
}

async function readTheirs(file: string, form: Form): Promise<Found[]> {
  const bytes = readFileSync(realDataPath('archives', file));
  const parseHttp = form === 'decoded';
  const found: Found[] = [];
  for await (const record of WARCParser.iterRecords([bytes], { parseHttp })) {
    found.push({
      type: (record.warcType ?? '').toLowerCase(), // the standard knows no case here
      url: record.warcTargetURI ?? '',
      time: (record.warcDate ?? '').replace(/\D/g, '').slice(0, 14),
      digest: digestOf((await record.readFully(parseHttp)) ?? new Uint8Array(0)),
    });
  }
  return found;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}
