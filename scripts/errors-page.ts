// The page docs/errors.md: every error and every reason for lost input, from the tables in the code.
import { COMMAND_HINTS } from '../src/cli/error-hints.ts';
import { LOSS_REASONS } from '../src/model/capture.ts';
import { ERRORS, type ErrorCode, type NextStep } from '../src/support/errors.ts';
import { cell, code, table } from './markdown.ts';

const NEXT_STEPS: Readonly<Record<NextStep, string>> = {
  'fix-usage': 'change the command or the settings',
  'retry-later': 'try again later',
  'skip-input': 'this input is left out, the rest goes on',
  'stop-run': 'nothing more can be done in this run',
};

/** The text of docs/errors.md. */
export function toErrorsPage(): string {
  const errors = Object.entries(ERRORS).map(
    ([name, { message, hint, next, exitCode, httpStatus }]) => [
      code(name),
      cell(message),
      cell(hint),
      cell(COMMAND_HINTS[name as ErrorCode] ?? ''), // a name of the table
      cell(NEXT_STEPS[next]),
      String(exitCode),
      String(httpStatus),
    ],
  );
  const reasons = Object.entries(LOSS_REASONS).map(([name, meaning]) => [
    code(name),
    cell(meaning),
  ]);
  return `# Errors

Every error has a code, which is never renamed or given another meaning. Words in braces stand for the
case at hand. The command line gives its own hint where there is one. Programs get the same as JSON, see [cli-json.md](cli-json.md).

${table(['code', 'message', 'hint', 'on the command line', 'what follows', 'exit code', 'HTTP status'], errors)}

## Lost input

A damaged archive is read as far as it can be. What could not be read is reported with file, offset,
number of bytes passed over and one of these reasons:

${table(['reason', 'meaning'], reasons)}
`;
}
