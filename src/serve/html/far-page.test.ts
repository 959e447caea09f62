// A page that was captured years away from a picture may have shown another one: people are told.
import { expect, it } from 'vitest';
import { imageId, imageRecord, pageRecord } from '../../../test/fixtures/library-archives.ts';
import { serveLibrary } from '../../../test/fixtures/served-library.ts';

const page = (name: string, time: string, ...images: readonly string[]) =>
  pageRecord(`http://a.example/${name}`, time, { images: images.map((src) => ({ src })) });

it('tells the days to the nearest capture at the address, and warns where they are over a year', async () => {
  await using served = await serveLibrary({}, [
    imageRecord('http://a.example/old.png', '20030101000000', 'old'),
    imageRecord('http://a.example/twice.png', '20030101000000', 'twice'),
    imageRecord('http://a.example/twice.png', '20150301000000', 'twice'),
    imageRecord('http://a.example/same.png', '20150201000000', 'same'),
    // Another picture, nearer to the page, takes the page away.
    imageRecord('http://a.example/gone.png', '20030101000000', 'gone'),
    imageRecord('http://a.example/gone.png', '20150101000000', 'newer'),
    page('late', '20150201120000', '/old.png', '/twice.png', '/same.png', '/gone.png'),
  ]);
  const distanceOf = async (name: string) =>
    (await served.get(`/api/v1/images/${imageId(name)}`)).json.pageDistance;
  expect(await distanceOf('old')).toBe(4414);
  expect(await distanceOf('twice')).toBe(27);
  expect(await distanceOf('same')).toBeUndefined();
  expect(await distanceOf('gone')).toBeUndefined();
  expect(await distanceOf('newer')).toBe(31);
  const warned = (await served.get(`/image/${imageId('old')}`)).text;
  expect(warned).toContain('4414 days from the picture: it may have shown another one');
  const calm = (await served.get(`/image/${imageId('twice')}`)).text;
  expect(calm).not.toContain('days from the picture');
});
