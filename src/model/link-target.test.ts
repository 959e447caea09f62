import { describe, expect, it } from 'vitest';
import { linkHosts, toLinkTarget } from './link-target.ts';
import { toSurt } from './surt.ts';

describe('what links are found by', () => {
  it('is the host and the domains above it, but not the top one', () => {
    expect(linkHosts(toSurt('http://www.news.example.pt/a'))).toEqual([
      'pt,example',
      'pt,example,news',
    ]);
    expect(linkHosts(toSurt('http://localhost:8080/'))).toEqual(['localhost:8080']);
    expect(linkHosts(toSurt('http://127.0.0.1/'))).toContain(toLinkTarget('127.0.0.1'));
    expect(linkHosts(`${'a,'.repeat(100)}b)/`)).toHaveLength(8);
  });

  it('is what a typed host or URL becomes', () => {
    expect(toLinkTarget('News.Example.pt')).toBe('pt,example,news');
    expect(toLinkTarget('www.example.pt')).toBe('pt,example');
    expect(toLinkTarget('example.pt/a?b=1')).toBe('pt,example)/a?b=1');
    expect(toLinkTarget('https://www.example.pt/')).toBe('pt,example)/');
    for (const typed of ['http://Example.PT/A', 'example.pt/%41']) {
      expect(toLinkTarget(typed)).toBe('pt,example)/a');
    }
  });
});
