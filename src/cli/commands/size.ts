// `pinakes size`: which images are big, told before they are fetched.
import { resolve } from 'node:path';
import type { LabelledImage, MethodChoice } from '../../size/size.ts';
import { PinakesError } from '../../support/errors.ts';
import { type Arguments, type Context, defineCommand, type Flags } from '../command.ts';
import { describeEvaluation } from '../describe-sizes.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';
import { byPage, iterateImageLines } from '../size-lines.ts';

const METHODS = [
  ...['all', 'joint', 'paper', 'hybrid', 'features'],
  ...['NG', 'NG-trf', 'TOKENS-trf', 'NG-tsrf-idf'],
] as const satisfies readonly MethodChoice[];

const ARGUMENTS = {
  action: { choices: ['predict', 'train', 'evaluate'], required: true, help: 'what to do' },
  file: { help: 'lines of JSON, also .gz; the standard input by default' },
} as const satisfies Arguments;

const FLAGS = {
  library: { ...LIBRARY_FLAG, help: 'learn from, or evaluate on, the images of this library' },
  model: {
    type: 'string',
    placeholder: 'FILE',
    help: 'predict with this model, made by `pinakes size train`',
  },
  out: { type: 'string', placeholder: 'FILE', help: 'where train writes the model' },
  method: {
    type: 'choice',
    choices: METHODS,
    repeatable: true,
    placeholder: 'NAME',
    help: 'evaluate this method; joint (ours) and hybrid (the best of the paper) by default',
  },
  split: {
    type: 'choice',
    choices: ['both', 'random', 'host'],
    default: 'both',
    placeholder: 'KIND',
    help: 'evaluate on random rows, on unseen sites, or both',
  },
  folds: {
    type: 'integer',
    min: 2,
    max: 20,
    default: 4,
    placeholder: 'N',
    help: 'folds of cross-validation',
  },
  small: {
    type: 'integer',
    min: 1,
    default: 200,
    placeholder: 'PIXELS',
    help: 'SMALL: both sides are below this',
  },
  big: {
    type: 'integer',
    min: 1,
    default: 400,
    placeholder: 'PIXELS',
    help: 'BIG: both sides are above this',
  },
  keep: {
    type: 'string',
    default: '0.98',
    placeholder: 'SHARE',
    help: 'share of BIG images to be kept when SMALL ones are skipped',
  },
  shuffleLabels: {
    type: 'boolean',
    help: 'evaluate: learn from labels in random order; figures far from 0.5 would tell of a leak',
  },
  seed: { type: 'integer', min: 0, default: 1, placeholder: 'N', help: 'another split' },
} as const satisfies Flags;

/** Predicts, learns and evaluates sizes of images. */
export const size = defineCommand({
  name: 'size',
  summary: 'predict which images are big from URL and markup; train models',
  description: `BIG images have both sides over 400 pixels, SMALL ones both under 200 (--big, --small).

predict reads one JSON object a line, with at least a url, and prints it again with big, the probability that the image is
big. Fields it understands are those of \`pinakes extract\` references and more: docs/size.md lists them.

train learns a model from labelled lines, which have fileWidth and fileHeight (or, failing that, a declared width and
height, which are then no clue), or from all images of a library, and writes it to --out. The model holds weights of
hashed features; nothing of the images can be read from it.

evaluate prints what labelled lines are like and how well methods tell BIG from SMALL on them: those of Andreadou and
others (2015), and ours, with random rows and with sites that were never seen, each with its 95 % interval.`,
  examples: [
    { does: 'Add a probability to each line', line: 'pinakes size predict < images.jsonl' },
    {
      does: 'Learn from a library, and use it in a crawl',
      line: 'pinakes size train --library my-library --out my.model',
    },
    {
      does: 'Our model beside the best method of the paper, on unseen sites',
      line: 'pinakes size evaluate labelled.jsonl --method joint --method hybrid --split host',
    },
  ],
  arguments: ARGUMENTS,
  flags: FLAGS,
  async run(context) {
    const { args, flags } = context;
    if (flags.small > flags.big) throw usage('--small must not be above --big.');
    if (args.action === 'predict') return predict(context);
    return args.action === 'train' ? train(context) : evaluate(context);
  },
});

