// Answers of `/api/v1/images/{id}/content`: the bytes of an image, out of an archive.
import { readImage } from '../../pipeline/read-image.ts';
import { toFileName } from '../file-name.ts';
import { type AnswerContext, type Answered, findDocument, MISSING } from './answer-context.ts';

/** The bytes of an image as they were captured. */
export async function answerContent(
  { id }: { readonly id: string },
  context: AnswerContext,
): Promise<Answered> {
  const document = await findDocument(context, id);
  if (document === undefined) return MISSING;
  const { library, images } = context;
  const found = await readImage(library, id, { document, reader: images });
  if (!('problem' in found)) {
    return { kind: 'bytes', data: found.bytes, mime: found.mime, digest: document.digest };
  }
  const detail =
    found.problem === 'gone' ? `It is ${toFileName(document.oldest.file)}.` : found.detail;
  return { kind: 'refused', problem: 'archive-missing', detail };
}
