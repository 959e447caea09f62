import { expect, it } from 'vitest';
import { parseRobots } from './robots-txt.ts';

const allowed = (text: string, path: string, product = 'foobot') =>
  parseRobots(text, product).isAllowed(path);

it('answers as the simple example of RFC 9309, section 5.1, demands', () => {
  const text = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

`;
  expect(allowed(text, '/x.gif', 'other')).toBe(false);
  expect(allowed(text, '/x.gif?y', 'other')).toBe(true);
  expect(allowed(text, '/example/a', 'other')).toBe(false);
  expect(allowed(text, '/publications/', 'other')).toBe(true);
  expect(allowed(text, '/')).toBe(false);
  expect(allowed(text, '/example/page.html')).toBe(true);
  expect(allowed(text, '/example/allowed.gif')).toBe(true);
  expect(allowed(text, '/publications/')).toBe(false);
  for (const bot of ['barbot', 'BazBot']) {
    expect(allowed(text, '/example/page.html', bot)).toBe(false);
    expect(allowed(text, '/x.gif', bot)).toBe(true);
  }
  expect(allowed(text, '/x.gif', 'quxbot')).toBe(true);
});

it('answers as the longest match example of section 5.2 demands', () => {
  const text = `User-Agent: foobot
Allow: /example/page/
Disallow: /example/page/disallowed.gif`;
  expect(allowed(text, '/example/page/disallowed.gif')).toBe(false);
  expect(allowed(text, '/example/page/')).toBe(true);
});

it.each([
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
  ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar'],
  ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%e3%83%84', '/foo/bar/ツ'],
  ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
])('compares octets as the table of section 2.2.2 does: %s', (pattern, path) => {
  expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(false);
  expect(allowed(`User-agent: *\nDisallow: ${pattern}x`, path)).toBe(true);
});

it.each([
  ['/fish', '/fish.html', false],
  ['/fish', '/Fish', true],
  ['/fish*', '/fishheads/yummy.html', false],
  ['/*.php', '/folder/filename.php?parameters', false],
  ['/*.php$', '/filename.php?parameters', true],
  ['/*.php$', '/folder/filename.php', false],
  ['/fish*.php', '/fishheads/catfish.php?x', false],
  ['/fish*.php', '/Fish.PHP', true],
  ['/a*b*c$', '/abxbcc', false],
  ['/a*b*c$', '/acb', true],
  ['/a*a$', '/a', true],
  ['/$', '/', false],
  ['/$', '/x', true],
  ['', '/x', true],
  ['fish', '/fish', true],
])('takes %s and %s: allowed %s', (pattern, path, isAllowed) => {
  expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(isAllowed);
});

it('prefers the longest pattern, and allowing where two are as long', () => {
  expect(allowed('User-agent: *\nAllow: /p\nDisallow: /', '/page')).toBe(true);
  expect(allowed('User-agent: *\nAllow: /folder\nDisallow: /folder', '/folder/page')).toBe(true);
  expect(allowed('User-agent: *\nAllow: /page\nDisallow: /*.htm', '/page.htm')).toBe(false);
  expect(allowed('User-agent: *\nAllow: /$\nDisallow: /', '/')).toBe(true);
  expect(allowed('User-agent: *\nAllow: /$\nDisallow: /', '/page.htm')).toBe(false);
});

it('joins groups of one name, in any case, with text behind the name', () => {
  const text = `user-agent: FooBot/2.1 (x)\ndisallow: /a\n
User-Agent: *\nDisallow: /\n
USER-AGENT: foobot\nDISALLOW: /b`;
  expect(allowed(text, '/a')).toBe(false);
  expect(allowed(text, '/b')).toBe(false);
  expect(allowed(text, '/c')).toBe(true);
  expect(allowed('User-agent: foobotnews\nDisallow: /', '/c')).toBe(true);
});

it('forgives what people write', () => {
  expect(allowed('\ufeffuser-agent foobot\rdisallow /', '/')).toBe(false);
  expect(allowed('User-agent: *\nDissallow: /x # why', '/x')).toBe(false);
  expect(allowed('Disallow: /', '/x')).toBe(true);
  expect(allowed('<html><body>404</body></html>', '/x')).toBe(true);
  expect(allowed('User-agent: *\nSitemap: http://x/s.xml\nDisallow: /x', '/x')).toBe(false);
});

it('reads pauses and sitemaps', () => {
  const rules = parseRobots(
    'Sitemap: https://x/a.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow:\nSitemap: /b.xml',
    'foobot',
  );
  expect(rules.crawlDelayMs).toBe(2500);
  expect(rules.sitemaps).toEqual(['https://x/a.xml', '/b.xml']);
  expect(parseRobots('User-agent: *\nCrawl-delay: 9999999', 'x').crawlDelayMs).toBe(300_000);
  expect(parseRobots('User-agent: *\nCrawl-delay: no', 'x').crawlDelayMs).toBe(0);
});

it('always allows robots.txt itself', () => {
  expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
});

it('takes hostile patterns in little time', () => {
  const text = `User-agent: *\n${`Disallow: /${'*a'.repeat(1000)}$\n`.repeat(200)}`;
  const rules = parseRobots(text, 'foobot');
  const started = performance.now();
  expect(rules.isAllowed(`/${'a'.repeat(2000)}b`)).toBe(true);
  expect(performance.now() - started).toBeLessThan(1000);
});
