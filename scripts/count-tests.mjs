// Prints one line with the tests of all runs and fails unless all passed:
//   node scripts/count-tests.mjs REPORT...
// A report is what Vitest's reporter `json` writes; one that is missing, of a run that died, counts as a failure.
import { readFileSync } from 'node:fs';

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  const report = read(file);
  counts.passed += report?.numPassedTests ?? 0;
  counts.skipped += report?.numPendingTests ?? 0;
  // A file that cannot be loaded has no tests that could fail.
  const failed = (report?.numFailedTests ?? 0) || (report?.success === true ? 0 : 1);
  counts.failed += failed;
}
const { passed, failed, skipped } = counts;
process.stdout.write(
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
