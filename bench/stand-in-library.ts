// A library of pages whose images are stand-ins: every image that a page mentions gets a capture, so that rankings can be
// tried on the texts of real pages without their images.
import { createHash } from 'node:crypto';
import { extractPage } from '../src/extract/extract.ts';
import { type Library, openLibrary } from '../src/index/index.ts';
import type { Timestamp } from '../src/model/capture.ts';
import type { ReferenceObservation } from '../src/model/observation.ts';
import { deriveDocuments } from '../src/pipeline/derive.ts';
import { FileRows } from '../src/pipeline/file-rows.ts';
import { loadTakedown } from '../src/pipeline/takedown.ts';

/** When all of it was captured. */
export const TIME = '20200101000000' as Timestamp;

/** What is known of a stand-in. */
export interface StandIn {
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly width: number;
  readonly height: number;
}

/** A library that pages are added to. */
export interface StandInLibrary {
  /** Takes a page; `toImage` says what stands at the address of a reference, `undefined` for nothing. */
  addPage(
    html: Buffer,
    url: string,
    toImage?: (reference: ReferenceObservation) => StandIn | undefined,
  ): void;
  /** Makes the documents; gives their number. */
  finish(): Promise<number>;
  readonly library: Library;
}

/** Makes a library in an empty folder. */
export async function createStandInLibrary(folder: string, name: string): Promise<StandInLibrary> {
  const library = await openLibrary(folder, { access: 'write', create: {} });
  library.begin();
  const file = library.files.add({
    name,
    location: name,
    size: 0,
    modified: 0,
    fingerprint: name,
    report: {
      records: 0,
      bytes: 0,
      pages: 0,
      imageCaptures: 0,
      references: 0,
      losses: 0,
      skippedBytes: 0,
      rejected: {},
    },
  });
  library.files.addToCollection(file, 'pages');
  const rows = new FileRows(library, file, loadTakedown(library));
  const captured = new Set<string>();
  return {
    library,
    addPage(html, url, toImage = toStandIn) {
      const { page, references } = extractPage(html, { url, time: TIME, status: 200 });
      rows.add({ ...page, file: name, offset: 0 });
      for (const reference of references) {
        rows.add(reference);
        if (captured.has(reference.surt) || reference.url.startsWith('data:')) continue;
        captured.add(reference.surt);
        const image = toImage(reference);
        if (image === undefined) continue;
        const { surt, url: address } = reference;
        const rest = { mime: 'image/jpeg', frames: 1, bytes: 1000, file: name, offset: 0 };
        rows.add({ kind: 'capture', surt, url: address, time: TIME, ...image, ...rest });
      }
    },
    async finish() {
      rows.flush();
      library.commit();
      return deriveDocuments(library);
    },
  };
}

/** An image of its own for each address. */
function toStandIn({ surt, width, height }: ReferenceObservation): StandIn {
  return {
    digest: createHash('sha256').update(surt).digest('hex'),
    width: Math.max(width, 60),
    height: Math.max(height, 60),
  };
}

/** Whether a host belongs to one half of all hosts: one is tuned on, the other reported. */
export function isOfHalf(host: string, half: string | undefined): boolean {
  if (half === undefined) return true;
  const hash = createHash('sha256').update(host).digest('hex').slice(0, 8);
  return (half === 'even') === (Number.parseInt(hash, 16) % 2 === 0);
}
