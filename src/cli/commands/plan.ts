// `pinakes plan`: what is to be read, as lines that a scheduler can hand out.
import { defineCommand } from '../command.ts';
import { resolveInput } from '../library-flags.ts';
import { readVersion } from '../version.ts';

/** Lists units of work. */
export const plan = defineCommand({
  name: 'plan',
  summary: 'list archives as units of work for many machines',
  description: `Prints a line for each archive, also for those inside a WACZ: a unit of work for \`pinakes step extract\`. Hand the lines
out as you like: by Spark (deploy/spark/), Slurm, GNU parallel or Kubernetes. Each machine must reach the archives
by the same paths or addresses, and have the same version of Pinakes.`,
  examples: [
    { does: 'What a crawl consists of', line: "pinakes plan 's3://crawl/*.warc.gz' > parts" },
    {
      does: 'Read it by eight processes, then make a library of what they found',
      line: "split -n r/8 parts part- && ls part-?? | xargs -P 8 -I{} sh -c 'pinakes step extract < {} > {}.ndjson' && pinakes ingest part-*.ndjson --library my-library",
    },
  ],
  arguments: {
    path: {
      help: 'archives: files, folders, patterns, addresses',
      repeatable: true,
      required: true,
    },
  },
  flags: {},
  async run({ args, host, log, output }) {
    const { planExtraction } = await import('../../pipeline/extract-plan.ts');
    const { printPlanLine } = await import('../../pipeline/steps/plan-line.ts');
    const version = await readVersion();
    const { archives, failed } = await planExtraction(
      args.path.map((path) => resolveInput(host, path)),
    );
    for (const { name, reason } of failed) log.warn(`${name} is passed over: ${reason}`);
    await output.lines(archives.map((archive) => printPlanLine(archive, version)));
    if (archives.length === 0) return 1;
    return failed.length > 0 ? 3 : 0;
  },
});
