// What came, went and changed between two captures of a page.
import { expect, it } from 'vitest';
import { imageRecord, pageRecord } from '../../../test/fixtures/library-archives.ts';
import { serveLibrary } from '../../../test/fixtures/served-library.ts';

const HOME = 'http://paper.example/';

it('shows pictures that changed at the same address, and those that came', async () => {
  const cover = { src: '/cover.png', alt: 'The cover' };
  const boat = { src: '/boat.png', alt: 'A boat' };
  await using served = await serveLibrary({}, [
    pageRecord(HOME, '20010101', { images: [cover, boat] }),
    imageRecord(`${HOME}cover.png`, '20010101000001', 'storm'),
    imageRecord(`${HOME}boat.png`, '20010101000002', 'boat'),
    pageRecord(HOME, '20020202', { images: [cover, boat, { src: '/new.png', alt: 'A crane' }] }),
    imageRecord(`${HOME}cover.png`, '20020202000001', 'sunshine'),
    imageRecord(`${HOME}boat.png`, '20020202000002', 'boat'),
  ]);
  const { text } = await served.get(`/web/diff/2001/2002/${HOME}`);
  const changed = /Images that changed \(1\)[\s\S]*?<\/ul>/.exec(text)?.[0] ?? '';
  expect(changed).toContain(`/web/20010101000000im_/${HOME}cover.png`);
  expect(changed).toContain(`/web/20020202000000im_/${HOME}cover.png`);
  expect(changed).not.toContain('boat');
  expect(/Images that came \(1\)[\s\S]*?<\/ul>/.exec(text)?.[0]).toContain('A crane');
});

it('tells the first capture from those that changed', async () => {
  await using served = await serveLibrary({}, [
    pageRecord(HOME, '20010101', { title: 'One' }),
    pageRecord(HOME, '20020202', { title: 'Two' }),
    pageRecord(HOME, '20030303', { title: 'Two' }),
  ]);
  const { text } = await served.get(`/web/*/${HOME}`);
  expect(text).toContain('3 captures. It changed once.');
  expect(text.match(/>first capture</g)).toHaveLength(1);
});
