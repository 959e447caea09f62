import { describe, expect, it } from 'vitest';
import { createHost, createSink, SAMPLE_COMMANDS, sample } from '../../test/fixtures/fake-host.ts';
import { PinakesError } from '../support/errors.ts';
import { type Command, type Context, defineCommand } from './command.ts';
import { COMMANDS } from './commands.ts';
import { runCommandLine } from './run.ts';

describe('runCommandLine', () => {
  it('gives the command its flags and arguments', async () => {
    const host = createHost(['sample', 'add', '--seed', 'http://a/', 'x']);
    expect(await runCommandLine(host, SAMPLE_COMMANDS)).toBe(0);
    const { args, flags } = JSON.parse(host.stdout.written);
    expect(args).toEqual({ action: 'add', path: ['x'] });
    expect(flags).toMatchObject({ minSize: 51, budget: 30_000, seed: ['http://a/'], json: false });
    expect(host.stderr.written).toBe('');
  });

  it('shows help and version on stdout, and the overview as an error when no command is given', async () => {
    const help = createHost(['sample', '--help']);
    expect(await runCommandLine(help, SAMPLE_COMMANDS)).toBe(0);
    expect(help.stdout.written).toContain('Examples:');
    const version = createHost(['--version', '--json']);
    expect(await runCommandLine(version, SAMPLE_COMMANDS)).toBe(0);
    expect(JSON.parse(version.stdout.written).version).toMatch(/^\d+\.\d+\.\d+/);
    const nothing = createHost([]);
    expect(await runCommandLine(nothing, SAMPLE_COMMANDS)).toBe(2);
    expect(nothing.stdout.written).toBe('');
    expect(nothing.stderr.written).toContain('Commands:');
  });

  it('tells a known error with its hint and place, without escape sequences', async () => {
    const host = createHost(['fail']);
    const code = await runCommandLine(host, [
      failing(
        new PinakesError(
          'CDX_INVALID',
          { line: 3, input: 'a\x1b[2J.cdx', detail: 'no time' },
          { where: { file: 'a\x1b[2J.cdx', offset: 120 } },
        ),
      ),
    ]);
    expect(code).toBe(2);
    expect(host.stderr.written).toBe(
      'error: Line 3 of a\\x1b[2J.cdx is not an index line: no time\n  at offset 120\nMake the index again with `pinakes cdx`.\n',
    );
  });

  it('points at the place in a condition on lines of its own', async () => {
    const host = createHost(['fail']);
    const details = {
      position: 5,
      detail: 'no bracket',
      line: 'url~(a',
      caret: '    ^',
      hint: 'Mend it.',
    };
    await runCommandLine(host, [failing(new PinakesError('WHERE_INVALID', details))]);
    expect(host.stderr.written.split('\n').slice(1, 3)).toEqual(['  url~(a', '      ^']);
  });

  it('tells an error as one JSON object with --json', async () => {
    const host = createHost(['fail', '--json']);
    const where = { url: 'http://a/' };
    const error = new PinakesError('REMOTE_NO_RANGES', { url: 'http://a/' }, { where });
    expect(await runCommandLine(host, [failing(error)])).toBe(2);
    expect(JSON.parse(host.stderr.written)).toEqual({
      error: { code: 'REMOTE_NO_RANGES', message: error.message, hint: error.hint, where },
    });
    const usage = createHost(['fail', '--jsno', '--json']);
    expect(await runCommandLine(usage, [failing(error)])).toBe(2);
    expect(JSON.parse(usage.stderr.written).error.code).toBe('UNKNOWN_FLAG');
  });

  it('shows the trace of an unexpected error, asks to report it and exits with 2', async () => {
    const host = createHost(['fail']);
    expect(await runCommandLine(host, [failing(new TypeError('x is not a function'))])).toBe(2);
    expect(host.stderr.written).toContain('run.test.ts');
    expect(host.stderr.written).toContain('x is not a function');
    expect(host.stderr.written).toContain('Please report it');
  });

  it('passes on the exit code of the command', async () => {
    const command = make(async () => 3);
    expect(await runCommandLine(createHost(['fail']), [command])).toBe(3);
  });

  it('ends with 130 and says how to go on when it was interrupted', async () => {
    const controller = new AbortController();
    const host = createHost(['fail'], { interrupted: controller.signal });
    const command = make(async ({ signal, output }) => {
      controller.abort();
      await output.text('flushed');
      signal.throwIfAborted();
      return 0;
    });
    expect(await runCommandLine(host, [command])).toBe(130);
    expect(host.stdout.written).toBe('flushed\n');
    expect(host.stderr.written).toContain('Interrupt again to leave at once.');
    expect(host.stderr.written).toContain('Run the same command again to go on.');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ])('ends a service that was told to stop by %s with %i', async (reason, code) => {
    const controller = new AbortController();
    const host = createHost(['fail'], { interrupted: controller.signal });
    const serve = make(async () => {
      controller.abort(reason);
      return 0;
    });
    expect(await runCommandLine(host, [{ ...serve, isService: true }])).toBe(code);
    expect(host.stderr.written).toContain('Stopping when requests under way are answered.');
    expect(host.stderr.written).toContain('Stopped on request.');
    // Anything else was not finished, whoever stopped it.
    expect(await runCommandLine(host, [serve])).toBe(130);
  });

  it('silences notes but not warnings with --quiet', async () => {
    const host = createHost(['fail', '--quiet']);
    const command = make(async ({ log, startProgress }) => {
      log.note('by the way');
      log.warn('look out');
      startProgress({ unit: 'records' }).stop();
      return 0;
    });
    await runCommandLine(host, [command]);
    expect(host.stderr.written).toBe('warning: look out\n');
  });

  it('colours errors on a terminal only', async () => {
    const host = createHost(['nonsense'], { stderr: createSink(true) });
    await runCommandLine(host, SAMPLE_COMMANDS);
    expect(host.stderr.written).toContain('\x1b[31merror:');
    const plain = createHost(['nonsense', '--no-color'], { stderr: createSink(true) });
    await runCommandLine(plain, SAMPLE_COMMANDS);
    expect(plain.stderr.written).not.toContain('\x1b[');
  });
});

