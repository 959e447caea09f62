import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSearchLibrary, type SearchLibrary } from '../../test/fixtures/search-library.ts';
import { COLUMN_SOURCES, type ColumnName } from '../model/field-lists.ts';
import { type ColumnWriter, openColumnWriter } from './column-writer.ts';
import { CHUNK_BYTES, openColumns } from './columns.ts';

describe('columns', () => {
  let library: SearchLibrary;
  let writer: ColumnWriter;
  beforeEach(() => {
    library = createSearchLibrary();
    writer = openColumnWriter(library.db);
  });
  afterEach(() => library.close());

  function raiseGeneration(): void {
    library.db.exec("UPDATE meta SET value = value + 1 WHERE name = 'generation'");
  }

  it('gives back what was written on both sides of the ends of chunks', () => {
    const ids = [1, 1999, 2000, 3999, 4000, 7999, 8000, 16_001];
    for (const id of ids) writer.write(id, row({ mime: 1, time: id, width: id, nsfw: 7 }));
    writer.flush();
    const columns = openColumns(library.db);
    expect([...columns.ids()]).toEqual(ids);
    const times = columns.values('time');
    expect(times).toHaveLength(16_002);
    expect(ids.map((id) => times[id])).toEqual(ids);
    expect(ids.map((id) => columns.values('width')[id])).toEqual(ids);
    expect([times[2], columns.values('nsfw')[2], columns.values('nsfw')[8000]]).toEqual([
      0, 255, 7,
    ]);
  });

  it('stores whole chunks, and none for attributes that no document has', () => {
    writer.write(1, row({ mime: 1 }));
    writer.flush();
    const rows = library.db.prepare('SELECT length(data) AS bytes FROM column_chunk').all();
    expect(rows).toEqual([{ bytes: CHUNK_BYTES }]);
    expect([...openColumns(library.db).values('latitude')]).toEqual([0xffffffff, 0xffffffff]);
  });

  it('shows changes when the generation was raised', () => {
    writer.write(1, row({ mime: 1, time: 5 }));
    writer.flush();
    const columns = openColumns(library.db);
    expect(columns.values('time')[1]).toBe(5);
    writer.write(1, row({ mime: 1, time: 6 }));
    writer.write(2, row({ mime: 1, time: 7 }));
    writer.flush();
    expect(columns.values('time')[1]).toBe(5);
    raiseGeneration();
    expect([...columns.values('time')]).toEqual([0, 6, 7]);
    writer.clear(2);
    writer.flush();
    raiseGeneration();
    expect([...columns.values('time')]).toEqual([0, 6]);
    expect([...columns.ids()]).toEqual([1]);
  });

  it('forgets what was discarded', () => {
    writer.write(1, row({ mime: 1 }));
    writer.discard();
    writer.flush();
    expect(openColumns(library.db).ids()).toHaveLength(0);
  });
});

function row(values: Partial<Record<ColumnName, number>>): number[] {
  return COLUMN_SOURCES.map(({ name, absent }) => values[name] ?? absent);
}
