// Answers of `/cdx` as text, JSON, CDXJ or links, piece by piece.

import { type CdxEntry, formatCdxLine } from '../../archive/archive.ts';
import { toSafeText } from '../../archive/cdx/cdx-entry.ts';
import { toAsciiUrl } from '../../model/surt-escapes.ts';
import { type LinkBase, toMementoLine, toTimeMapHead } from '../replay/memento.ts';
import { DEFAULT_FIELDS, type Field, ORIGINAL_FIELDS, printedText } from './cdx-fields.ts';
import type { CdxRequest } from './cdx-request.ts';

/** Writes one answer: what comes first, lines as they come, and the end. */
export interface CdxWriter {
  readonly type: string;
  lines(entries: readonly CdxEntry[]): string;
  end(resumeKey: string | undefined): string;
}

/** The writer for a question. */
export function createWriter(request: CdxRequest, base: LinkBase): CdxWriter {
  const added = request.resolveRevisits ? ORIGINAL_FIELDS : [];
  const fields = request.fields ?? [...DEFAULT_FIELDS, ...added];
  switch (request.output) {
    case 'text':
      return textWriter('text/plain; charset=utf-8', (entry) =>
        fields.map((field) => safeField(entry, field) || '-').join(' '),
      );
    case 'json':
      return jsonWriter(fields);
    case 'cdxj':
      return textWriter('text/x-cdxj; charset=utf-8', cdxjLine(request, added));
    case 'link':
      return linkWriter(request, base);
  }
}

function textWriter(type: string, toLine: (entry: CdxEntry) => string): CdxWriter {
  return {
    type,
    lines: (entries) => entries.map((entry) => `${toLine(entry)}\n`).join(''),
    end: (resumeKey) => (resumeKey === undefined ? '' : `\n${resumeKey}\n`),
  };
}

/** An array of rows, the names of the fields first; all of it empty where there are no captures. */
function jsonWriter(fields: readonly Field[]): CdxWriter {
  let isFirst = true;
  const next = (row: readonly string[]): string => {
    const start = isFirst ? '[' : ',\n';
    isFirst = false;
    return start + JSON.stringify(row);
  };
  return {
    type: 'application/json; charset=utf-8',
    lines: (entries) => {
      const names = isFirst && entries.length > 0 ? next(fields.map(({ label }) => label)) : '';
      return (
        names + entries.map((entry) => next(fields.map((f) => printedText(entry, f.name)))).join('')
      );
    },
    end: (resumeKey) => {
      if (resumeKey !== undefined) return `${next([])}${next([resumeKey])}]\n`;
      return isFirst ? '[]\n' : ']\n';
    },
  };
}

/** Key, time and an object: of all that is known, or of the fields that were asked for. */
function cdxjLine(
  { fields, resolveRevisits }: CdxRequest,
  added: readonly Field[],
): (entry: CdxEntry) => string {
  if (fields === undefined && !resolveRevisits) return (entry) => formatCdxLine(entry, 'cdxj');
  if (fields === undefined) {
    return (entry) => {
      const known = Object.fromEntries(added.map((f) => [f.label, printedText(entry, f.name)]));
      return formatCdxLine({ ...entry, extra: known }, 'cdxj');
    };
  }
  return (entry) => {
    const key = toSafeText(toAsciiUrl(entry.surt)) || '-';
    const members = fields.map((f) => [f.label, printedText(entry, f.name)]);
    return `${key} ${entry.time} ${JSON.stringify(Object.fromEntries(members))}`;
  };
}

function linkWriter({ url }: CdxRequest, base: LinkBase): CdxWriter {
  const address = /^https?:/i.test(url) ? url : `http://${url}`;
  let isFirst = true;
  const head = (): string => {
    if (!isFirst) return '';
    isFirst = false;
    return toTimeMapHead(address, base);
  };
  return {
    type: 'application/link-format; charset=utf-8',
    lines: (entries) =>
      entries.length === 0
        ? ''
        : head() + entries.map((entry) => `,\n${toMementoLine(entry, base)}`).join(''),
    end: () => `${head()}\n`,
  };
}

/** A field without blanks or controls, which would break the line; URLs in ASCII. */
function safeField(entry: CdxEntry, field: Field): string {
  return toSafeText(printedText(entry, field.name));
}
