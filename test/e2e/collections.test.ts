// Collections as an operator settles them: built unseen, opened to a token, published.
import { expect, it } from 'vitest';
import { imageRecord } from '../fixtures/library-archives.ts';
import { openCliFolder } from './run-cli.ts';

it('a collection is withdrawn, settled and published', async () => {
  await using folder = await openCliFolder();
  await folder.write('a.warc', imageRecord('http://example.org/a.png', '20100101', 'a'));
  const on = ['--library', 'library', '--json', '--quiet'];
  const run = async (...words: string[]) => {
    const { code, stdout } = await folder.run([...words, ...on]);
    return { code, value: JSON.parse(stdout) };
  };
  expect((await run('ingest', 'a.warc', '--collection', 'old', '--no-thumbnails')).code).toBe(0);
  const withdrawn = await run('collections', 'withdraw', 'new');
  expect(withdrawn.value.collections).toMatchObject([{ name: 'new', isPublished: false }]);
  const settled = await run(
    ...['collections', 'set', 'new', '--access', 'token', '--embargo', '36h'],
    ...['--title', 'New ones'],
  );
  const [{ token, ...shown }] = settled.value.collections;
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(shown).toMatchObject({ access: 'token', embargoDays: 2, title: 'New ones' });
  expect((await run('collections', 'publish', 'new')).value.collections).toMatchObject([
    { name: 'new', isPublished: true, access: 'token' },
  ]);
  const listed = await run('collections', 'list');
  expect(JSON.stringify(listed.value)).not.toContain(token);
  expect(listed.value.collections).toMatchObject([
    { name: 'new', files: 0 },
    { name: 'old', files: 1, access: 'public', isPublished: true },
  ]);
  expect((await folder.run(['collections', 'set', 'new', ...on])).code).toBe(2);
});
