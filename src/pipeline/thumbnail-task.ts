// Thumbnails of some images, made in a worker thread and the process of its decoder.
import { openThumbnailMaker, type ThumbnailMaker } from '../enrich/enrich.ts';
import { type Library, openLibrary } from '../index/index.ts';
import type { ThumbnailEntry } from '../index/thumbnails.ts';
import type { TaskHandler } from '../support/worker-pool.ts';
import { type ImagePlace, type ImageReader, openImageReader, readImage } from './read-image.ts';

/** Images that want thumbnails. */
export interface ThumbnailTask {
  /** Folder of the library: asked for other captures where the one given cannot be read. */
  readonly folder: string;
  /** The oldest captures, in the order of archives and offsets. */
  readonly images: readonly ImagePlace[];
}

/** What became of some of them. */
export interface ThumbnailMessage {
  readonly entries: readonly (readonly [digest: string, entry: ThumbnailEntry])[];
  /** Images whose bytes cannot be had now; another run tries again. */
  readonly unread: number;
}

/** Images that are stored in one transaction. */
const MESSAGE_IMAGES = 25;

/** One process for all tasks of a thread; it ends with the thread. */
let maker: ThumbnailMaker | undefined;

/** Makes the thumbnails of a task. */
export const handle: TaskHandler<ThumbnailTask, ThumbnailMessage, void> = async (
  { folder, images },
  send,
  signal,
) => {
  maker ??= openThumbnailMaker();
  let entries: [string, ThumbnailEntry][] = [];
  let unread = 0;
  const source = new ImageSource(folder);
  try {
    for (const image of images) {
      if (signal.aborted) break;
      const bytes = await source.read(image);
      if (bytes === undefined) unread++;
      else entries.push([image.digest, await maker.make(bytes)]);
      if (entries.length + unread < MESSAGE_IMAGES) continue;
      await send({ entries, unread });
      entries = [];
      unread = 0;
    }
    if (entries.length + unread > 0) await send({ entries, unread });
  } finally {
    await source.close();
  }
};

/** Bytes from where they should be, or from any other capture. */
class ImageSource {
  readonly #folder: string;
  readonly #reader: ImageReader = openImageReader();
  #library: Library | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(image: ImagePlace): Promise<Uint8Array | undefined> {
    const first = await this.#reader.read(image);
    if (!('problem' in first)) return first;
    this.#library ??= await openLibrary(this.#folder);
    const found = await readImage(this.#library, image.digest, { reader: this.#reader });
    return 'problem' in found ? undefined : found.bytes;
  }

  async close(): Promise<void> {
    this.#library?.close();
    await this.#reader.close();
  }
}
