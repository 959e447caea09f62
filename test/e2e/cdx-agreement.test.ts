// `pinakes cdx` against the index files that pywb made of the same archives.
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type CdxEntry, parseCdxHeader, parseCdxLine } from 'pinakes/archive';
import { expect, it } from 'vitest';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';
import { openCliFolder } from './run-cli.ts';

const POSTED =
  'pywb appends method and body of a POST request to the key; ours is the key of the URL';
const EDITED = 'edited by hand so that a test of pywb finds less in it';

/**
 * Index files in which fields differ from ours, and why: all there are. `docs/formats.md` says the
 * same to users.
 */
const DIFFERENCES: Readonly<Record<string, { fields: readonly string[]; why: string }>> = {
  'cdx/post-test.cdx': { fields: ['surt'], why: POSTED },
  'cdxj/post-test.cdxj': { fields: ['surt'], why: POSTED },
  'cdxj/example.cdxj': { fields: ['mime', 'status'], why: EDITED },
  'cdxj/example-no-digest.cdxj': { fields: ['digest', 'mime', 'status'], why: EDITED },
  'cdx/example-arc-test.cdx': {
    fields: ['surt'],
    why: 'edited by hand: keys of hosts that are not in the archive (com,example,test,arc)',
  },
  'cdx/bad.cdx': {
    fields: ['digest', 'file', 'surt', 'time', 'url'],
    why: 'made by hand: captures that do not exist, also in a file that does not exist',
  },
};

/** Index files that are equal to ours byte by byte, with the archives they are made of. */
const EQUAL_FILES: Readonly<Record<string, readonly string[]>> = {
  'cdx/dupes.cdx': ['dupes.warc.gz'],
  'cdx/example.cdx': ['example.warc.gz'],
  'cdx/iana.cdx': ['iana.warc.gz'],
  'cdx/url-agnost-example.cdx': [
    'example-url-agnostic-orig.warc.gz',
    'example-url-agnostic-revisit.warc.gz',
  ],
  'cdxj/dupes.cdxj': ['dupes.warc.gz'],
  'cdxj/example2.cdxj': ['example2.warc.gz'],
  'cdxj/iana.cdxj': ['iana.warc.gz'],
  'cdxj/url-agnost-example.cdxj': [
    'example-url-agnostic-orig.warc.gz',
    'example-url-agnostic-revisit.warc.gz',
  ],
};

const pywb = (...names: readonly string[]) => realDataPath('archives', 'pywb', ...names);

describeWithRealData('index lines of pywb', () => {
  it.each(Object.entries(EQUAL_FILES))(
    '%s is what we write, byte by byte',
    async (index, files) => {
      await using folder = await openCliFolder();
      const format = index.endsWith('.cdx') ? 'cdx11' : 'cdxj';
      const paths = files.map((file) => pywb('warcs', file));
      const { stdout, code } = await folder.run([
        'cdx',
        '--workers',
        '0',
        '--format',
        format,
        ...paths,
      ]);
      expect(code).toBe(0);
      expect(withoutRedirects(stdout, format)).toBe(readFileSync(pywb(index), 'utf8'));
    },
  );

  it('have the same keys for answers to POST requests', async () => {
    await using folder = await openCliFolder();
    const warc = pywb('warcs', 'post-test.warc.gz');
    const { stdout } = await folder.run(['cdx', '--post-append', warc]);
    const expected = readFileSync(pywb('cdxj', 'post-test.cdxj'), 'utf8');
    expect(stdout.trim().split('\n')).toEqual(expected.trim().split('\n').sort());
  });

  it('agree with ours field by field, but for the differences stated', async () => {
    const ours = await indexAll();
    const byPlace = new Map(ours.map((entry) => [placeOf(entry), entry]));
    for (const index of listIndexes()) {
      const differing = new Set(
        readEntries(index).flatMap((theirs) => differences(theirs, byPlace.get(placeOf(theirs)))),
      );
      expect([...differing].sort(), index).toEqual(DIFFERENCES[index]?.fields ?? []);
    }
  });

  it('name all captures of their archives, but for two of a server that spoke HTTPX', async () => {
    const theirs = new Set(listIndexes().flatMap(readEntries).map(placeOf));
    const files = new Set(
      listIndexes()
        .flatMap(readEntries)
        .map(({ file }) => file),
    );
    const onlyOurs = (await indexAll())
      .filter(({ file }) => files.has(file))
      .map(placeOf)
      .filter((place) => !theirs.has(place));
    expect(onlyOurs).toEqual(['example-extra.warc 3207', 'example-extra.warc 5910']);
  });
});

/** Our index of all archives of the sample, and of the one file they name that lies elsewhere. */
async function indexAll(): Promise<readonly CdxEntry[]> {
  await using folder = await openCliFolder();
  const elsewhere = realDataPath('archives', 'wacz', 'example-collection.warc');
  const { stdout, code } = await folder.run(['cdx', pywb('warcs'), elsewhere]);
  expect(code).toBe(3); // bad.arc and example.warc are damaged
  return toEntries(stdout);
}

function listIndexes(): string[] {
  return ['cdx', 'cdxj'].flatMap((name) =>
    readdirSync(pywb(name)).map((file) => `${name}/${file}`),
  );
}

function readEntries(index: string): CdxEntry[] {
  const bytes = readFileSync(pywb(index));
  return toEntries((index.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

function toEntries(text: string): CdxEntry[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && parseCdxHeader(line) === undefined)
    .map((line) => {
      const parsed = parseCdxLine(line);
      if (parsed.kind === 'rejected') throw new Error(`${parsed.reason}: ${line}`);
      return parsed.entry;
    });
}

function placeOf({ file, offset }: CdxEntry): string {
  return `${file} ${offset}`;
}

const FIELDS = ['surt', 'time', 'url', 'mime', 'status', 'digest', 'length'] as const;

function differences(theirs: CdxEntry, ours: CdxEntry | undefined): string[] {
  if (ours === undefined) return ['file'];
  return FIELDS.filter((field) => theirs[field] !== ours[field]);
}

/** Lines without where redirects lead, which pywb does not write. */
function withoutRedirects(lines: string, format: string): string {
  return format === 'cdx11' ? lines.replace(/^((?:\S+ ){6})https?:\S+/gm, '$1-') : lines;
}
