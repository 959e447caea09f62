import { describe, expect, expectTypeOf, it } from 'vitest';
import { SAMPLE_COMMANDS, sample } from '../../test/fixtures/fake-host.ts';
import { PinakesError } from '../support/errors.ts';
import type { Context } from './command.ts';
import { commandHint } from './error-hints.ts';
import { parseCommandLine } from './parse.ts';

describe('parseCommandLine', () => {
  it('reads flags of every type', () => {
    const line = parse(
      'sample list --min-size=60 --threshold -0.5 --no-thumbnails --referenced-only --library lib',
      '--format cdx9 --budget 2m --limit 10MB --seed http://a/ --seed=http://b/ x.warc y.warc',
    );
    expect(line.kind).toBe('run');
    if (line.kind !== 'run') return;
    expect(Object.fromEntries(line.given)).toEqual({
      minSize: 60,
      threshold: -0.5,
      thumbnails: false,
      referencedOnly: true,
      library: 'lib',
      format: 'cdx9',
      budget: 120_000,
      limit: 10_000_000,
      seed: ['http://a/', 'http://b/'],
    });
    expect(line.args).toEqual({ action: 'list', path: ['x.warc', 'y.warc'] });
  });

  it('takes global flags before and after the command', () => {
    const line = parse('--progress plain --json sample --no-color add -q');
    if (line.kind !== 'run') throw new Error(line.kind);
    expect(Object.fromEntries(line.given)).toEqual({
      progress: 'plain',
      json: true,
      color: false,
      quiet: true,
    });
  });

  it('takes what follows -- as arguments', () => {
    const line = parse('sample list -- --json -x');
    if (line.kind !== 'run') throw new Error(line.kind);
    expect(line.args).toEqual({ action: 'list', path: ['--json', '-x'] });
    expect(line.given.size).toBe(0);
  });

  it('lets the last of two flags win', () => {
    const line = parse('sample list --format cdx9 --format cdx11 --json --no-json');
    if (line.kind !== 'run') throw new Error(line.kind);
    expect(line.given.get('format')).toBe('cdx11');
    expect(line.given.get('json')).toBe(false);
  });

  it('gives help to whoever asks, whatever else is wrong', () => {
    expect(parse('sample --nonsense --help')).toEqual({
      kind: 'help',
      command: sample,
      isLong: true,
    });
    expect(parse('sample -h')).toEqual({ kind: 'help', command: sample, isLong: false });
    expect(parse('--help')).toEqual({ kind: 'help', command: undefined, isLong: true });
    expect(parse('--help sample')).toMatchObject({ kind: 'help', command: sample });
    expect(parse('--version')).toEqual({ kind: 'version' });
    expect(parse('--quiet')).toEqual({ kind: 'nothing' });
    expect(parseCommandLine([], SAMPLE_COMMANDS)).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['sampel list', 'There is no command `sampel`.', 'Did you mean `sample`?'],
    ['zzz', 'There is no command `zzz`.', 'See `pinakes --help`'],
    ['--librray x sample', '`pinakes` has no flag --librray.', 'come after its name'],
    [
      'sample list --fromat x',
      '`pinakes sample` has no flag --fromat.',
      'Did you mean `--format`?',
    ],
    ['sample list --no-format', '`pinakes sample` has no flag --no-format.', ''],
    ['sample list -x', '`pinakes sample` has no flag -x.', 'See `pinakes sample --help`.'],
    ['sample list --min-size', '--min-size needs a value (PIXELS).', 'sample --help'],
    ['sample list --min-size 0', '--min-size: "0" is not a whole number from 1 to 100.', ''],
    ['sample list --min-size 5.5', '--min-size: "5.5" is not a whole number from 1 to 100.', ''],
    ['sample list --threshold= ', '--threshold: "" is not a number.', ''],
    ['sample list --library --json', '--library needs a value (DIR); write --library=--json', ''],
    ['sample list --json=yes', '--json takes no value.', ''],
    ['sample list --budget 30', '--budget: "30" is not a time span such as 30s', ''],
    ['sample list --format cdx', '--format: "cdx" is not one of cdxj, cdx11, cdx9.', ''],
    ['sample', 'ACTION is missing: what to do.', ''],
    ['sample lits', 'ACTION: lits is not one of list, add. Did you mean `list`?', ''],
    ['other a', 'There is an argument too many: a.', ''],
  ])('refuses `%s` saying why and what to do', (words, message, hint) => {
    const error = errorOf(() => parse(words));
    expect(error.message).toContain(message);
    expect(commandHint(error)).toContain(hint);
    expect(error.exitCode).toBe(2);
  });

  it('gives flags and arguments their types by inference', () => {
    type Given = Parameters<typeof sample.run>[0];
    expectTypeOf<Given['flags']['minSize']>().toEqualTypeOf<number>();
    expectTypeOf<Given['flags']['threshold']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Given['flags']['thumbnails']>().toEqualTypeOf<boolean>();
    expectTypeOf<Given['flags']['library']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Given['flags']['format']>().toEqualTypeOf<'cdxj' | 'cdx11' | 'cdx9'>();
    expectTypeOf<Given['flags']['seed']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Given['flags']['json']>().toEqualTypeOf<boolean>();
    expectTypeOf<Given['args']['action']>().toEqualTypeOf<'list' | 'add'>();
    expectTypeOf<Given['args']['path']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Context['flags']['quiet']>().toEqualTypeOf<boolean>();
  });
});

function parse(...lines: readonly string[]) {
  return parseCommandLine(lines.join(' ').split(' '), SAMPLE_COMMANDS);
}

function errorOf(action: () => unknown): PinakesError {
  try {
    action();
  } catch (error) {
    if (error instanceof PinakesError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
