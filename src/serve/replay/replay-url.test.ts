import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSurt } from '../../model/surt.ts';
import { parseReplayPath, toPlainUrl, toReplayPath, toRoutableUrl } from './replay-url.ts';

describe('an address below /web/', () => {
  const URL_ = 'http://example.org/a?b=c';
  it.each([
    [
      `20080430204825/${URL_}`,
      { kind: 'capture', time: '20080430204825', modifier: '', url: URL_ },
    ],
    [`2008im_/${URL_}`, { kind: 'capture', time: '2008', modifier: 'im_', url: URL_ }],
    [`2id_/${URL_}`, { kind: 'capture', time: '2', modifier: 'id_', url: URL_ }],
    [`*/${URL_}`, { kind: 'calendar', times: '', url: URL_ }],
    [`2008*/${URL_}`, { kind: 'calendar', times: '2008', url: URL_ }],
    [`%2A/${URL_}`, { kind: 'calendar', times: '', url: URL_ }],
    [URL_, { kind: 'gate', url: URL_ }],
    [`timemap/link/${URL_}`, { kind: 'timemap', format: 'link', url: URL_ }],
    [`timemap/cdxj/${URL_}`, { kind: 'timemap', format: 'cdxj', url: URL_ }],
    [`diff/2008/20100430/${URL_}`, { kind: 'difference', times: ['2008', '20100430'], url: URL_ }],
    ['*/example.org/a*', { kind: 'addresses', url: 'http://example.org/a' }],
    ['2008/http:/example.org/a?b=c', { kind: 'capture', time: '2008', modifier: '', url: URL_ }],
    ['2008/example.org/a?b=c', { kind: 'capture', time: '2008', modifier: '', url: URL_ }],
    [
      '2008/example.org:8080/',
      { kind: 'capture', time: '2008', modifier: '', url: 'http://example.org:8080/' },
    ],
    [
      '2008/http%3A%2F%2Fexample.org%2Fa%3Fb%3Dc',
      { kind: 'capture', time: '2008', modifier: '', url: URL_ },
    ],
    [
      '2008/http://example.org/caf%E9',
      { kind: 'capture', time: '2008', modifier: '', url: 'http://example.org/caf%E9' },
    ],
    ['2008/javascript:alert(1)', 'not-web'],
    ['2008/file:///etc/passwd', 'not-web'],
    ['2008/ftp://example.org/', 'not-web'],
    ['2008/data:text/html,x', 'not-web'],
    ['2008/', 'empty'],
    ['', 'empty'],
    ['2008/http://', 'not-web'],
  ])('%s', (path, expected) => {
    expect(parseReplayPath(path)).toEqual(expected);
  });

  it('is refused when it is too long', () => {
    expect(parseReplayPath(`2008/http://example.org/${'a'.repeat(9000)}`)).toBe('too-long');
  });

  it('is visible ASCII that ends no attribute, header or link, and keeps its key', () => {
    const path = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(path, (text) => {
        const url = `http://example.org/${text}`;
        const address = toReplayPath('/web', { time: '2008', url });
        expect(address).toMatch(/^[!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~|^]+$/);
        // Where the URL says what it means (no broken escapes, no half characters), it is found again.
        if (!/[%#\\\p{Cs}\p{Cc}]/u.test(text)) expect(toSurt(toPlainUrl(url))).toBe(toSurt(url));
      }),
    );
  });

  it('can be routed whatever it holds', () => {
    expect(toRoutableUrl('/web/2008/http://e.org/caf%E9?a=b')).toBe(
      '/web/2008%2Fhttp%3A%2F%2Fe.org%2Fcaf%25E9%3Fa%3Db',
    );
    expect(toRoutableUrl('/api/v1/images?q=%E9')).toBe('/api/v1/images?q=%E9');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => decodeURI(toRoutableUrl(`/web/${text}`))).not.toThrow();
      }),
    );
  });
});
