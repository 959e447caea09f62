// Predicts whether images are big or small before they are fetched: the face of this folder.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { messageOf, PinakesError } from '../support/errors.ts';
import { BITS, toLabelledSet } from './evaluate/labelled-set.ts';
import type { SizeBounds } from './label.ts';
import type { SizeModel } from './model.ts';
import { decodeModel } from './model-file.ts';
import type { LabelledImage } from './read-clues.ts';
import { trainModel } from './train.ts';

export { type ImageClues, NO_CLUES, type PageContext } from './clues.ts';
export type { DataTables, StrongTerms } from './evaluate/data-tables.ts';
export {
  type EvaluateOptions,
  evaluateSizes,
  type MethodChoice,
  type MethodResult,
  type SizeEvaluation,
} from './evaluate/evaluate.ts';
export type { Bounded } from './evaluate/metrics.ts';
export type { OnlineGain } from './evaluate/online-gain.ts';
export { contextsOf } from './feature-table.ts';
export { toPageContexts } from './features/page-context.ts';
export { classOf, PAPER_BOUNDS, type SizeBounds } from './label.ts';
export {
  createPredictor,
  type ModelAbout,
  type SizeModel,
  type SizePredictor,
  thresholdOf,
} from './model.ts';
export { decodeModel, encodeModel } from './model-file.ts';
export { createOnline, type OnlineLearner, type OnlineState } from './online.ts';
export { type LabelledImage, toLabelledImage } from './read-clues.ts';

/** The model that comes with the program; `scripts/train-size-model.ts` makes it. */
export const SHIPPED_MODEL: string = fileURLToPath(
  new URL('../../models/size.model', import.meta.url),
);

/** Fewer of a class teach nothing. */
const MIN_OF_CLASS = 10;

/** Opens a model; the one that comes with the program by default. Throws `MODEL_UNREADABLE`. */
export async function openModel(path = SHIPPED_MODEL): Promise<SizeModel> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new PinakesError(
      'MODEL_UNREADABLE',
      { model: path, detail: messageOf(cause) },
      { cause },
    );
  }
  return decodeModel(bytes, path);
}

/** Trains a model; throws `USAGE` where there are too few images of a class. */
export function trainSizes(images: readonly LabelledImage[], bounds: SizeBounds): SizeModel {
  const { table, labels, rows, sites, declared } = toLabelledSet(images, bounds);
  const big = rows.filter((row) => labels[row] === 1).length;
  if (big < MIN_OF_CLASS || rows.length - big < MIN_OF_CLASS) {
    const detail = `There are ${rows.length - big} small and ${big} big images to learn from; ${MIN_OF_CLASS} of each are needed.`;
    throw new PinakesError('USAGE', { command: 'size', detail });
  }
  return trainModel({ table, bits: BITS, labels, rows, sites: sites.page, bounds, declared });
}
