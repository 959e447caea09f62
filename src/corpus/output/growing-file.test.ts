import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { GrowingFile, openPathOf } from './growing-file.ts';

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

it('forgets what was appended behind a mark', async () => {
  const path = join(temporaryFolder(), 'out');
  const file = await GrowingFile.create(path);
  await file.append(Buffer.from('kept'));
  const mark = file.mark();
  await file.append(Buffer.from(' torn and long'));
  await file.rewind(mark);
  await file.append(Buffer.from(' more'));
  expect(file.extent).toEqual({ bytes: 9, sha256: sumOf('kept more') });
  expect(await file.finish()).toEqual({ path, bytes: 9, sha256: sumOf('kept more') });
  expect(readFileSync(path, 'utf8')).toBe('kept more');
});

it('is gone on with only when its start is what it was', async () => {
  const path = join(temporaryFolder(), 'out');
  const extent = { bytes: 3, sha256: sumOf('abc') };
  expect(await GrowingFile.reopen(path, extent)).toBeUndefined();
  for (const [text, isGood] of [
    ['abc', true],
    ['abcdef', true],
    ['ab', false],
    ['abX', false],
  ] as const) {
    writeFileSync(openPathOf(path), text);
    const file = await GrowingFile.reopen(path, extent);
    expect(file !== undefined).toBe(isGood);
    await file?.append(Buffer.from('!'));
    await file?.close();
    if (isGood) expect(readFileSync(openPathOf(path), 'utf8')).toBe('abc!');
  }
});

it('names the file that cannot be written', async () => {
  await expect(GrowingFile.create('/nowhere/at/all')).rejects.toMatchObject({
    code: 'OUTPUT_UNWRITABLE',
    message: expect.stringContaining('/nowhere/at/all'),
  });
});