describe('the first commands', () => {
  it('answers each line of input with its key', async () => {
    const host = createHost(['surt'], { input: 'http://www.example.com/a\n\nhttp://b.org' });
    expect(await runCommandLine(host, COMMANDS)).toBe(0);
    expect(host.stdout.written).toBe('com,example)/a\n-\norg,b)/\n');
  });

  it('prints URL and key as JSON', async () => {
    const host = createHost(['surt', '--json', 'http://example.com/']);
    await runCommandLine(host, COMMANDS);
    expect(host.stdout.written).toBe('{"url":"http://example.com/","surt":"com,example)/"}\n');
  });

  it('shows settings with their origin', async () => {
    const host = createHost(['config', 'show'], { env: { PINAKES_PROGRESS: 'plain' } });
    await runCommandLine(host, COMMANDS);
    expect(host.stdout.written).toMatch(/^progress = "plain" +env PINAKES_PROGRESS$/m);
    expect(host.stdout.written).toMatch(/^color = true +default$/m);
    const json = createHost(['config', 'show', '--json'], { env: { PINAKES_QUIET: '1' } });
    await runCommandLine(json, COMMANDS);
    expect(JSON.parse(json.stdout.written).settings).toContainEqual({
      key: 'quiet',
      value: true,
      origin: { kind: 'env', name: 'PINAKES_QUIET' },
    });
  });

  it('warns of variables that set nothing', async () => {
    const host = createHost(['config', 'show'], { env: { PINAKES_PORGRESS: 'plain' } });
    await runCommandLine(host, COMMANDS);
    expect(host.stderr.written).toBe('warning: The variable PINAKES_PORGRESS sets nothing.\n');
  });

  it('helps by name, and for programs', async () => {
    const host = createHost(['help', 'sample']);
    await runCommandLine(host, [...COMMANDS, sample]);
    expect(host.stdout.written).toContain('pinakes sample list|add');
    const json = createHost(['help', '--json']);
    await runCommandLine(json, COMMANDS);
    expect(JSON.parse(json.stdout.written).commands[0].name).toBe(COMMANDS[0]?.name);
    const wrong = createHost(['help', 'surd']);
    expect(await runCommandLine(wrong, COMMANDS)).toBe(2);
  });
});

function failing(error: Error): Command {
  return make(async () => {
    throw error;
  });
}

function make(run: (context: Context<Record<string, never>>) => Promise<0 | 3>): Command {
  const texts = { name: 'fail', summary: 'fail', description: '', examples: [] };
  return defineCommand({ ...texts, arguments: {}, flags: {}, run: (context) => run(context) });
}