type SizeContext = Context<typeof FLAGS, typeof ARGUMENTS>;

async function predict(context: SizeContext): Promise<0 | 1 | 3> {
  const { args, flags, host, output } = context;
  const { contextsOf, createPredictor, openModel } = await import('../../size/size.ts');
  const path = flags.model === undefined ? undefined : resolve(host.cwd, flags.model);
  const predictor = createPredictor(await openModel(path));
  let skipped = 0;
  async function* answers() {
    const lines = iterateImageLines(context, args.file, () => skipped++);
    for await (const page of byPage(lines)) {
      const contexts = contextsOf(page.map(({ image }) => image.clues));
      for (const [at, { fields, image }] of page.entries()) {
        const big = predictor.probability(image.clues, contexts[at]);
        yield { ...fields, big: Math.round(big * 10_000) / 10_000 };
      }
    }
  }
  const count = await output.records(answers());
  return skipped > 0 ? 3 : count > 0 ? 0 : 1;
}

async function train(context: SizeContext): Promise<0 | 3> {
  const { flags, host, output } = context;
  const { encodeModel, trainSizes } = await import('../../size/size.ts');
  const { writeAtomically } = await import('../../support/output-file.ts');
  if (flags.out === undefined) throw usage('Say where the model goes: add --out FILE.');
  const path = resolve(host.cwd, flags.out);
  const { images, skipped } = await readImages(context);
  const started = performance.now();
  const model = trainSizes(images, { small: flags.small, big: flags.big });
  async function* pieces() {
    yield encodeModel(model);
  }
  const bytes = await writeAtomically(path, pieces());
  const seconds = Math.round(performance.now() - started) / 1000;
  const { about } = model;
  if (flags.json) await output.json({ model: path, bytes, ...about, skipped, seconds });
  else {
    const from = `${about.small} small and ${about.big} big images of ${about.sites} sites`;
    await output.lines([`${path}: ${bytes} bytes, learnt from ${from} in ${seconds} s.`]);
  }
  return skipped > 0 ? 3 : 0;
}

async function evaluate(context: SizeContext): Promise<0 | 1 | 3> {
  const { flags, output, signal, startProgress } = context;
  const { evaluateSizes } = await import('../../size/size.ts');
  const { images, skipped } = await readImages(context);
  const keep = Number(flags.keep);
  if (!(keep > 0 && keep < 1)) throw usage('--keep takes a share such as 0.98.');
  const progress = startProgress({ unit: 'methods' });
  const { data, results } = evaluateSizes(images, {
    methods: flags.method.length === 0 ? ['hybrid', 'joint'] : flags.method,
    splits: flags.split === 'both' ? ['random', 'host'] : [flags.split],
    ...{ folds: flags.folds, seed: flags.seed, keep, signal },
    bounds: { small: flags.small, big: flags.big },
    isShuffled: flags.shuffleLabels,
    onMethod: (name, split) => progress.advance(1, 0, `${name}, ${split}`),
  });
  progress.stop();
  if (flags.json) await output.records([{ data }, ...results]);
  else await output.lines(describeEvaluation(data, results, keep));
  return results.length === 0 ? 1 : skipped > 0 ? 3 : 0;
}

async function readImages(
  context: SizeContext,
): Promise<{ readonly images: LabelledImage[]; readonly skipped: number }> {
  const { args, flags, host } = context;
  const images: LabelledImage[] = [];
  let skipped = 0;
  if (flags.library !== undefined) {
    const { toLessons } = await import('../../pipeline/library-sizes.ts');
    const folder = libraryFolder(host, flags.library, 'size');
    images.push(...(await useLibrary(folder, {}, async (library) => toLessons(library))));
  }
  if (flags.library === undefined || args.file !== undefined) {
    for await (const { image } of iterateImageLines(context, args.file, () => skipped++))
      images.push(image);
  }
  return { images, skipped };
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'size', detail });
}
