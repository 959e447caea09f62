// The page docs/fields.md, and tables of other pages, from the table of fields in src/model/.
import {
  COLUMN_SOURCES,
  FIELD_ROWS,
  SHOWN_SOURCES,
  TEXT_SOURCES,
} from '../src/model/field-lists.ts';
import type { DocumentField, FieldSource, ShownType } from '../src/model/field-types.ts';
import { RANKING_PROFILES } from '../src/model/ranking.ts';
import { cell, code, table } from './markdown.ts';

/** The text of docs/fields.md. */
export function toFieldsPage(): string {
  const fields = FIELD_ROWS.map(([name, row]) => [
    code(name),
    row.type,
    cell(row.description),
    describeSource(row.from),
    names(row.shown),
    names(row.searched),
    names(row.columns),
  ]);
  const columns = COLUMN_SOURCES.map(
    ({ name, number, bytes, absent, names: named, flags, facet }) => [
      code(name),
      String(number),
      String(bytes),
      absent === 0 ? '' : String(absent),
      named === undefined ? (flags?.join(', ') ?? '') : code(named),
      facet === undefined ? '' : code(facet),
    ],
  );
  return `# Fields of a document

A document is what a library knows of one image. Its fields are declared in one table,
[src/model/document-fields.ts](../src/model/document-fields.ts), from which stores, text index, packed columns, ranking, answers,
the API and this page are made. [CONTRIBUTING.md](../CONTRIBUTING.md#a-field-of-a-document) says how to add one.

${table(['field', 'type', 'what it is', 'from', 'shown as', 'searched as', 'columns'], fields)}

## Searched fields

How much a word counts in each, by ranking profile ([ranking.md](ranking.md)).

${toWeightsTable()}

## Packed columns

Numbers kept of every document, for filters, facets and the priors of the ranking. Where nothing is written, the value is 0 unless another is named; \`names\` is the
table whose rows the numbers are, or the list of names that bits stand for, the lowest first.

${table(['column', 'number', 'bytes', 'absent', 'names', 'facet'], columns)}
`;
}

/** The searched fields with their weights. */
export function toWeightsTable(): string {
  const rows = TEXT_SOURCES.map(({ name, description, weights }) => [
    code(name),
    cell(description),
    ...RANKING_PROFILES.map((profile) => {
      return String(Object.entries(weights).find(([each]) => each === profile.name)?.[1] ?? 0);
    }),
  ]);
  return table(['field', 'words of', ...RANKING_PROFILES.map(({ name }) => code(name))], rows);
}

/** What an item of an answer shows of its document. */
export function toShownTable(): string {
  const rows = SHOWN_SOURCES.map(({ name, as, description }) => [
    code(as === 'texts' || as === 'names' ? `${name}[]` : name),
    cell(description) + (SHAPES[as] ?? ''),
  ]);
  return table(['field', 'meaning'], rows);
}

const SHAPES: Partial<Record<ShownType, string>> = {
  texts: ' Distinct, those of the oldest pages first; at most 50.',
  page: ' Has `url`, `title` and `time`; in mode `full` it is the page of this entry.',
  source: ' Has `file` and `offset`.',
  'string?': ' Absent when it is not known.',
  'place?': ' Has `latitude`, `longitude` and `source`; absent when it is not known.',
};

function describeSource(from: FieldSource): string {
  if (from.kind === 'references') {
    const inside = from.metadata === undefined ? '' : `, ${code(from.metadata)} of the file`;
    return `${code(from.text)} of references${inside}`;
  }
  if (from.kind === 'fact') return `fact ${code(from.producer)}`;
  return from.kind;
}

function names(part: DocumentField['shown' | 'searched' | 'columns']): string {
  return Object.keys(part ?? {})
    .map(code)
    .join(', ');
}
