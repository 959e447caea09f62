// Reads `models.toml` of a library: the networks that its operator brought, with what each sees and gives.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import Type, { type Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { messageOf, PinakesError } from '../support/errors.ts';
import type {
  LabelNetwork,
  PictureModels,
  PictureNetwork,
  VectorNetwork,
} from './picture-models.ts';

/** Name of the file in the folder of a library. */
export const MODELS_FILE = 'models.toml';

const MAX_BYTES = 1_000_000;
const exact = { additionalProperties: false } as const;
const side = () => Type.Integer({ minimum: 8, maximum: 2048 });
const three = () => Type.Tuple([Type.Number(), Type.Number(), Type.Number()]);

const NETWORK = {
  model: Type.String({ minLength: 1 }),
  width: side(),
  height: side(),
  fit: Type.Optional(Type.Union([Type.Literal('stretch'), Type.Literal('crop')])),
  layout: Type.Optional(Type.Union([Type.Literal('planes'), Type.Literal('rows')])),
  mean: Type.Optional(three()),
  deviation: Type.Optional(three()),
  output: Type.Optional(Type.String()),
};

const SCHEMA = Type.Object(
  {
    labels: Type.Optional(
      Type.Object(
        {
          ...NETWORK,
          names: Type.String({ minLength: 1 }),
          scores: Type.Optional(
            Type.Union([Type.Literal('shares'), Type.Literal('one-of'), Type.Literal('any-of')]),
          ),
          threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        },
        exact,
      ),
    ),
    vector: Type.Optional(
      Type.Object(
        {
          ...NETWORK,
          words: Type.Optional(
            Type.Object(
              {
                model: Type.String({ minLength: 1 }),
                vocabulary: Type.String({ minLength: 1 }),
                merges: Type.String({ minLength: 1 }),
                length: Type.Optional(Type.Integer({ minimum: 3, maximum: 512 })),
                output: Type.Optional(Type.String()),
              },
              exact,
            ),
          ),
        },
        exact,
      ),
    ),
  },
  exact,
);

type Vector = NonNullable<Static<typeof SCHEMA>['vector']>;
type Network = Omit<Vector, 'words'>;

/** Tokens that CLIP takes. */
const TOKENS = 77;

/** Below this share a label is a guess. */
const THRESHOLD = 0.5;

/**
 * The networks of the library in a folder; none where it has no `models.toml`. Throws `MODELS_INVALID` for a file that says something
 * else, or names files that are not there.
 */
export async function readModels(folder: string): Promise<PictureModels> {
  const file = path.join(folder, MODELS_FILE);
  const text = await readText(file);
  if (text === undefined) return {};
  const { labels, vector } = await parse(file, text);
  return {
    ...(labels !== undefined && { labels: await toLabelNetwork(file, labels) }),
    ...(vector !== undefined && { vector: await toVectorNetwork(file, vector) }),
  };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    if ((await stat(file)).size > MAX_BYTES)
      throw invalid(file, `it has more than ${MAX_BYTES} bytes`);
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown instanceof PinakesError ? thrown : invalid(file, messageOf(thrown), thrown);
  }
}

async function parse(file: string, text: string): Promise<Static<typeof SCHEMA>> {
  const { parse: parseToml, TomlError } = await import('smol-toml');
  let found: unknown;
  try {
    found = parseToml(text);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const [message] = thrown.message.split('\n');
    throw invalid(file, `line ${thrown.line}: ${message}`, thrown);
  }
  if (Check(SCHEMA, found)) return found;
  const [first] = Errors(SCHEMA, found);
  const place = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const isUnknown = first?.keyword === 'boolean' || first?.keyword === 'additionalProperties';
  const detail = isUnknown ? 'is not known' : first?.message;
  throw invalid(file, `${place === '' ? '' : `\`${place}\` `}${detail ?? 'is not valid'}`);
}

async function toNetwork(file: string, network: Network): Promise<PictureNetwork> {
  const { model, width, height, fit = 'stretch', layout = 'planes', output } = network;
  const { mean = [0, 0, 0], deviation = [1, 1, 1] } = network;
  if (deviation.includes(0)) throw invalid(file, '`deviation` may not be 0');
  const found = besides(file, model);
  return {
    file: found,
    digest: await digestOf(file, found),
    input: { width, height, fit, layout, mean, deviation },
    ...(output !== undefined && { output }),
  };
}

async function toVectorNetwork(
  file: string,
  { words, ...network }: Vector,
): Promise<VectorNetwork> {
  const found = await toNetwork(file, network);
  if (words === undefined) return found;
  const { length = TOKENS, output } = words;
  const [model = '', vocabulary = '', merges = ''] = [
    words.model,
    words.vocabulary,
    words.merges,
  ].map((name) => besides(file, name));
  return {
    ...found,
    words: { file: model, vocabulary, merges, length, ...(output !== undefined && { output }) },
  };
}

async function toLabelNetwork(
  file: string,
  { names, scores = 'one-of', threshold = THRESHOLD, ...network }: Network & LabelSettings,
): Promise<LabelNetwork> {
  const list = besides(file, names);
  const text = await readText(list);
  if (text === undefined) throw invalid(file, `there is no ${list}`);
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return { ...(await toNetwork(file, network)), names: lines, scores, threshold };
}

type LabelSettings = Pick<
  NonNullable<Static<typeof SCHEMA>['labels']>,
  'names' | 'scores' | 'threshold'
>;

/** Paths are relative to the file that names them. */
function besides(file: string, named: string): string {
  return path.resolve(path.dirname(file), named);
}

async function digestOf(file: string, model: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(model)) hash.update(chunk);
  } catch (thrown) {
    throw invalid(file, `${model} cannot be read: ${messageOf(thrown)}`, thrown);
  }
  return hash.digest('hex');
}

function invalid(file: string, detail: string, cause?: unknown): PinakesError {
  return new PinakesError('MODELS_INVALID', { file, detail }, { where: { file }, cause });
}
