import { describe, expect, it } from 'vitest';
import { toHost } from './url-host.ts';

describe('toHost', () => {
  it.each([
    ['http://www.Publico.PT/a', 'www.publico.pt'],
    ['https://sapo.pt:8080?x', 'sapo.pt'],
    ['http://user:word@host.test/', 'host.test'],
    ['http://café.pt/', 'xn--caf-dma.pt'],
    ['http://[::1]/', '[::1]'],
    ['http://', ''],
    ['data:image/png;base64,', ''],
    ['no url', ''],
    [`http://${'a.'.repeat(200)}pt/`, ''],
  ])('%s has the host %s', (url, host) => {
    expect(toHost(url)).toBe(host);
  });
});
