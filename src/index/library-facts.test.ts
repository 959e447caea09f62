// Facts of contents as they are stored: one of each name, merged in any order, gone when they are taken out.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LibraryFolder, openLibraryFolder } from '../../test/fixtures/library-archives.ts';
import type { FactValue } from '../model/fact.ts';
import { keyOfDigest, type Library } from './index.ts';

const digestOf = (name: string) => createHash('sha256').update(name).digest('hex');
const producer = (name: string, version = '1', settings = {}) => ({ name, version, settings });
const json = (value: unknown): FactValue => ({ kind: 'json', value });
const reason = (text: string): FactValue => ({ kind: 'none', reason: text });
const bytes = (...values: number[]): FactValue => ({ kind: 'bytes', bytes: Buffer.from(values) });

async function open(folder: LibraryFolder, name = 'library'): Promise<Library> {
  return folder.open(name, { access: 'write', create: {} });
}

/** Everything there is, for comparison. */
function dump({ facts }: Library): unknown[] {
  const lines = [...facts.all()].map(({ digest, producer: by, isFailure }) => [
    digest,
    by,
    isFailure,
    facts.of(digest).get(by.name),
  ]);
  return lines.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

describe('facts', () => {
  it('are found as they were told, with names, reasons and bytes', async () => {
    await using folder = await openLibraryFolder();
    const library = await open(folder);
    const [a, b, c] = ['a', 'b', 'c'].map(digestOf) as [string, string, string];
    expect(library.facts.isEmpty).toBe(true);
    library.transaction(() => {
      library.facts.put(a, producer('colours'), json({ red: 0.5 }));
      library.facts.put(a, producer('hash'), bytes(1, 2, 255));
      library.facts.put(b, producer('colours'), reason('damaged'));
    });
    expect(library.facts.of(a)).toEqual(
      new Map([
        ['colours', json({ red: 0.5 })],
        ['hash', bytes(1, 2, 255)],
      ]),
    );
    const all = library.facts.ofAll([c, b, a]);
    expect([...all.keys()].sort()).toEqual([a, b].sort());
    expect(all.get(b)?.get('colours')).toEqual(reason('damaged'));
    expect(library.facts.counts()).toEqual([
      { producer: producer('colours'), done: 1, failed: { damaged: 1 } },
      { producer: producer('hash'), done: 1, failed: {} },
    ]);
    library.close();
  });

  it('of another version or other settings take the place of those before', async () => {
    await using folder = await openLibraryFolder();
    const library = await open(folder);
    const a = digestOf('a');
    for (const by of [producer('x'), producer('x', '2'), producer('x', '2', { side: 3 })]) {
      library.transaction(() => library.facts.put(a, by, json(by.version)));
      expect(dump(library)).toEqual([[a, by, false, json(by.version)]]);
    }
    library.close();
  });

  it('note their content when they change, and only then', async () => {
    await using folder = await openLibraryFolder();
    const library = await open(folder);
    const put = (value: FactValue) =>
      library.transaction(() => {
        library.facts.put(digestOf('a'), producer('x'), value);
        return library.work.takeFacts(10);
      });
    expect(put(json(1))).toEqual([keyOfDigest(digestOf('a'))]);
    expect(put(json(1))).toEqual([]);
    expect(put(json(2))).toHaveLength(1);
    expect(put(reason('2'))).toHaveLength(1);
    library.close();
  });

  it('are listed in order, whole for each content, whatever the size of a page', async () => {
    await using folder = await openLibraryFolder();
    const library = await open(folder);
    const digests = Array.from({ length: 9 }, (_, index) => digestOf(`${index}`)).sort();
    library.transaction(() => {
      for (const digest of digests) {
        for (const name of ['x', 'y', 'z']) library.facts.put(digest, producer(name), json(name));
      }
    });
    for (const limit of [1, 2, 3, 4, 7, 100]) {
      const listed: string[] = [];
      for (let last = ''; ; ) {
        const page = library.facts.after(last, limit);
        if (page.length === 0) break;
        listed.push(...page.map(({ digest, producer: { name } }) => `${digest} ${name}`));
        last = page.at(-1)?.digest ?? '';
      }
      expect(listed).toEqual(
        digests.flatMap((one) => ['x', 'y', 'z'].map((name) => `${one} ${name}`)),
      );
    }
    library.close();
  });

  it('of contents that share a key are told apart', async () => {
    await using folder = await openLibraryFolder();
    const library = await open(folder);
    const a = digestOf('a');
    const twin = `${a.slice(0, 12)}${'0'.repeat(52)}`;
    const other = digestOf('b');
    library.transaction(() => {
      for (const digest of [a, twin, other]) library.facts.put(digest, producer('x'), json(digest));
      library.facts.keepOnly(keyOfDigest(a), new Set([twin]));
    });
    expect(library.facts.of(a).size).toBe(0);
    expect(library.facts.of(twin).get('x')).toEqual(json(twin));
    expect(library.facts.of(other).size).toBe(1);
    library.close();
  });

  it('that were rolled back leave neither a fact nor a producer', async () => {
    await using folder = await openLibraryFolder();
    const library = await open(folder);
    const fail = () =>
      library.transaction(() => {
        library.facts.put(digestOf('a'), producer('x'), json(1));
        throw new Error('no more');
      });
    expect(fail).toThrow('no more');
    expect(library.facts.isEmpty).toBe(true);
    library.transaction(() => library.facts.put(digestOf('b'), producer('y'), json(2)));
    expect(dump(library)).toEqual([[digestOf('b'), producer('y'), false, json(2)]]);
    library.close();
  });
});

describe('facts of two libraries', () => {
  const value = fc.oneof(
    fc.nat(3).map((number) => json(number)),
    fc.constantFrom('damaged', 'too-slow').map(reason),
  );
  const told = fc.array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c').map(digestOf),
      fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2', '10')),
      value,
    ),
    { maxLength: 8 },
  );

  it('are merged to the same, whichever comes first and however often', async () => {
    await using folder = await openLibraryFolder();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(told, told, async (first, second) => {
        round++;
        const make = async (name: string, entries: typeof first) => {
          const library = await open(folder, `${round}-${name}`);
          library.transaction(() => {
            for (const [digest, [by, version], fact] of entries) {
              library.facts.put(digest, producer(by, version), fact);
            }
          });
          return library;
        };
        const parts = [await make('a', first), await make('b', second)];
        const [forth, back] = [await make('forth', []), await make('back', [])];
        for (const part of [...parts, ...parts]) {
          forth.transaction(() => forth.facts.copyFrom(part.facts, () => true));
        }
        for (const part of [...parts].reverse()) {
          back.transaction(() => back.facts.copyFrom(part.facts, () => true));
        }
        expect(dump(forth)).toEqual(dump(back));
        for (const library of [...parts, forth, back]) library.close();
      }),
      { numRuns: 25, seed: 13 },
    );
  });

  it('leave out contents that are not wanted', async () => {
    await using folder = await openLibraryFolder();
    const from = await open(folder, 'from');
    from.transaction(() => {
      for (const name of ['a', 'b']) from.facts.put(digestOf(name), producer('x'), json(name));
    });
    const to = await open(folder, 'to');
    to.transaction(() => to.facts.copyFrom(from.facts, (digest) => digest !== digestOf('a')));
    expect([...to.facts.all()].map(({ digest }) => digest)).toEqual([digestOf('b')]);
    from.close();
    to.close();
  });
});
