// `pinakes step`: one step of the pipeline on lines, for schedulers that start many of them.
import type { PlanLine } from '../../pipeline/steps/plan-line.ts';
import { PinakesError } from '../../support/errors.ts';
import { createLossList } from '../archive-inputs.ts';
import type { Host } from '../command.ts';
import { defineCommand } from '../command.ts';
import { INDEX_FLAG, indexAddress, MIN_REPLICAS_FLAG } from '../index-flags.ts';
import { iterateInputLines } from '../input-lines.ts';
import { STEP_FLAGS, toTaskSettings } from '../step-flags.ts';
import { readVersion } from '../version.ts';

/** Steps that take rows, in their order. A test compares them with those there are. */
export const ROW_STEPS = [
  'settle',
  'sheets',
  'merge-surt',
  'facts',
  'merge-digest',
  'kin',
  'join',
  'group',
  'pictures',
  'finish',
] as const;

/** Works on lines of the standard input. */
export const step = defineCommand({
  name: 'step',
  summary: 'do a step of the pipeline on lines of the standard input',
  description: `\`extract\` takes lines of \`pinakes plan\`. Of parts it prints rows: table, key, rank and JSON with tabs between. The other steps
take rows sorted by key and rank, and print rows again; docs/scale.md says which tables each of them takes. All of
them together are \`pinakes run-steps\`, or deploy/spark/documents.py on Spark; \`stages\` prints their order for such a job. \`index\` takes
documents and sends those that an index has not, or not as they are. Of whole archives (\`plan --whole\`) \`extract\`
prints all that a library needs, as \`pinakes extract --for-ingest\` does.

Nothing is lost silently. The output ends with counts of what was read and written, which the next step checks: input
that is truncated, or lacks rows, ends it with exit code 2. Archives and rows that cannot be used are reported in rows of their own, and
the exit code is 3. Lines of another version end the step with exit code 2 before anything is printed.`,
  examples: [
    { does: 'Rows of some parts', line: 'pinakes step extract < parts > rows' },
    {
      does: 'What addresses show of their images, sorted by the next key',
      line: "grep -E '^(turn|reference|#end)' rows | LC_ALL=C sort -t '\t' -k2,3 | pinakes step merge-surt > merged",
    },
  ],
  arguments: {
    name: {
      help: 'which step',
      choices: ['extract', ...ROW_STEPS, 'index', 'stages'],
      required: true,
    },
  },
  flags: {
    ...STEP_FLAGS,
    index: { ...INDEX_FLAG, help: `of the step \`index\`: ${INDEX_FLAG.help}` },
    minReplicas: MIN_REPLICAS_FLAG,
    shared: {
      type: 'boolean',
      sources: [],
      help: 'the input is a share of the rows, and whoever shared them out checks what steps wrote',
    },
    from: {
      type: 'string',
      placeholder: 'VERSION',
      sources: [],
      help: 'refuse to work when this is not that version of Pinakes',
    },
  },
  async run({ args, flags, host, log, output, signal }) {
    const version = await readVersion();
    if (args.name === 'stages') {
      const { STAGES } = await import('../../pipeline/steps/stages.ts');
      await output.lines([JSON.stringify({ version, stages: STAGES })]);
      return 0;
    }
    if (flags.from !== undefined && flags.from !== version) {
      const detail = `Version ${flags.from} is wanted, and this is ${version}.`;
      throw new PinakesError('USAGE', { command: 'step', detail });
    }
    const write = (lines: readonly string[]) => output.lines(lines);
    if (args.name === 'index') {
      const { sendLines } = await import('../../pipeline/steps/index-step.ts');
      const { openWritableSolrIndex } = await import('../../solr/solr.ts');
      const target = await openWritableSolrIndex(indexAddress(flags.index, 'step'), {
        minReplicas: flags.minReplicas,
        isShared: true,
        credentials: host.env['PINAKES_SOLR_AUTH'],
        signal,
      });
      const lines = iterateRows(host, signal);
      return (await sendLines({ lines, target, version, write, signal })) > 0 ? 3 : 0;
    }
    const settings = await toTaskSettings(flags, host, 'step');
    if (args.name !== 'extract') {
      const { workOnLines } = await import('../../pipeline/steps/lines-step.ts');
      const poison = await workOnLines({
        step: args.name,
        version,
        settings,
        isShared: flags.shared,
        lines: iterateRows(host, signal),
        write,
      });
      return poison > 0 ? 3 : 0;
    }
    const planned = await readPlan(host, version, signal);
    const [first] = planned;
    const losses = createLossList();
    if (first?.kind === 'part') {
      const { extractLines } = await import('../../pipeline/steps/lines-step.ts');
      const parts = planned.filter((line) => line.kind === 'part');
      const onLoss = losses.add;
      const poison = await extractLines({ parts, version, settings, write, signal, onLoss });
      losses.tell(log);
      return poison + losses.count > 0 ? 3 : 0;
    }
    const { toArchive } = await import('../../pipeline/steps/plan-line.ts');
    const { extractStep } = await import('../../pipeline/steps/extract-step.ts');
    const totals = await extractStep({
      archives: planned.flatMap((line) => (line.kind === 'archive' ? [toArchive(line)] : [])),
      options: settings.options,
      write,
      signal,
      onLoss: losses.add,
      onFailed: (archive, reason) => log.warn(`${archive.name} could not be read: ${reason}`),
    });
    signal.throwIfAborted();
    losses.tell(log);
    return totals.losses + totals.failedArchives > 0 ? 3 : 0;
  },
});

/** All lines of a plan: parts, or whole archives. */
async function readPlan(host: Host, version: string, signal: AbortSignal): Promise<PlanLine[]> {
  const { parsePlanLine } = await import('../../pipeline/steps/plan-line.ts');
  const planned: PlanLine[] = [];
  let number = 0;
  for await (const line of iterateInputLines(host.stdin, { signal })) {
    number++;
    if (line.kind === 'line' && line.text.trim() === '') continue;
    const parsed = line.kind === 'line' ? parsePlanLine(line.text, version) : 'it is too long';
    const [first] = planned;
    const isMixed = typeof parsed !== 'string' && first !== undefined && parsed.kind !== first.kind;
    const wrong = isMixed ? 'parts and whole archives cannot be mixed' : parsed;
    if (typeof wrong === 'string') {
      const detail = `Line ${number} of the standard input cannot be used: ${wrong}.`;
      throw new PinakesError('USAGE', { command: 'step', detail });
    }
    planned.push(wrong);
  }
  return planned;
}

/** Rows may be long: what a content is known by has all its texts. */
const MAX_ROW_CHARACTERS = 256 * 1024 * 1024;

async function* iterateRows(host: Host, signal: AbortSignal): AsyncGenerator<string> {
  for await (const line of iterateInputLines(host.stdin, {
    signal,
    maxChars: MAX_ROW_CHARACTERS,
  })) {
    if (line.kind === 'line') yield line.text;
    else {
      const detail = `Line ${line.line} of the standard input is too long.`;
      throw new PinakesError('USAGE', { command: 'step', detail });
    }
  }
}
