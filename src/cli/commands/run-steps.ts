// `pinakes run-steps`: all steps of the pipeline on one machine, from parts of archives to documents.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { PartLine } from '../../pipeline/steps/plan-line.ts';
import { PinakesError } from '../../support/errors.ts';
import { WORKERS_FLAG } from '../archive-inputs.ts';
import type { Host } from '../command.ts';
import { defineCommand } from '../command.ts';
import { iterateInputLines } from '../input-lines.ts';
import { STEP_FLAGS, toTaskSettings } from '../step-flags.ts';
import { formatSize } from '../units.ts';
import { readVersion } from '../version.ts';

/** Does all steps. */
export const runStepsCommand = defineCommand({
  name: 'run-steps',
  summary: 'create documents from archives in steps, without a library',
  description: `Does what \`pinakes step\` and a scheduler do together: reads the parts, sorts rows between the steps, and writes the
documents of all images to \`documents/\` in the folder, as JSON lines sorted by id. They are the same as those of \`pinakes ingest\`. Memory
use is constant for any number of archives; sorting uses the disk of the folder.

After an interruption the same command resumes. The rows extracted from archives are kept in the folder: a later
run with --join reuses them and reads only its own parts. With --takedowns and no parts (/dev/null) it only applies new takedowns.`,
  examples: [
    {
      does: 'From archives to documents',
      line: 'pinakes plan crawl/ > parts && pinakes run-steps parts --out found',
    },
    {
      does: 'A new crawl joins an old result',
      line: 'pinakes plan new/ > parts && pinakes run-steps parts --out found-2 --join found',
    },
  ],
  arguments: {
    parts: { help: 'file that `pinakes plan` printed; - for the standard input', required: true },
  },
  flags: {
    ...STEP_FLAGS,
    out: {
      type: 'string',
      placeholder: 'DIR',
      sources: [],
      help: 'folder of the result',
    },
    join: {
      type: 'string',
      placeholder: 'DIR',
      repeatable: true,
      sources: [],
      help: 'result of an earlier run that this one takes along',
    },
    facts: { type: 'boolean', sources: [], help: 'look at the pixels of images, too' },
    buckets: {
      type: 'integer',
      min: 1,
      max: 4096,
      placeholder: 'N',
      sources: [],
      help: 'shares of the rows between two steps; by default as many as the archives need',
    },
    workers: WORKERS_FLAG,
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    const started = performance.now();
    const { availableParallelism } = await import('node:os');
    const { runSteps } = await import('../../pipeline/steps/run-steps.ts');
    if (flags.out === undefined) {
      const detail = 'Name the folder of the result: --out DIR.';
      throw new PinakesError('USAGE', { command: 'run-steps', detail });
    }
    const isRequired = flags.join.length === 0;
    const parts = await readParts(args.parts, { host, signal, isRequired });
    const { locations: _, ...settings } = await toTaskSettings(flags, host, 'run-steps');
    const progress = startProgress({ unit: 'tasks' });
    let before = 0;
    const outcome = await runSteps({
      parts,
      out: resolve(host.cwd, flags.out),
      joined: flags.join.map((folder) => resolve(host.cwd, folder)),
      settings,
      withFacts: flags.facts,
      buckets: flags.buckets,
      workers: flags.workers ?? availableParallelism(),
      signal,
      onProgress: ({ step, done, total }) => {
        progress.advance(done < before ? done : done - before, 0, `${step}: ${done} of ${total}`);
        before = done;
      },
    }).finally(() => progress.stop());
    const { poison, records, documents, bytes, rows } = outcome;
    for (const { what, reason } of poison.slice(0, MAX_TOLD)) log.warn(`${what}: ${reason}`);
    if (poison.length > MAX_TOLD) log.warn(`${poison.length - MAX_TOLD} more in report.json`);
    const seconds = Math.round(performance.now() - started) / 1000;
    if (flags.json) await output.json({ ...outcome, seconds });
    else {
      await output.lines([
        `${outcome.parts} parts (${formatSize(bytes)}), ${records} records: ${documents} documents, ${rows} rows between the steps.`,
      ]);
    }
    return poison.length + outcome.losses > 0 ? 3 : 0;
  },
});

/** What could not be used is told so often; the report has all of it. */
const MAX_TOLD = 20;

async function readParts(
  file: string,
  { host, signal, isRequired }: { host: Host; signal: AbortSignal; isRequired: boolean },
): Promise<PartLine[]> {
  const { parsePlanLine } = await import('../../pipeline/steps/plan-line.ts');
  const version = await readVersion();
  const isStdin = file === '-';
  const input = isStdin ? host.stdin : createReadStream(resolve(host.cwd, file));
  const parts: PartLine[] = [];
  let number = 0;
  for await (const line of iterateInputLines(input, { signal })) {
    number++;
    if (line.kind === 'line' && line.text.trim() === '') continue;
    const parsed = line.kind === 'line' ? parsePlanLine(line.text, version) : 'it is too long';
    const wrong =
      typeof parsed === 'string' || parsed.kind === 'part'
        ? parsed
        : 'it is of a whole archive: plan without --whole';
    if (typeof wrong === 'string') {
      const detail = `Line ${number} of ${isStdin ? 'the standard input' : file} cannot be used: ${wrong}.`;
      throw new PinakesError('USAGE', { command: 'run-steps', detail });
    }
    parts.push(wrong);
  }
  signal.throwIfAborted();
  if (parts.length === 0 && isRequired) {
    const detail = `${isStdin ? 'The standard input' : file} names no parts.`;
    throw new PinakesError('USAGE', { command: 'run-steps', detail });
  }
  return parts;
}
