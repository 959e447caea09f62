// Documents exactly as a library gives them back, for those who make documents without one.
import type { ImageDocument } from '../model/image.ts';
import { decodeDocument, encodeDocument } from './document-codec.ts';

/** The document with the fields, their order and their limits that storing it would leave. */
export function asStored(document: ImageDocument): ImageDocument {
  const names: string[] = [];
  const numberOf = (name: string): number => {
    const known = names.indexOf(name);
    return known >= 0 ? known : names.push(name) - 1;
  };
  const nameOf = (number: number): string => names[number] ?? '';
  const kept = {
    fileId: numberOf,
    fileName: nameOf,
    collectionId: numberOf,
    collectionName: nameOf,
  };
  return decodeDocument(encodeDocument(document, kept), kept);
}
