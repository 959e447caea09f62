import { describe, expect, it } from 'vitest';
import { toLinkTarget } from '../../model/link-target.ts';
import { hashKey } from '../../support/hash-key.ts';
import { fromKeyList } from '../../support/key-list.ts';
import { linkKeysOf } from './link-keys.ts';

const keyOf = (typed: string) => hashKey(toLinkTarget(typed));

describe('linkKeysOf', () => {
  it('gives a key for each distinct address, its host and the domains above it', () => {
    const urls = [
      'http://www.example.org/a',
      'http://www.example.org/a',
      'https://example.org/A',
      'http://sub.example.org/b?c=1',
    ];
    const wanted = ['example.org', 'sub.example.org', 'example.org/a', 'sub.example.org/b?c=1'];
    expect(fromKeyList(linkKeysOf(urls))).toEqual(wanted.map(keyOf).sort((a, b) => a - b));
    expect(linkKeysOf([])).toBe('');
  });

  it('takes hosts with a port, or without a path, for what they are', () => {
    const keys = fromKeyList(linkKeysOf(['http://a.test:8080/x', 'http://b.test?q']));
    for (const typed of ['a.test:8080', 'a.test:8080/x', 'b.test', 'b.test/?q']) {
      expect(keys, typed).toContain(keyOf(typed));
    }
  });
});
