// Networks that the operator brings: what they see and give, and the producers that they make.
import type { Producer } from '../model/producer.ts';
import type { PictureInput } from './picture-input.ts';
import { OCR, PIXEL_PRODUCERS, VECTOR } from './pixel-producers.ts';

/** A network in the ONNX format that looks at pictures. */
export interface PictureNetwork {
  /** Path of the file. */
  readonly file: string;
  /** SHA-256 of its bytes: what another file tells is outdated. */
  readonly digest: string;
  readonly input: PictureInput;
  /** Name of the output that counts; the first by default. */
  readonly output?: string;
}

/** A classifier. */
export interface LabelNetwork extends PictureNetwork {
  /** Names of its classes, in the order of its output; an empty one is never told. */
  readonly names: readonly string[];
  /** What it gives: shares from 0 to 1, or numbers of which shares are to be made, of one class alone or of each. */
  readonly scores: 'shares' | 'one-of' | 'any-of';
  /** Labels below this share are left out. */
  readonly threshold: number;
}

/** A network that makes vectors of pictures, perhaps with one that makes vectors of words in the same space. */
export interface VectorNetwork extends PictureNetwork {
  readonly words?: WordsNetwork;
}

/** A network of the CLIP kind that makes vectors of words. */
export interface WordsNetwork {
  /** Path of the file. */
  readonly file: string;
  /** Path of its vocabulary: numbers by token, JSON. */
  readonly vocabulary: string;
  /** Path of its merges: pairs of tokens, a line each. */
  readonly merges: string;
  /** Tokens that it takes. */
  readonly length: number;
  /** Name of the output that counts; the first by default. */
  readonly output?: string;
}

/** The networks of a library besides those that come along. */
export interface PictureModels {
  readonly labels?: LabelNetwork;
  /** Tells the vector of a picture in place of the one that comes along. */
  readonly vector?: VectorNetwork;
}

/** Who tells facts of pictures in a library. */
export interface ProducerList {
  /** All that are asked unless told otherwise, in that order. */
  readonly usual: readonly Producer[];
  /** Those that are asked by name alone. */
  readonly optional: readonly Producer[];
}

/** The producers where these networks are. */
export function producersWith({ labels, vector }: PictureModels): ProducerList {
  const own = vector === undefined ? VECTOR : vectorProducer(vector);
  return {
    usual: [
      ...PIXEL_PRODUCERS.map((one) => (one === VECTOR ? own : one)),
      ...(labels === undefined ? [] : [labelProducer(labels)]),
    ],
    optional: [OCR],
  };
}

/** The producer that a network of vectors is. */
export function vectorProducer({ digest, input, output }: PictureNetwork): Producer {
  return { name: VECTOR.name, version: '1', settings: settingsOf({ digest, input, output }) };
}

/** Name of the producer of labels. */
export const LABELS_NAME = 'labels';

function labelProducer({ names, scores, threshold, ...network }: LabelNetwork): Producer {
  const settings = { ...settingsOf(network), names: [...names], scores, threshold };
  return { name: LABELS_NAME, version: '1', settings };
}

function settingsOf({
  digest,
  input,
  output,
}: Omit<PictureNetwork, 'file' | 'output'> & { readonly output?: string | undefined }) {
  const { width, height, fit = 'stretch', layout, mean, deviation } = input;
  const seen = { width, height, fit, layout, mean: [...mean], deviation: [...deviation] };
  return { model: digest, ...seen, ...(output !== undefined && { output }) };
}
