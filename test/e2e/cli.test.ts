import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BIN, openCliFolder } from './run-cli.ts';

it('prints version and help on stdout', async () => {
  await using folder = await openCliFolder();
  const { version } = JSON.parse(await readFile(path.join(BIN, '../../package.json'), 'utf8'));
  expect(await folder.run(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', code: 0 });
  const help = await folder.run(['surt', '--help']);
  expect(help.stdout).toContain('Examples:');
  expect(help.code).toBe(0);
});

it('suggests the command that was meant', async () => {
  await using folder = await openCliFolder();
  const { stdout, stderr, code } = await folder.run(['srut']);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toBe('error: There is no command `srut`.\nDid you mean `surt`?\n');
});

it('streams keys of URLs', async () => {
  await using folder = await openCliFolder();
  const stdin = 'http://www.example.com/a\nhttp://b.org';
  expect((await folder.run(['surt'], { stdin })).stdout).toBe('com,example)/a\norg,b)/\n');
  const json = await folder.run(['surt', '--json'], { stdin });
  expect(
    json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { url: 'http://www.example.com/a', surt: 'com,example)/a' },
    { url: 'http://b.org', surt: 'org,b)/' },
  ]);
});

it('takes settings from flag, variable, local file and user file, in that order', async () => {
  await using folder = await openCliFolder();
  const local = await folder.write('pinakes.toml', 'progress = "plain"\n');
  const user = await folder.write(
    '.config/pinakes/config.toml',
    'progress = "none"\nquiet = true\n',
  );
  const origins = async (env: Record<string, string> = {}) => {
    const { stdout } = await folder.run(['config', 'show', '--json'], { env });
    const { settings, files } = JSON.parse(stdout);
    expect(files).toEqual([local, user]);
    return Object.fromEntries(
      settings.map((setting: { key: string; value: unknown; origin: unknown }) => [
        setting.key,
        [setting.value, setting.origin],
      ]),
    );
  };
  expect(await origins()).toMatchObject({
    progress: ['plain', { kind: 'file', name: local }],
    quiet: [true, { kind: 'file', name: user }],
    color: [true, { kind: 'default' }],
  });
  expect(await origins({ PINAKES_PROGRESS: 'json' })).toMatchObject({
    progress: ['json', { kind: 'env', name: 'PINAKES_PROGRESS' }],
  });
});

it('names the file and the key of a wrong setting, also for programs', async () => {
  await using folder = await openCliFolder();
  const file = await folder.write('pinakes.toml', 'porgress = "plain"\n');
  const { stderr, code } = await folder.run(['surt', '--json', 'http://a/']);
  expect(code).toBe(2);
  const { error } = JSON.parse(stderr);
  expect(error).toMatchObject({ code: 'CONFIG_INVALID', where: { file } });
  expect(error.message).toContain('`porgress`. Did you mean `progress`?');
});

it('ends quietly when the reader closes the pipe', async () => {
  await using folder = await openCliFolder();
  const { stderr, code } = await folder.run(['surt'], {
    stdin: 'http://example.com/\n'.repeat(500_000),
    onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
  });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

it('finishes, says how to go on and exits with 130 on the first interruption', async () => {
  await using folder = await openCliFolder();
  const { stdout, stderr, code } = await folder.run(['surt'], {
    onStart: (child) => {
      child.stdin?.write('http://example.com/\n');
      child.stdout?.once('data', () => child.kill('SIGINT'));
    },
  });
  expect({ stdout, code }).toEqual({ stdout: 'com,example)/\n', code: 130 });
  expect(stderr).toContain('Run the same command again to go on.');
});

it('leaves at once on the second interruption, even when the reader is stuck', async () => {
  await using folder = await openCliFolder();
  const { code } = await folder.run(['surt'], {
    stdin: 'http://example.com/\n'.repeat(500_000),
    onStart: (child) => {
      child.stderr?.once('data', () => child.kill('SIGINT'));
      child.stdout?.once('data', () => {
        child.stdout?.pause();
        child.kill('SIGINT');
      });
      child.once('exit', () => child.stdout?.resume());
    },
  });
  expect(code).toBe(130);
});

it('says what to do when it has not been built', async () => {
  await using folder = await openCliFolder();
  await mkdir(path.join(folder.path, 'bin'));
  await cp(BIN, path.join(folder.path, 'bin/pinakes'));
  await writeFile(path.join(folder.path, 'package.json'), '{"type":"module"}');
  await cp(path.join(BIN, '../package.json'), path.join(folder.path, 'bin/package.json'));
  const run = spawnSync(process.execPath, ['bin/pinakes'], { cwd: folder.path, encoding: 'utf8' });
  expect(run.stderr).toContain('npm run setup');
  expect(run.status).toBe(2);
});

it('is parsed by old Nodes, which get a plain answer', async () => {
  const source = await readFile(BIN, 'utf8');
  // Nothing newer than Node 8 may stand in the file; `import(` is reached after the check only.
  expect(source).not.toMatch(/=>|\b(?:let|const|async|await|class)\b|\?\.|\?\?|`\$\{/);
  expect(source.indexOf('process.versions.node')).toBeLessThan(source.indexOf('import('));
});

it('answers all it is told to answer when much is asked at once', async () => {
  await using folder = await openCliFolder();
  const count = 200_000;
  const stdin = 'http://example.com/\n'.repeat(count);
  const { stdout } = await folder.run(['surt'], { stdin });
  expect(stdout).toBe('com,example)/\n'.repeat(count));
});
