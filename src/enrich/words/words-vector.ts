// The vector of words, in the space of the vectors of pictures: a network of the CLIP kind that the operator brought.
import { readFile } from 'node:fs/promises';
import { producerKey } from '../../model/producer.ts';
import { packVector, printVector } from '../../model/vector.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { type OnnxTensor, openOnnxModel } from '../onnx-model.ts';
import { type PictureModels, vectorProducer } from '../picture-models.ts';
import { createTokenizer } from './clip-tokens.ts';

/** Makes vectors of words. */
export interface WordsReader extends AsyncDisposable {
  /** The vector as documents have it; `undefined` for words of which the network makes nothing. */
  read(text: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Vectors of words and pictures at a right angle, or beyond, have nothing to do with one another. */
export const WORDS_REACH = 1;

/** Name of the input that tells which tokens are meant; the other one takes the tokens. */
const MASK = 'attention_mask';

/**
 * Opens the network of words. Throws `WORDS_MISSING` where the library has none, and `MODELS_INVALID` for files that
 * cannot be used.
 */
export async function openWordsReader({ vector }: PictureModels): Promise<WordsReader> {
  if (vector?.words === undefined) throw new PinakesError('WORDS_MISSING', {});
  const { file, vocabulary, merges, length, output } = vector.words;
  const model = producerKey(vectorProducer(vector));
  try {
    const tokens: unknown = JSON.parse(await readFile(vocabulary, 'utf8'));
    const tokenizer = createTokenizer(tokens, await readFile(merges, 'utf8'));
    const network = await openOnnxModel(file);
    const close = () => network.close();
    return {
      async read(text) {
        const { numbers, used } = tokenizer.encode(text, length);
        const toInput = (values: readonly number[]): OnnxTensor<BigInt64Array> => {
          return { data: BigInt64Array.from(values, BigInt), shape: [1, length] };
        };
        const feeds = new Map(
          network.inputs.map((name) => [
            name,
            toInput(name === MASK ? numbers.map((_, at) => (at < used ? 1 : 0)) : numbers),
          ]),
        );
        const wanted = output ?? network.outputs[0] ?? '';
        const made = (await network.run(feeds, [wanted])).get(wanted);
        const packed = packVector(made?.data ?? [], model);
        return packed === undefined ? undefined : printVector(packed);
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (thrown) {
    const detail = `the network of words cannot be used: ${messageOf(thrown)}`;
    throw new PinakesError('MODELS_INVALID', { file, detail }, { cause: thrown });
  }
}
