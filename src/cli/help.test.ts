import { expect, it } from 'vitest';
import { SAMPLE_COMMANDS, sample } from '../../test/fixtures/fake-host.ts';
import { toCommandHelp, toOverview, toShortHelp } from './help.ts';

it('shows examples before everything else', () => {
  const help = toCommandHelp(sample);
  const [examples, usage, flags] = ['Examples:', 'Usage:', 'Flags:'].map((title) =>
    help.indexOf(title),
  );
  expect(examples).toBeGreaterThan(0);
  expect(usage).toBeGreaterThan(examples!);
  expect(flags).toBeGreaterThan(usage!);
});

it('shows each flag with form, meaning, range, default and variable', () => {
  const help = toCommandHelp(sample).replace(/\s+/g, ' ');
  expect(help).toContain(
    '--min-size PIXELS smallest side (from 1 to 100; default 51; PINAKES_MIN_SIZE)',
  );
  expect(help).toContain('--no-thumbnails make no thumbnails (PINAKES_THUMBNAILS)');
  expect(help).toContain('--format cdxj|cdx11|cdx9 form of the lines (default cdxj');
  expect(help).toContain('--seed URL where to start (may be repeated');
  expect(help).toContain('-h, --help show help');
  expect(help).toContain('pinakes sample list|add [PATH...] [FLAG...]');
  expect(help).toContain('130 interrupted');
});

it('is brief with -h', () => {
  const help = toShortHelp(sample);
  expect(help).toContain('--min-size PIXELS');
  expect(help).not.toContain('Examples');
  expect(help).not.toContain('--progress');
});

it('lists all commands in the overview', () => {
  for (const { name, summary } of SAMPLE_COMMANDS) {
    expect(toOverview(SAMPLE_COMMANDS)).toMatch(new RegExp(`${name} +${summary}`));
  }
});

it('fits a terminal of 80 columns', () => {
  const lines = `${toOverview(SAMPLE_COMMANDS)}${toCommandHelp(sample)}`.split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
