// The step `index`: documents of other steps go to an index elsewhere, and those that are gone leave it.
import type { ImageDocument } from '../../model/image.ts';
import type { IndexWriter, SearchIndex } from '../../model/index-query.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { parseDocument } from '../document-files.ts';
import { IndexCopy } from '../sync-index.ts';
import { POISON, printEnd, printRow } from './step-row.ts';

/** Rows that the step takes: documents, and ids of those that are gone. */
export const INDEX_TABLES = ['document', 'gone'] as const;

/** What the step works with. */
export interface IndexStep {
  readonly lines: AsyncIterable<string>;
  readonly target: { readonly index: SearchIndex; readonly writer: IndexWriter };
  readonly version: string;
  readonly write: (lines: readonly string[]) => Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends the documents that the index has not, or not as they are: whoever does the same again changes nothing. Documents of one
 * content come together. Gives how many rows could not be used; the last row has the counts.
 */
export async function sendLines(step: IndexStep): Promise<number> {
  const { lines, target, version, write, signal } = step;
  const copy = new IndexCopy({ target, signal });
  let documents: ImageDocument[] = [];
  let removed = 0;
  let poison = 0;
  let read = 0;
  const end = async () => {
    const [first] = documents;
    if (first !== undefined) await copy.add({ digest: first.digest, documents });
    documents = [];
  };
  for await (const line of lines) {
    const [table = '', key = '', , json = ''] = line.split('\t');
    if (table.startsWith('#')) continue;
    if (table !== 'document' && table !== 'gone') {
      const detail = `It takes no rows of the table ${JSON.stringify(table.slice(0, 40))}.`;
      throw new PinakesError('USAGE', { command: 'step index', detail });
    }
    read++;
    try {
      if (table === 'gone') {
        await target.writer.remove([key], { signal });
        removed++;
        continue;
      }
      const document = parseDocument(json);
      if (documents[0] !== undefined && documents[0].digest !== document.digest) await end();
      documents.push(document);
    } catch (thrown) {
      if (!(thrown instanceof SyntaxError || thrown instanceof TypeError)) throw thrown;
      poison++;
      await write([
        printRow(POISON, '-', '-', JSON.stringify({ what: key, reason: messageOf(thrown) })),
      ]);
    }
  }
  await end();
  await copy.finish();
  await target.writer.commit({ signal });
  const counts = { sent: copy.sent, removed };
  await write([printEnd({ step: 'index', version, read, written: {}, poison, ...counts })]);
  return poison;
}
