// Steps between formats: each whole or not at all, in order.
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { type MigrationStep, migrate } from './migration.ts';

function makeOld(): Database.Database {
  const database = new Database(':memory:');
  database.exec("CREATE TABLE thing(name TEXT); INSERT INTO thing VALUES('lamp')");
  database.pragma('user_version = 1');
  return database;
}

const formatOf = (database: Database.Database) => database.pragma('user_version', { simple: true });
const addColour: MigrationStep = (database) =>
  database.exec("ALTER TABLE thing ADD COLUMN colour TEXT DEFAULT 'red'");
const addSize: MigrationStep = (database) =>
  database.exec(
    'ALTER TABLE thing ADD COLUMN size INTEGER; UPDATE thing SET size = length(colour)',
  );

it('goes through all steps in order', () => {
  const database = makeOld();
  migrate(database, 1, [addColour, addSize], 3);
  expect(formatOf(database)).toBe(3);
  expect(database.prepare('SELECT * FROM thing').all()).toEqual([
    { name: 'lamp', colour: 'red', size: 3 },
  ]);
});

it('starts behind the format that is there', () => {
  const database = makeOld();
  migrate(database, 1, [addColour], 2);
  migrate(database, 2, [() => expect.unreachable(), addSize], 3);
  expect(formatOf(database)).toBe(3);
});

it('leaves the format before a step that fails, and goes on from there', () => {
  const database = makeOld();
  const fail: MigrationStep = (broken) => {
    broken.exec('DELETE FROM thing');
    throw new Error('the power went');
  };
  expect(() => migrate(database, 1, [addColour, fail], 3)).toThrow('the power went');
  expect(formatOf(database)).toBe(2);
  expect(database.prepare('SELECT count(*) FROM thing').pluck().get()).toBe(1);
  migrate(database, 2, [addColour, addSize], 3);
  expect(formatOf(database)).toBe(3);
});

it('says when there is no way', () => {
  expect(() => migrate(makeOld(), 1, [], 2)).toThrow('no way from library format 1');
});

it('does nothing for the present format', () => {
  const database = makeOld();
  migrate(database, 1, [addColour], 1);
  expect(formatOf(database)).toBe(1);
});
