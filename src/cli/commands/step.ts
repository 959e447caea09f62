// `pinakes step`: one step of the pipeline on lines, for schedulers that start many of them.
import type { PlannedArchive } from '../../pipeline/extract-plan.ts';
import { PinakesError } from '../../support/errors.ts';
import { createLossList } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { iterateInputLines } from '../input-lines.ts';
import { readVersion } from '../version.ts';

/** Works on lines of the standard input. */
export const step = defineCommand({
  name: 'step',
  summary: 'do a step of the pipeline on lines of the standard input',
  description: `\`extract\` takes lines of \`pinakes plan\` and prints all that a library needs of their archives, as \`pinakes extract
--for-ingest\` does: \`pinakes ingest\` makes a library of it, the same as of the archives themselves.

Nothing is lost in silence. The output begins with its format and ends with the number of its archives; \`ingest\`
refuses one that is cut off. An archive that cannot be read is told there with the reason. Lines of another version, or
that are no plan, end the step with exit code 2 before anything is printed.`,
  examples: [
    { does: 'Some archives', line: 'pinakes step extract < parts > part-1.ndjson' },
    { does: 'Make a library', line: 'pinakes ingest part-1.ndjson --library my-library' },
  ],
  arguments: { name: { help: 'which step', choices: ['extract'], required: true } },
  flags: {
    minSize: {
      type: 'integer',
      min: 1,
      default: 51,
      placeholder: 'PIXELS',
      help: 'images with a shorter side are rejected',
    },
    maxPageSize: {
      type: 'size',
      default: '16MB',
      placeholder: 'SIZE',
      help: 'pages are read up to this size; what is cut is told',
    },
  },
  async run({ flags, host, log, output, signal }) {
    const { parsePlanLine } = await import('../../pipeline/steps/plan-line.ts');
    const { extractStep } = await import('../../pipeline/steps/extract-step.ts');
    const version = await readVersion();
    const archives: PlannedArchive[] = [];
    let number = 0;
    for await (const line of iterateInputLines(host.stdin, { signal })) {
      number++;
      if (line.kind === 'line' && line.text.trim() === '') continue;
      const archive = line.kind === 'line' ? parsePlanLine(line.text, version) : 'it is too long';
      if (typeof archive === 'string') {
        const detail = `Line ${number} of the standard input cannot be used: ${archive}.`;
        throw new PinakesError('USAGE', { command: 'step', detail });
      }
      archives.push(archive);
    }
    const losses = createLossList();
    const totals = await extractStep({
      archives,
      options: { minSide: flags.minSize, maxPageBytes: flags.maxPageSize },
      write: (lines) => output.lines(lines),
      signal,
      onLoss: losses.add,
      onFailed: (archive, reason) => log.warn(`${archive.name} could not be read: ${reason}`),
    });
    signal.throwIfAborted();
    losses.tell(log);
    return totals.losses + totals.failedArchives > 0 ? 3 : 0;
  },
});
