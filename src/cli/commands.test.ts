import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Flags, GLOBAL_FLAGS } from './command.ts';
import { COMMANDS } from './commands.ts';
import { toCommandHelp } from './help.ts';
import { isSettableBy, toEnvNames, toFlagName } from './names.ts';
import { parseCommandLine } from './parse.ts';
import { defaultOf } from './values.ts';

describe.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (_, command) => {
  it('has flags with valid defaults whose names no global flag has', () => {
    for (const [name, flag] of Object.entries(command.flags)) {
      expect(Object.keys(GLOBAL_FLAGS)).not.toContain(name);
      expect(() => defaultOf(flag)).not.toThrow();
      expect(flag.help).not.toMatch(/\.$/);
    }
  });

  it('has a repeatable argument in the last place only, and none required after an optional one', () => {
    const args = Object.values(command.arguments);
    expect(args.slice(0, -1).every(({ repeatable }) => repeatable !== true)).toBe(true);
    const firstOptional = args.findIndex(({ required }) => required !== true);
    expect(
      args
        .slice(firstOptional === -1 ? args.length : firstOptional)
        .some(({ required }) => required),
    ).toBe(false);
  });

  it('has help that fits a terminal of 80 columns, but for examples', () => {
    const examples = command.examples.map(({ line }) => `  ${line}`);
    const lines = toCommandHelp(command).split('\n');
    expect(lines.filter((line) => line.length > 80 && !examples.includes(line))).toEqual([]);
  });

  it('has examples that work as command lines', () => {
    expect(command.examples).not.toEqual([]);
    for (const { line } of command.examples) {
      const [, words = ''] = /pinakes ([^|<>)]*)/.exec(line) ?? [];
      const argv = words
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^'(.*)'$/, '$1'));
      expect(() => parseCommandLine(argv, COMMANDS), line).not.toThrow();
    }
  });
});

it('gives every command and every variable a name of its own', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const tables: readonly Flags[] = [GLOBAL_FLAGS, ...COMMANDS.map(({ flags }) => flags)];
  const flags = tables.flatMap((table) => Object.entries(table));
  // A settings file could not tell the table of a command from a flag of that name.
  const settable = flags.filter(([, flag]) => isSettableBy(flag, 'file'));
  expect(settable.filter(([name]) => names.includes(toFlagName(name)))).toEqual([]);
  const special = COMMANDS.flatMap((command) =>
    Object.keys(command.flags).map((name) => toEnvNames(name, command)[0]),
  );
  const general = [...new Set(flags.map(([name]) => toEnvNames(name)[0]))];
  expect(new Set([...special, ...general]).size).toBe(special.length + general.length);
});

it('loads no stage and no package before a command runs, so that the program starts fast', async () => {
  const slow: string[] = [];
  for await (const file of iterateSources(fileURLToPath(new URL('.', import.meta.url)))) {
    const text = await readFile(file, 'utf8');
    for (const [, from = ''] of text.matchAll(/^import\s+(?!type\b)[^']*'([^']+)'/gm)) {
      if (!/^(?:node:|\.\/|\.\.\/[^/]+$|(?:\.\.\/)+(?:model|support)\/)/.test(from))
        slow.push(`${path.basename(file)} imports ${from}`);
    }
  }
  expect(slow).toEqual([]);
});

async function* iterateSources(folder: string): AsyncGenerator<string> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) yield path.join(folder, name);
  }
}
