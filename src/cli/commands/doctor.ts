// `pinakes doctor`: the health of archive files and libraries.
import { resolve } from 'node:path';
import type { Health } from '../../archive/read/examine.ts';
import type { WaczCheck } from '../../archive/source/wacz-datapackage.ts';
import type { WaczComparison } from '../../archive/wacz/comparison.ts';
import { LOSS_REASONS, type LossReason } from '../../model/capture.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { ARCHIVE_PATHS } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { describeLoss } from '../describe.ts';
import { describeComparison, isAgreed } from '../describe-wacz.ts';
import { FILES_FROM_FLAG } from '../files-from.ts';
import { LIBRARY_FLAG } from '../library-flags.ts';
import { formatSize } from '../units.ts';

/** Reads archives from end to end and says what they hold and what cannot be read. */
export const doctor = defineCommand({
  name: 'doctor',
  summary: 'check archive files and libraries, and repair the index of a library',
  description: `Reads each file completely, including bodies, checksums and digests, and prints the records by type and every part
that cannot be read, with offset and reason. For a WACZ it also checks the sizes and digests of its files,
and compares its index and its list of pages with the captures in it. Nothing is changed.

With --library it checks a library instead: its database, its text index, whether documents and
attributes are consistent, and whether the archives are where they were; with --thorough also
whether every document matches its captures and references. --repair rebuilds the database
from the stored captures and references; the old one is kept next to it.

The exit code is 3 if anything is lost or damaged, 0 if all is well.`,
  examples: [
    { does: 'Is this file intact?', line: 'pinakes doctor crawl.warc.gz' },
    { does: 'All files of a folder, for a program', line: 'pinakes doctor --json crawls/' },
    { does: 'Is this library consistent?', line: 'pinakes doctor --library my-library' },
    {
      does: 'Rebuild the index of a library',
      line: 'pinakes doctor --library my-library --repair',
    },
  ],
  arguments: { path: ARCHIVE_PATHS },
  flags: {
    filesFrom: FILES_FROM_FLAG,
    library: { ...LIBRARY_FLAG, sources: [], help: 'check the library in this folder' },
    thorough: {
      type: 'boolean',
      sources: [],
      help: 'derive every document of the library again and compare',
    },
    repair: { type: 'boolean', sources: [], help: 'rebuild the database of the library' },
    maxLosses: {
      type: 'integer',
      min: 0,
      default: 100,
      placeholder: 'N',
      help: 'losses listed one by one for each file; all are counted',
    },
  },
  async run(context) {
    const { args, flags, host, log, output, signal, startProgress } = context;
    if (flags.library !== undefined) {
      const { examineLibrary } = await import('../examine-library.ts');
      return examineLibrary(resolve(host.cwd, flags.library), { ...context, ...flags });
    }
    if (args.path.length === 0) {
      const detail = 'No archive is given, and no --library.';
      throw new PinakesError('USAGE', { command: 'doctor', detail });
    }
    const { expandInputs } = await import('../../archive/source/inputs.ts');
    const { openArchives } = await import('../../archive/source/inputs-open.ts');
    const { examineArchive } = await import('../../archive/read/examine.ts');
    const { startComparison } = await import('../../archive/wacz/comparison.ts');
    const { inputs, skipped } = await expandInputs(args.path);
    for (const { name, reason } of skipped) log.warn(`${name} is passed over: ${reason}.`);
    const progress = startProgress({ unit: 'records' });
    let isSick = skipped.length > 0;

    const report = async (finding: Finding): Promise<void> => {
      isSick ||= !finding.isHealthy;
      if (flags.json) await output.records([finding]);
      else await output.lines(describe(finding));
    };

    const examineInput = async (location: string): Promise<void> => {
      const input = await openArchives(location);
      try {
        const maxDifferences = flags.maxLosses;
        const comparing =
          input.wacz && (await startComparison(input.wacz, { maxDifferences, signal }));
        for (const archive of input.archives) {
          if (signal.aborted) return;
          const source = await archive.open();
          let seen = { bytes: 0, records: 0 };
          const health = await examineArchive(source, {
            maxLosses: flags.maxLosses,
            signal,
            ...(comparing && { onRecord: comparing.see }),
            onProgress: (bytes, records) => {
              progress.advance(records - seen.records, bytes - seen.bytes, source.name);
              seen = { bytes, records };
            },
          }).finally(() => source.close());
          if (!signal.aborted) await report(toFinding(health));
        }
        if (signal.aborted) return;
        for await (const check of input.wacz?.verify() ?? []) {
          if (check.result !== 'ok') await report({ ...check, file: location, isHealthy: false });
        }
        const compared = comparing?.finish();
        if (compared?.index !== undefined || compared?.pages !== undefined) {
          await report({ file: location, isHealthy: isAgreed(compared), ...compared });
        }
      } finally {
        await input.close();
      }
    };

    try {
      for (const { location, name } of inputs) {
        if (signal.aborted) break;
        try {
          await examineInput(location);
        } catch (thrown) {
          await report({ file: name, isHealthy: false, error: messageOf(thrown) });
        }
      }
    } finally {
      progress.stop();
    }
    return isSick ? 3 : 0;
  },
});

/** What was found about one file, as `--json` prints it. */
type Finding = { readonly file: string; readonly isHealthy: boolean } & (
  | Health
  | WaczCheck
  | WaczComparison
  | { readonly error: string }
);

function toFinding(health: Health): Finding {
  const isHealthy =
    health.damagedRecords + health.brokenBodies === 0 &&
    Object.keys(health.lossCounts).length === 0;
  return { isHealthy, ...health };
}

/** Lines for a person. */
function describe(finding: Finding): string[] {
  if ('error' in finding) return [`${finding.file}: ${finding.error}`];
  if ('pages' in finding) return describeComparison(finding.file, finding);
  if ('path' in finding) {
    return [`${finding.file}: ${finding.path}: ${finding.result} ${finding.detail}`];
  }
  const counts = (named: Readonly<Record<string, number>>) =>
    Object.entries(named)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  const verdict = finding.isHealthy ? 'all well' : 'damaged';
  const lines = [
    `${finding.file}: ${verdict}`,
    `  ${finding.records} records in ${formatSize(finding.bytes)} (${counts(finding.formats) || 'no records'})`,
  ];
  if (finding.records > 0) lines.push(`  ${counts(finding.types)}`);
  if (finding.damagedRecords > 0) lines.push(`  ${finding.damagedRecords} records are damaged`);
  if (finding.brokenBodies > 0) {
    lines.push(`  ${finding.brokenBodies} records have bodies that break off`);
  }
  if (finding.sharedRecords > 0) {
    lines.push(
      `  ${finding.sharedRecords} records share compressed members: compress each on its own`,
    );
  }
  for (const loss of finding.losses)
    lines.push(`  ${describeLoss(loss).replace(/^.* at offset/, 'at offset')}`);
  return [...lines, ...describeMore(finding)];
}

function describeMore({ losses, lossCounts, skippedBytes }: Health): string[] {
  const reasons = Object.entries(lossCounts) as [LossReason, number][]; // keys are reasons
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return [];
  const more = total > losses.length ? [`  ... and ${total - losses.length} more`] : [];
  const sums = reasons.map(([reason, count]) => `  ${count} x ${reason}: ${LOSS_REASONS[reason]}`);
  return [...more, ...sums, `  ${formatSize(skippedBytes)} passed over in all`];
}
