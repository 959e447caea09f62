import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { other, SAMPLE_COMMANDS, sample } from '../../test/fixtures/fake-host.ts';
import { resolveSettings } from './settings.ts';
import { parseSettings, readSettingsFiles, userSettingsPath } from './settings-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pinakes-settings-'));
  await mkdir(path.join(folder, 'home/.config/pinakes'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

describe('precedence', () => {
  it('is flag, variable, local file, user file, default', async () => {
    await write('pinakes.toml', 'library = "local"\n[sample]\nmin-size = 40\n');
    await write('home/.config/pinakes/config.toml', 'library = "user"\n[sample]\nmin-size = 30\n');
    const files = await readSettingsFiles(host(), SAMPLE_COMMANDS);
    const size = (given: [string, number][], env: Record<string, string>, sources = files) =>
      find('sample.min-size', { given: new Map(given), env, files: sources });
    const env = { PINAKES_MIN_SIZE: '50' };

    expect(size([['minSize', 60]], env)).toEqual([60, { kind: 'flag', name: '--min-size' }]);
    expect(size([], env)).toEqual([50, { kind: 'env', name: 'PINAKES_MIN_SIZE' }]);
    expect(size([], {})).toEqual([40, { kind: 'file', name: path.join(folder, 'pinakes.toml') }]);
    expect(size([], {}, files.slice(1))[0]).toBe(30);
    expect(size([], {}, [])).toEqual([51, { kind: 'default' }]);
    expect(size([], { PINAKES_MIN_SIZE: '' }, [])).toEqual([51, { kind: 'default' }]);
  });

  it('puts a setting of one command above the setting of all', async () => {
    const files = [await parse('library = "all"\n[other]\nlibrary = "mine"\n')];
    expect(find('sample.library', { files })[0]).toBe('all');
    expect(find('other.library', { files })[0]).toBe('mine');
    const env = { PINAKES_LIBRARY: 'a', PINAKES_OTHER_LIBRARY: 'b' };
    expect(find('other.library', { files, env })).toEqual([
      'b',
      { kind: 'env', name: 'PINAKES_OTHER_LIBRARY' },
    ]);
    expect(find('sample.library', { files, env })[0]).toBe('a');
  });

  it('reads every type from files and variables', async () => {
    const files = [
      await parse(
        '[sample]\nthumbnails = false\nbudget = "2m"\nlimit = 4096\nseed = ["http://a/", "http://b/"]\nthreshold = 0.5\n',
      ),
    ];
    const value = (key: string) => find(`sample.${key}`, { files })[0];
    expect(value('thumbnails')).toBe(false);
    expect(value('budget')).toBe(120_000);
    expect(value('limit')).toBe(4096);
    expect(value('seed')).toEqual(['http://a/', 'http://b/']);
    expect(value('threshold')).toBe(0.5);
    const env = { PINAKES_SEED: 'http://c/\nhttp://d/', PINAKES_THUMBNAILS: 'off' };
    expect(find('sample.seed', { env })[0]).toEqual(['http://c/', 'http://d/']);
    expect(find('sample.thumbnails', { env })[0]).toBe(false);
  });

  it('names the variable that is wrong', () => {
    expect(() => find('sample.min-size', { env: { PINAKES_MIN_SIZE: 'big' } })).toThrow(
      /the variable PINAKES_MIN_SIZE is not valid: "big" is not a whole number/,
    );
  });

  it('reads the file that is asked for instead of the local one', async () => {
    await write('pinakes.toml', 'library = "local"\n');
    await write('other.toml', 'library = "asked"\n');
    const files = await readSettingsFiles(host(), SAMPLE_COMMANDS, 'other.toml');
    expect(files.map((file) => file.values.get('library'))).toEqual(['asked']);
    await expect(readSettingsFiles(host(), SAMPLE_COMMANDS, 'none.toml')).rejects.toThrow(
      'none.toml',
    );
  });
});

describe('settings files', () => {
  it.each([
    ['libary = "x"', 'there is no setting `libary`. Did you mean `library`?'],
    ['help = true', 'there is no setting `help`.'],
    ['[sampel]\nlibrary = "x"', 'there is no setting `sampel`. Did you mean `sample`?'],
    ['[other]\nmin-size = 5', 'there is no setting `min-size`.'],
    ['sample = 1', '`sample` is a command: write its settings below a line [sample].'],
    ['min-size = "60"', '`min-size` of `pinakes sample` must be a number.'],
    ['min-size = 600', '`min-size` of `pinakes sample` 600 is not a whole number from 1 to 100.'],
    ['json = "yes"', '`json` must be true or false.'],
    ['library = 5', '`library` of `pinakes sample` must be text in quotes.'],
    ['[sample]\nseed = "x"', '`seed` of `pinakes sample` must be a list.'],
    ['[sample]\nbudget = 2020-01-01', '`budget` of `pinakes sample` must be text in quotes.'],
    ['format = "csv"', '`format` of `pinakes sample` "csv" is not one of cdxj, cdx11, cdx9.'],
    ['library = ', 'line 1, column 11:'],
  ])('refuses %j naming file and key', async (text, message) => {
    await expect(parse(text)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(message),
    });
    await expect(parse(text)).rejects.toThrow('/x/pinakes.toml');
  });

  it('reads no file of absurd size', async () => {
    await write('pinakes.toml', '#'.repeat(1_000_001));
    await expect(readSettingsFiles(host(), SAMPLE_COMMANDS)).rejects.toThrow('larger than');
  });

  it('lie where the system keeps them', () => {
    const at = (platform: NodeJS.Platform, env: Record<string, string>) =>
      userSettingsPath({ platform, env, homeFolder: '/home/me' });
    expect(at('linux', {})).toBe('/home/me/.config/pinakes/config.toml');
    expect(at('linux', { XDG_CONFIG_HOME: '/cfg' })).toBe('/cfg/pinakes/config.toml');
    expect(at('linux', { XDG_CONFIG_HOME: 'cfg' })).toBe('/home/me/.config/pinakes/config.toml');
    expect(at('darwin', {})).toBe('/home/me/.config/pinakes/config.toml');
    expect(at('win32', { APPDATA: '/AppData' })).toBe('/AppData/pinakes/config.toml');
  });
});

function find(key: string, sources: Partial<Parameters<typeof resolveSettings>[0]>) {
  const all = { given: new Map(), env: {}, files: [], ...sources };
  const command = key.startsWith('other.') ? other : sample;
  const found = resolveSettings(all, command).find((setting) => setting.key === key);
  return [found?.value, found?.origin];
}

function parse(text: string) {
  return parseSettings(text, '/x/pinakes.toml', SAMPLE_COMMANDS);
}

function host() {
  const home = path.join(folder, 'home');
  return { cwd: folder, env: {}, homeFolder: home, platform: 'linux' as const };
}

function write(name: string, text: string): Promise<void> {
  return writeFile(path.join(folder, name), text);
}
