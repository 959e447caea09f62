// Programs that answer, crash, hang and talk nonsense.
import { describe, expect, it } from 'vitest';
import { LineProgram, type LineProgramOptions } from './line-program.ts';
import { splitCommand } from './split-command.ts';

/** Does what the value says. */
const SCRIPT = `
import { createInterface } from 'node:readline';
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, value } = JSON.parse(line);
  count++;
  if (value === 'crash') { process.stderr.write('first\\nI am lost\\n', () => process.exit(3)); continue; }
  if (value === 'hang') continue;
  if (value === 'nonsense') { console.log('hello'); continue; }
  if (value === 'wrong id') { console.log(JSON.stringify({ id: id + 1, value })); continue; }
  if (value === 'no value') { console.log(JSON.stringify({ id })); continue; }
  if (value === 'long') { process.stdout.write('x'.repeat(300000)); continue; }
  if (value === 'refuse') { console.log(JSON.stringify({ id, error: 'not this one' })); continue; }
  if (value === 'twice') console.log(JSON.stringify({ id, value: 'one' }));
  console.log(JSON.stringify({ id, value: [value, count] }));
}
if (process.argv.includes('stay')) setInterval(() => {}, 1000);
`;

const programOf = (options: LineProgramOptions = {}, ...args: string[]) =>
  new LineProgram([process.execPath, '--input-type=module', '-e', SCRIPT, '--', ...args], {
    maxLineBytes: 100_000,
    ...options,
  });
const ask = (program: LineProgram, value: unknown) =>
  program.ask({ value }).catch((error: Error) => error.message);

describe('a program', () => {
  it('is kept running and answers one after another', async () => {
    const program = programOf();
    const answers = await Promise.all(['a', 'b', { c: 'ü' }].map((value) => ask(program, value)));
    expect(answers).toEqual([
      ['a', 1],
      ['b', 2],
      [{ c: 'ü' }, 3],
    ]);
    await program.close();
  });

  it.each([
    ['crash', 'the program ended with code 3; it said: I am lost'],
    ['nonsense', 'the program answered with what is no JSON: hello'],
    ['wrong id', 'the program answered 2 instead of 1'],
    ['no value', 'the program answered without a value'],
    ['long', 'the program gave a line of more than 100000 bytes'],
  ])('that does %s fails for that question, and is started again', async (value, reason) => {
    const program = programOf();
    expect(await ask(program, value)).toBe(reason);
    expect(await ask(program, 'next')).toEqual(['next', 1]);
    await program.close();
  });

  it('that takes too long is ended, and started again', async () => {
    const program = programOf({ timeoutMs: 1500 });
    expect(await ask(program, 'hang')).toBe('the program gave no answer in 1500 ms');
    expect(await ask(program, 'next')).toEqual(['next', 1]);
    await program.close();
  });

  it('may say that it has no answer, and goes on', async () => {
    const program = programOf();
    expect(await ask(program, 'refuse')).toBe('not this one');
    expect(await ask(program, 'next')).toEqual(['next', 2]);
    await program.close();
  });

  it('that answers twice is not believed the second time', async () => {
    const program = programOf();
    expect(await ask(program, 'twice')).toBe('one');
    const next = await ask(program, 'next');
    expect([['next', 1], ['next', 2], 'the program answered 1 instead of 2']).toContainEqual(next);
    await program.close();
  });

  it('that ends all the time is given up', async () => {
    const program = new LineProgram([process.execPath, '-e', 'process.exit(1)']);
    const answers: unknown[] = [];
    for (let time = 0; time < 11; time++) answers.push(await ask(program, 'x'));
    expect(answers.at(9)).toBe('the program ended with code 1');
    expect(answers.at(10)).toBe('the program ended 10 times in a row');
    await program.close();
  });

  it('that is none says so at the start', async () => {
    await expect(new LineProgram(['/nowhere/at-all']).start()).rejects.toThrow('ENOENT');
  });

  it('is ended when it does not end by itself', async () => {
    const program = programOf({}, 'stay');
    await ask(program, 'a');
    const before = performance.now();
    await program.close();
    expect(performance.now() - before).toBeGreaterThan(500);
  });
});

it.each([
  ['a b', ['a', 'b']],
  [`  python3 -c 'print("x y")'  `, ['python3', '-c', 'print("x y")']],
  [String.raw`a\ b "c \"d\"" ''`, ['a b', 'c "d"', '']],
  ['', []],
])('splits %j', (line, words) => {
  expect(splitCommand(line)).toEqual(words);
});

it('refuses a quote without an end', () => {
  expect(() => splitCommand('a "b')).toThrow('has no end');
});
