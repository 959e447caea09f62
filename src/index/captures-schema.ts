// The statements that make the tables of the capture index.

export const FILE_TABLE = `
CREATE TABLE file(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
`;

/**
 * The key is the order of index lines, so that every question is one range. A row has the captures of one SURT, n of
 * them; where they are many there are several rows, and `part` is the place of the first capture in all but the first.
 * `original` finds what a revisit repeats by its digest alone; it repeats a little so that the address need not be in it.
 */
export const CAPTURE_TABLES = `
CREATE TABLE capture(
  surt TEXT NOT NULL, part BLOB NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY(surt, part)) WITHOUT ROWID;
CREATE TABLE original(place BLOB PRIMARY KEY NOT NULL) WITHOUT ROWID;
`;
