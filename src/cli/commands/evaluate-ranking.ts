// `pinakes evaluate-ranking`: how well the ranking profiles find known images.
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Evaluation } from '../../pipeline/evaluate-ranking.ts';
import type { JudgedEvaluation } from '../../pipeline/judge-ranking.ts';
import type { Interval } from '../../pipeline/resample.ts';
import { defineCommand } from '../command.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** Evaluates ranking profiles on a library. */
export const evaluateRanking = defineCommand({
  name: 'evaluate-ranking',
  summary: 'measure how well the ranking profiles find known images',
  description: `Hides all texts of one kind (figcaptions, then alternative texts) from a copy of the index, builds queries from
random words of the hidden texts, and checks at which rank each profile finds an image that
had the text. Prints the mean reciprocal rank at 10, and the share found first and in the top 10,
each with its 95 % interval, and the difference from the paper's ranking. The library is not changed.

With --judgements the queries come from a file of JSON lines, {"query": TEXT, "id": ID, "grade": 0 to 10}, or from a log of
\`pinakes serve --search-log\`, where an image opened from the results of a query has grade 1; profiles are then
compared by nDCG at 10.`,
  examples: [
    { does: 'All profiles side by side', line: 'pinakes evaluate-ranking --library my-library' },
    {
      does: 'Longer queries from figcaptions only',
      line: 'pinakes evaluate-ranking --library my-library --text figcaption --words 8',
    },
    {
      does: 'By your own judgements',
      line: 'pinakes evaluate-ranking --library my-library --judgements judged.jsonl',
    },
  ],
  arguments: {},
  flags: {
    library: LIBRARY_FLAG,
    judgements: {
      type: 'string',
      placeholder: 'FILE',
      help: 'queries with judged images, or a search log, instead of hidden texts',
    },
    texts: {
      type: 'integer',
      min: 1,
      max: 100_000,
      default: 1000,
      placeholder: 'N',
      help: 'most hidden texts of each kind that become queries',
    },
    words: {
      type: 'integer',
      min: 2,
      max: 64,
      default: 5,
      placeholder: 'N',
      help: 'most words of a query; each text gives queries of 2 to N',
    },
    text: {
      type: 'choice',
      choices: ['any', 'figcaption', 'alt'],
      default: 'any',
      placeholder: 'KIND',
      help: 'which texts are hidden and become queries',
    },
    seed: {
      type: 'integer',
      min: 0,
      default: 1,
      placeholder: 'N',
      help: 'another choice of images',
    },
  },
  async run({ flags, host, output, signal }) {
    const { evaluateRanking: evaluate } = await import('../../pipeline/evaluate-ranking.ts');
    const { RANKING_PROFILES } = await import('../../model/ranking.ts');
    const folder = libraryFolder(host, flags.library, 'evaluate-ranking');
    return useLibrary(folder, {}, async (library) => {
      const { texts, words, text, seed } = flags;
      // The paper's ranking is what others are compared with.
      const isPaper = ({ name }: { readonly name: string }) => name === 'paper';
      const profiles = RANKING_PROFILES.toSorted((a, b) => Number(isPaper(b)) - Number(isPaper(a)));
      if (flags.judgements !== undefined) {
        const { readJudgements } = await import('../../pipeline/judgements.ts');
        const { judgeRanking } = await import('../../pipeline/judge-ranking.ts');
        const judgements = await readJudgements(resolve(host.cwd, flags.judgements));
        const judged = await judgeRanking(library.index, judgements, { profiles, seed, signal });
        if (flags.json) await output.json(judged);
        else await output.lines(describeJudged(judged));
        return judged.queries > 0 ? 0 : 1;
      }
      const evaluation = await evaluate(library, {
        profiles,
        texts,
        words,
        text,
        seed,
        tempFolder: tmpdir(),
        signal,
      });
      if (flags.json) await output.json(evaluation);
      else await output.lines(describe(evaluation));
      return evaluation.queries > 0 ? 0 : 1;
    });
  },
});

function describeJudged({ queries, judgements, results }: JudgedEvaluation): string[] {
  return [
    `${queries} queries with ${judgements} judged images`,
    `${'profile'.padEnd(10)} ${'nDCG@10'.padEnd(22)} difference`,
    ...results.map(
      ({ profile, ndcg, difference }) =>
        `${profile.padEnd(10)} ${format(ndcg)} ${format(difference)}`,
    ),
  ];
}

function describe({ documents, texts, queries, answerable, results }: Evaluation): string[] {
  return [
    `${queries} queries (${answerable} answerable) from ${texts} texts on ${documents} images`,
    `${'profile'.padEnd(10)} ${'MRR@10'.padEnd(22)} ${'first'.padEnd(22)} ${'among ten'.padEnd(22)} difference of MRR`,
    ...results.map(
      ({ profile, mrr, success1, success10, difference }) =>
        `${profile.padEnd(10)} ${format(mrr)} ${format(success1)} ${format(success10)} ${format(difference)}`,
    ),
  ];
}

function format({ mean, low, high }: Interval): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`.padEnd(22);
}
