import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.ts';

const BASE = 'http://example.com/folder/page.html';

describe('parseUrl', () => {
  it('resolves against the base', () => {
    expect(parseUrl('a.png', BASE)?.href).toBe('http://example.com/folder/a.png');
    expect(parseUrl('https://example.org')?.href).toBe('https://example.org/');
  });

  it('gives nothing for what is no URL', () => {
    expect(parseUrl('a.png')).toBeUndefined();
    expect(parseUrl('http://[', BASE)).toBeUndefined();
    expect(parseUrl('http://é:port/', BASE)).toBeUndefined();
  });

  it('still reads accented letters when the engine has compiled it', () => {
    let wrong = 0;
    for (let time = 0; time < 50_000; time++) {
      if (parseUrl('\\\\é', BASE)?.href !== 'http://xn--9ca/') wrong++;
      if (parseUrl('é.png', 'http://a.com/')?.pathname !== '/%C3%A9.png') wrong++;
    }
    expect(wrong).toBe(0);
  });
});
