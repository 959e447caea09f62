// Facts of some images, made in a worker thread and the process of its decoder.
import {
  type FactMaker,
  type MadeFacts,
  openFactMaker,
  type PictureModels,
} from '../enrich/enrich.ts';
import { type Library, openLibrary } from '../index/index.ts';
import { inTurn, type Turn } from '../support/turn.ts';
import type { TaskHandler } from '../support/worker-pool.ts';
import { type ImagePlace, type ImageReader, openImageReader, readImage } from './read-image.ts';

/** An image that wants facts. */
export interface WantingImage extends ImagePlace {
  /** Names of the producers that are asked. */
  readonly names: readonly string[];
  /** Width times height, as the file says. */
  readonly pixels: number;
}

/** Images that want facts. */
export interface EnrichTask {
  /** Folder of the library: asked for other captures where the one given cannot be read. */
  readonly folder: string;
  /** The oldest captures, in the order of archives and offsets. */
  readonly images: readonly WantingImage[];
  /** Large images are decoded one at a time. */
  readonly turn: Turn;
  /** Networks of the operator: the same for all tasks of a thread. */
  readonly models: PictureModels;
}

/** What became of some of them. */
export interface EnrichMessage {
  readonly made: readonly (readonly [image: WantingImage, facts: MadeFacts])[];
  /** Images whose bytes cannot be had now; another run tries again. */
  readonly unread: number;
}

/** Some decoders hold a picture as a whole: of this size they take some 100 MB, of the largest 350. */
const LARGE_PIXELS = 16_000_000;

/** Images of one message. */
const MESSAGE_IMAGES = 25;

/** One process for all tasks of a thread that ask the same networks; it ends with the thread. */
let maker: FactMaker | undefined;
let asked = '';

async function openMaker(models: PictureModels): Promise<FactMaker> {
  const key = JSON.stringify(models);
  if (maker !== undefined && key === asked) return maker;
  await maker?.close();
  asked = key;
  maker = openFactMaker({ models });
  return maker;
}

/** Makes the facts of a task. */
export const handle: TaskHandler<EnrichTask, EnrichMessage, void> = async (
  { folder, images, models, turn },
  send,
  signal,
) => {
  const maker = await openMaker(models);
  let made: [WantingImage, MadeFacts][] = [];
  let unread = 0;
  const source = new ImageSource(folder);
  try {
    for (const image of images) {
      if (signal.aborted) break;
      const bytes = await source.read(image);
      if (bytes === undefined) unread++;
      else {
        const make = () => maker.make(bytes, image.names);
        made.push([image, await (image.pixels > LARGE_PIXELS ? inTurn(turn, make) : make())]);
      }
      if (made.length + unread < MESSAGE_IMAGES) continue;
      await send({ made, unread });
      made = [];
      unread = 0;
    }
    if (made.length + unread > 0) await send({ made, unread });
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
