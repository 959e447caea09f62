// `pinakes plan`: what is to be read, as lines that a scheduler can hand out.
import { ARCHIVE_PATHS } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { FILES_FROM_FLAG } from '../files-from.ts';
import { resolveInput } from '../library-flags.ts';
import { readVersion } from '../version.ts';

/** Lists units of work. */
export const plan = defineCommand({
  name: 'plan',
  summary: 'list parts of archives as units of work for many machines',
  description: `Prints a line for each part of an archive, also of those inside a WACZ: a unit of work for \`pinakes step extract\` and
\`pinakes run-steps\`. Large compressed archives have a part for every 64 MB; a record belongs to the part that it starts in. Hand the
lines out as you like: by Spark (deploy/spark/), Slurm, GNU parallel or Kubernetes. Each machine must reach the archives
by the same paths or addresses, and have the same version of Pinakes.

With --whole there is one line for each archive: what \`pinakes step extract\` finds in these makes a library.`,
  examples: [
    { does: 'What a crawl consists of', line: "pinakes plan 's3://crawl/*.warc.gz' > parts" },
    {
      does: 'Two collections, then all documents of both',
      line: 'pinakes plan old/ --collection old > parts; pinakes plan new/ --collection new >> parts; pinakes run-steps parts --out found',
    },
    {
      does: 'Read by eight processes, then make a library of what they found',
      line: "pinakes plan crawl/ --whole > parts; split -n r/8 parts part- && ls part-?? | xargs -P 8 -I{} sh -c 'pinakes step extract < {} > {}.ndjson' && pinakes ingest part-*.ndjson --library my-library",
    },
  ],
  arguments: {
    path: { ...ARCHIVE_PATHS, required: true },
  },
  flags: {
    filesFrom: FILES_FROM_FLAG,
    collection: {
      type: 'string',
      default: 'default',
      placeholder: 'NAME',
      sources: [],
      help: 'collection that the archives belong to',
    },
    whole: {
      type: 'boolean',
      sources: [],
      help: 'one line for each archive, for steps whose output makes a library',
    },
  },
  async run({ args, flags, host, log, output }) {
    const { planExtraction } = await import('../../pipeline/extract-plan.ts');
    const { printPartLines, printPlanLine } = await import('../../pipeline/steps/plan-line.ts');
    const version = await readVersion();
    const { archives, failed } = await planExtraction(
      args.path.map((path) => resolveInput(host, path)),
    );
    for (const { name, reason } of failed) log.warn(`${name} is passed over: ${reason}`);
    const { collection } = flags;
    await output.lines(
      archives.flatMap((archive) =>
        flags.whole
          ? [printPlanLine(archive, version)]
          : printPartLines(archive, { version, collection }),
      ),
    );
    if (archives.length === 0) return 1;
    return failed.length > 0 ? 3 : 0;
  },
});
