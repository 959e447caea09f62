// Every archive made by others is read to its end, and what it holds was looked at by a person.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type CdxEntry,
  openArchive,
  parseCdxHeader,
  parseCdxLine,
  RecordAccess,
} from 'pinakes/archive';
import { expect, it } from 'vitest';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';
import { openCliFolder } from './run-cli.ts';

/**
 * What each file holds. After a change of the reader that is meant to change this, run
 * `UPDATE_GOLDEN=1 npx vitest run --project e2e test/e2e/archives.test.ts && npm run format` and look
 * at each difference: are these the records and the damage that the bytes show?
 */
const GOLDEN_FILE = join(import.meta.dirname, '..', 'fixtures', 'archive-summaries.json');

/** All files together take about 3 s (two cores of 2024): a hang must not look like a slow machine. */
const MAX_MS = 90_000;

const { UPDATE_GOLDEN } = process.env;

const INDEX_FILE = /\.cdxj?(\.gz)?$/;

describeWithRealData('archives made by others', () => {
  it('are read to their ends, with the records and losses that were found before', async () => {
    const found = await summarize(listFiles().filter((name) => !INDEX_FILE.test(name)));
    if (UPDATE_GOLDEN === '1') writeFileSync(GOLDEN_FILE, JSON.stringify(found));
    expect(found).toEqual(JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')));
  });

  it('have indexes whose lines are all understood', () => {
    const lines = listFiles()
      .filter((name) => INDEX_FILE.test(name))
      .flatMap(readLines)
      .filter((line) => parseCdxHeader(line) === undefined);
    expect(lines.length).toBeGreaterThan(300);
    expect(lines.filter((line) => parseCdxLine(line).kind === 'rejected')).toEqual([]);
  });

  it('give the same captures from ARC and from WARC', async () => {
    const arc = await readRecords('blackbook/blackbook.arc.gz');
    const warc = await readRecords('blackbook/blackbook.warc.gz');
    // An ARC file has neither requests nor metadata. Heritrix wrote what a name server said as a
    // response into the WARC; an ARC has no types, and there we call it what it is, a resource.
    expect(countTypes(arc)).toEqual({ warcinfo: 1, response: 261, resource: 38 });
    expect(countTypes(warc)).toEqual({ warcinfo: 1, response: 299, request: 261, metadata: 261 });
    const captures = (records: readonly FoundRecord[]) =>
      records
        .filter(({ type }) => type === 'response' || type === 'resource')
        .map(({ type, ...capture }) => capture);
    expect(captures(arc)).toEqual(captures(warc));
  });

  it('give the same records whether they are compressed or not', async () => {
    const files = new Set(listFiles());
    const twins = [...files].filter((name) => files.has(`${name}.gz`));
    expect(twins.length).toBeGreaterThanOrEqual(10);
    for (const name of twins) {
      expect(await readRecords(name), name).toEqual(await readRecords(`${name}.gz`));
    }
  });

  it('are found again record by record through the lines of their index', async () => {
    await using folder = await openCliFolder();
    const { stdout, code } = await folder.run(['cdx', '--paths', '--json', '.'], {
      cwd: realDataPath('archives'),
    });
    expect(code).toBe(3);
    const entries: CdxEntry[] = toLines(stdout).map((line) => JSON.parse(line));
    expect(entries.length).toBeGreaterThan(1000);
    for (const [file, pointers] of groupByFile(entries)) {
      await using reader = await openArchive(join(realDataPath('archives'), file));
      const access = await RecordAccess.open(reader.source);
      const found = pointers.map(({ offset, length, extra }) => {
        const { inner = 0 } = extra ?? {};
        const record = access.readAt({ offset, length, innerOffset: Number(inner) });
        return { url: record.url, time: record.time };
      });
      expect(found, file).toEqual(pointers.map(({ url, time }) => ({ url, time })));
    }
  });
});

/** One line of `pinakes doctor --json`. */
interface Finding {
  readonly file: string;
  readonly error?: string;
  readonly types: Readonly<Record<string, number>>;
  readonly damagedRecords: number;
  readonly brokenBodies: number;
  readonly sharedRecords: number;
  readonly index?: {
    readonly lines: number;
    readonly counts: Readonly<Record<string, number>>;
  };
  readonly pages?: { readonly listed: number; readonly notCaptured: number };
  readonly losses: readonly {
    readonly reason: string;
    readonly offset: number;
    readonly skippedBytes: number;
  }[];
}

/** What `pinakes doctor` finds, file by file, in words. */
async function summarize(files: readonly string[]): Promise<Record<string, string[]>> {
  await using folder = await openCliFolder();
  let timer: NodeJS.Timeout | undefined;
  // A process of its own can be ended, whatever it does.
  const { stdout, code } = await folder.run(['doctor', '--json', ...files], {
    cwd: realDataPath('archives'),
    stdin: '',
    onStart: (child) => {
      timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
    },
  });
  clearTimeout(timer);
  expect(code).toBe(3);
  const findings: Finding[] = toLines(stdout).map((line) => JSON.parse(line));
  return Object.fromEntries(findings.map((finding) => [finding.file, describeFinding(finding)]));
}

function describeFinding(finding: Finding): string[] {
  if (finding.error !== undefined) return [finding.error];
  if (finding.pages !== undefined) return describeWacz(finding);
  const { types, damagedRecords, brokenBodies, sharedRecords, losses } = finding;
  const byType = Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    byType.map(([type, count]) => `${count} ${type}`).join(', ') || 'no records',
    ...(damagedRecords > 0 ? [`${damagedRecords} damaged`] : []),
    ...(brokenBodies > 0 ? [`${brokenBodies} broken bodies`] : []),
    ...(sharedRecords > 0 ? [`${sharedRecords} in shared members`] : []),
    ...losses.map(({ reason, offset, skippedBytes }) =>
      skippedBytes > 0
        ? `${reason} at ${offset} for ${skippedBytes} bytes`
        : `${reason} at ${offset}`,
    ),
  ];
}

/** How the index and the pages of a WACZ compare with its archives. */
function describeWacz({ index, pages }: Finding): string[] {
  const differences = Object.values(index?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  return [
    `${index?.lines} lines, ${differences} different`,
    `${pages?.listed} pages, ${pages?.notCaptured} not captured`,
  ];
}

/** A record without its place. */
interface FoundRecord {
  readonly type: string;
  readonly url: string;
  readonly time: string;
  readonly status: number;
  readonly mime: string;
  readonly bodyDigest: string;
}

async function readRecords(name: string): Promise<FoundRecord[]> {
  await using reader = await openArchive(realDataPath('archives', name));
  return Array.from(reader, (record) => ({
    type: record.type,
    url: record.url,
    time: record.time,
    status: record.status,
    mime: record.mime,
    bodyDigest: createHash('sha1').update(record.readBody().bytes).digest('hex'),
  }));
}

function countTypes(records: readonly FoundRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function listFiles(): string[] {
  return readdirSync(realDataPath('archives'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => path.slice(realDataPath('archives').length + 1).replaceAll('\\', '/'))
    .sort();
}

function groupByFile(entries: readonly CdxEntry[]): Map<string, CdxEntry[]> {
  const groups = new Map<string, CdxEntry[]>();
  for (const entry of entries) groups.set(entry.file, [...(groups.get(entry.file) ?? []), entry]);
  return groups;
}

function toLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function readLines(name: string): string[] {
  const bytes = readFileSync(realDataPath('archives', name));
  return toLines((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
