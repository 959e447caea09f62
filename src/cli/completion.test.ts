import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { SAMPLE_COMMANDS } from '../../test/fixtures/fake-host.ts';
import { COMMANDS } from './commands.ts';
import { toCompletion } from './completion.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

describe.skipIf(!hasBash)('bash', () => {
  it.each([
    ['the sample', SAMPLE_COMMANDS],
    ['the program', COMMANDS],
  ] as const)('accepts the script of %s', (_, commands) => {
    const check = spawnSync('bash', ['-n'], { input: toCompletion('bash', commands) });
    expect(check.stderr.toString()).toBe('');
    expect(check.status).toBe(0);
  });

  it.each([
    ['', ['sample', 'other']],
    ['sa', ['sample']],
    ['--pro', ['--progress']],
    ['--progress ', ['auto', 'plain', 'json', 'none']],
    ['--progress = pl', ['plain']],
    ['--progress plain o', ['other']],
    ['--progress = plain o', ['other']],
    ['sample ', ['list', 'add']],
    ['sample list --format ', ['cdxj', 'cdx11', 'cdx9']],
    ['other --format ', ['json', 'csv']],
    ['sample --no-th', ['--no-thumbnails']],
    ['sample --min-size ', []],
    ['sample --no-c', ['--no-color']],
    ['sample --ref', ['--referenced-only']],
  ])('completes `pinakes %s`', (line, expected) => {
    expect(complete(line)).toEqual(expected);
  });
});

describe('zsh and fish', () => {
  it('are given every command and flag', () => {
    const zsh = toCompletion('zsh', SAMPLE_COMMANDS);
    expect(zsh).toContain("'sample:print what was given'");
    expect(zsh).toContain("'--format=[form of the lines]:NAME:(cdxj cdx11 cdx9)'");
    expect(zsh).toContain("'*--seed=[where to start]:URL: '");
    expect(zsh).toContain("'--library=[folder of the library]:DIR:_files -/'");
    const fish = toCompletion('fish', SAMPLE_COMMANDS);
    expect(fish).toContain("-n __fish_use_subcommand -a sample -d 'print what was given'");
    expect(fish).toContain(
      "-n '__fish_seen_subcommand_from sample' -l format -x -a 'cdxj cdx11 cdx9'",
    );
    expect(fish).toContain("-l config -r -F -d 'settings file");
  });
});

/** What bash would offer for the last word of `pinakes <line>`. */
function complete(line: string): readonly string[] {
  const words = ['pinakes', ...line.split(' ')].map((word) => `'${word}'`).join(' ');
  const input = `${toCompletion('bash', SAMPLE_COMMANDS)}
COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _pinakes
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', [], { input, encoding: 'utf8' });
  return stdout.split('\n').filter((word) => word !== '');
}
