// The table of errors: what its messages and hints may say.
import { expect, it } from 'vitest';
import { ERRORS } from './errors.ts';

/** Errors of the command line itself. */
const OF_COMMAND_LINE = new Set(['UNKNOWN_COMMAND', 'UNKNOWN_FLAG', 'CONFIG_INVALID']);

it('errors that programs meet say nothing of commands and flags', () => {
  const spoken = Object.entries(ERRORS).filter(([, { message, hint }]) =>
    /--[a-z]|`pinakes |\bcommand\b/i.test(`${message} ${hint}`),
  );
  expect(spoken.map(([code]) => code).filter((code) => !OF_COMMAND_LINE.has(code))).toEqual([]);
});
