// Lists of hosts, addresses and digests, as operators keep them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { readBlockList } from './block-list.ts';

const DIGEST = 'ab'.repeat(32);

async function read(text: string) {
  const file = join(temporaryFolder(), 'list.txt');
  await writeFile(file, text);
  return await readBlockList(file, 'remove');
}

it('tells digests, hosts and addresses apart', async () => {
  const text = `# ours\r\nads.example.org\n\n http://example.org/private/ \nsha256:${DIGEST.toUpperCase()}\n${DIGEST}\nnear:${DIGEST}`;
  expect(await read(text)).toEqual({
    images: [DIGEST, DIGEST],
    nearImages: [DIGEST],
    urlPrefixes: ['ads.example.org', 'http://example.org/private/'],
  });
});

it('refuses what is none of them, and says where', async () => {
  for (const line of [
    'org',
    DIGEST.slice(1),
    `near:${DIGEST.slice(1)}`,
    'two words.org',
    'http://',
  ]) {
    await expect(read(`example.org\n${line}\n`)).rejects.toThrow(/Line 2 of/);
  }
  await expect(readBlockList('no-such-file', 'remove')).rejects.toMatchObject({ code: 'USAGE' });
});
