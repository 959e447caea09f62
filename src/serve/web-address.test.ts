import { expect, it } from 'vitest';
import { parseReplayPath } from './replay/replay-url.ts';
import { schemeOf } from './web-address.ts';

it.each([
  ['http://a.example/', 'http'],
  ['HTTPS:a.example', 'https'],
  ['http:/a.example:8080/', 'http'],
  ['dns:a.example', 'dns'],
  ['dns:192.0.2.1', 'dns'],
  ['urn:pwid:a.example', 'urn'],
  ['mailto:1@a.example', 'mailto'],
  ['a.example', undefined],
  ['a.example/b:c', undefined],
  ['a.example:8080', undefined],
  ['a.example:8080/', undefined],
  ['localhost:8080?q=1', undefined],
  ['localhost:8080#top', undefined],
  ['//a.example/', undefined],
  ['', undefined],
])('of %j the scheme is %j', (address, scheme) => {
  expect(schemeOf(address)).toBe(scheme);
});

it('a host with a port is replayed, other schemes are not', () => {
  expect(parseReplayPath('2010/a.example:8080/b')).toMatchObject({
    url: 'http://a.example:8080/b',
  });
  expect(parseReplayPath('2010/dns:192.0.2.1')).toBe('not-web');
});
