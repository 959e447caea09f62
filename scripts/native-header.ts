// The header `native/fields.h`: the fields and columns of the table in src/model/, as the C code needs to know them.
import { CHUNK_BYTES } from '../src/index/columns.ts';
import { PLAN_VERSION } from '../src/index/rank-plan.ts';
import { COLUMN_SOURCES, TEXT_SOURCES } from '../src/model/field-lists.ts';

/** The text of the header. */
export function toNativeHeader(): string {
  const count = 1 + Math.max(...COLUMN_SOURCES.map(({ number }) => number));
  const named = COLUMN_SOURCES.filter(({ lengthOf }) => lengthOf < 0);
  return `/* Made by \`npm run docs\` from src/model/document-fields.ts. Do not edit. */
#ifndef PINAKES_FIELDS_H
#define PINAKES_FIELDS_H

/* What plans are checked by: their format, the fields and the columns (src/index/rank-plan.ts). */
#define PLAN_VERSION ${PLAN_VERSION}u

/* The searchable fields: columns of the full-text table from here on do not count. */
#define FIELD_COUNT ${TEXT_SOURCES.length}

/* Bytes of a piece of a column (src/index/columns.ts). */
#define CHUNK_BYTES ${CHUNK_BYTES}

/* One more than the largest number of a column. */
#define COLUMN_COUNT ${count}

${named.map(({ name, number }) => `#define COLUMN_${name.toUpperCase()} ${number}`).join('\n')}

/* Bytes of a value, and what stands for nothing, by number of the column. */
#define COLUMN_KINDS \\
${toList(COLUMN_SOURCES.map(({ number, bytes, absent, name }) => [`[${number}] = {${bytes}, ${absent}u}`, name]))}

/* The column that counts the words of each field. */
#define LENGTH_COLUMNS \\
${toList(TEXT_SOURCES.map(({ name, lengthColumn }) => [String(lengthColumn), name]))}

#endif
`;
}

/** An initializer over several lines of a macro. */
function toList(entries: readonly (readonly [string, string])[]): string {
  const lines = entries.map(([value, comment]) => `    ${value}, /* ${comment} */ \\`);
  return ['  { \\', ...lines, '  }'].join('\n');
}
