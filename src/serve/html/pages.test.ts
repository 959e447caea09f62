import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageId, imageRecord, pageRecord } from '../../../test/fixtures/library-archives.ts';
import { SCRIPT, type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';
import { IMAGE_REJECTIONS } from '../../extract/extract.ts';
import { TEXTS_FIELDS } from '../../model/said.ts';
import { SORTS } from '../../search/search.ts';
import { html, jsonForScript, safeHref } from './escape.ts';
import { chooseLanguage } from './messages.ts';
import { PORTUGUESE_REJECTIONS } from './portuguese.ts';

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary();
});
afterAll(() => served[Symbol.asyncDispose]());

const LIVRO = imageId('livro', 300);
const PAGES = ['/', '/?q=livros&sort=oldest', `/image/${LIVRO}?q=livros`, '/stats', '/about'];

/** A page as a browser reads it. */
async function open(url: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await served.get(url, { accept: 'text/html', ...headers });
  expect(answer.status).toBe(200);
  const $ = load(answer.text);
  const initial = $('#initial-data').text();
  return {
    text: answer.text,
    headers: answer.headers,
    $,
    data: initial === '' ? undefined : JSON.parse(initial),
  };
}

describe.each(PAGES)('%s', (url) => {
  it('is whole without scripts: a form, a heading, a language, a title', async () => {
    const { $ } = await open(url);
    expect($('form[role=search] input[name=q]').length).toBe(1);
    expect($('form[role=search] label').length).toBe(2);
    expect($('h1').length).toBe(1);
    expect($('html').attr('lang')).toBe('en');
    expect($('title').text()).toContain('Pinakes');
    expect($('img:not([alt])').length).toBe(0);
  });

  it('loads nothing from elsewhere and runs nothing of its own', async () => {
    const { $, headers } = await open(url);
    expect(
      $('script')
        .toArray()
        .map((script) => $(script).attr('type')),
    ).not.toContain(undefined);
    const loaded = $('[src], link:not([rel=canonical], [rel=alternate])')
      .toArray()
      .map((each) => $(each).attr('src') ?? $(each).attr('href'));
    expect(loaded.filter((address) => !/^(?:\/|data:)/.test(address ?? ''))).toEqual([]);
    expect($('[onclick], [onerror], [style]').length).toBe(0);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('shows scripts out of archives as text', async () => {
    const { text, $ } = await open(url);
    expect(text).not.toContain(SCRIPT);
    // Data alone, which browsers do not run.
    expect($('script:not([type="application/json"], [type="application/ld+json"])').length).toBe(0);
  });

  it('is there in Portuguese too', async () => {
    const { $ } = await open(url, { 'accept-language': 'nl, pt-BR;q=0.8, en;q=0.5' });
    expect($('html').attr('lang')).toBe('pt');
    expect($('form[role=search] button').text()).toBe('Pesquisar');
    const asked = await open(`${url}${url.includes('?') ? '&' : '?'}lang=pt`);
    expect(asked.$('html').attr('lang')).toBe('pt');
    expect(asked.$('nav a').first().attr('href')).toBe('/map?lang=pt');
  });
});

it('shows a thumbnail where there is one, and none of what cannot be decoded', async () => {
  const { $ } = await open('/?q=');
  const sources = $('ol.results img')
    .toArray()
    .map((image) => $(image).attr('src'));
  expect(sources).toEqual([`/api/v1/images/${imageId('april')}/thumbnail`]);
});

it('lists results with thumbnail, text, site, year, item and archived page, and the answer for scripts', async () => {
  const { $, data } = await open('/?q=livros');
  const items = $('ol.results > li');
  expect(items.length).toBe(2);
  const first = items.first();
  expect(first.find('a').first().attr('href')).toBe(`/image/${LIVRO}?q=livros`);
  expect(first.find('img').length).toBe(0); // nobody has made thumbnails of it
  expect(first.find('.caption').text()).toBe('Livros na feira');
  expect(first.text()).toContain('\nfair.example, 2005');
  expect(first.find('p a').attr('href')).toBe('/web/20050601000000/http://www.fair.example/');
  expect(data).toMatchObject({ route: 'search', q: 'livros', sort: 'relevance' });
  expect(data.answer.items[0].captions).toEqual([`Livros ${SCRIPT} & mais`]);
});

it('keeps what was typed in the form and in links', async () => {
  const q = `"red bridge" -x"'<b>&`;
  const { $ } = await open(`/?${new URLSearchParams({ q, sort: 'newest' })}`);
  expect($('input[name=q]').attr('value')).toBe(q);
  expect($('option[selected]').attr('value')).toBe('newest');
});

it('goes on to the next page by a link, and back', async () => {
  const images = [...Array(60).keys()].map((at) => ({ src: `/${at}.png`, alt: `number ${at}` }));
  const records = [
    pageRecord('http://many.example/', '2010', { images }),
    ...images.map(({ src }) => imageRecord(`http://many.example${src}`, '2010', src, 60)),
  ];
  await using many = await serveLibrary({}, records);
  const first = load((await many.get('/?q=number')).text);
  expect(first('ol.results > li').length).toBe(50);
  const next = first('a[rel=next]').attr('href') ?? '';
  const answer = await many.get(next);
  const second = load(answer.text);
  expect(second('ol.results > li').length).toBe(10);
  expect(second('a[rel=next]').length).toBe(0);
  expect(second('main p a').last().attr('href')).toBe('/?q=number');
  expect(second('#initial-data').length).toBe(0); // it would be taken for the first page
});

it('says how to go on when nothing is found, and when there is nothing', async () => {
  const nothing = await open('/?q=brigde');
  expect(nothing.$('main').text()).toContain('Showing results for bridge');
  expect(nothing.$('main a[href="/?q=%2Bbrigde"]').text()).toBe('+brigde');
  await using empty = await serveLibrary({}, []);
  expect((await empty.get('/')).text).toContain('pinakes ingest');
});

it('shows an image with its texts, captures, pages, record and citation', async () => {
  const april = imageId('april');
  const { $, data } = await open(`/image/${april}?q=bridge&sort=oldest`);
  const text = $('main').text();
  expect($('figure img').attr('src')).toBe(`/api/v1/images/${april}/content`);
  expect($('figure img').attr('alt')).toBe('A red bridge');
  for (const part of [
    'The bridge of April over the Tagus',
    'April at night',
    '2011-09-17T08:30:01Z',
    'Bridges of Lisbon',
    'site.warc.gz, offset',
    april,
    '@misc{image-',
  ]) {
    expect(text).toContain(part);
  }
  expect($('main a').first().attr('href')).toBe('/?q=bridge&sort=oldest');
  expect(data.route).toBe('image');
  expect(data.answer).toMatchObject({ id: april, versions: 2 });
});

it('shows numbers of the library and of a collection', async () => {
  const { $ } = await open('/stats');
  expect($('table').length).toBeGreaterThan(4);
  expect($('main').text()).toContain('www.fair.example');
  const { $: one } = await open('/stats?collection=sites');
  expect(one('h1').text()).toBe('Statistics: sites');
  expect((await served.get('/stats?collection=none', { accept: 'text/html' })).status).toBe(404);
});

it('fills in the frame of the user interface where there is one', async () => {
  const web = join(served.folder.path, 'frame');
  await mkdir(web, { recursive: true });
  const frame =
    '<!doctype html><html lang="en"><head><!--head--><script type="module" src="/assets/main-1.js"></script></head><body><div id="app"><!--app--></div></body></html>';
  await writeFile(join(web, 'index.html'), frame);
  await using other = await serveLibrary({ webFolder: web });
  const $ = load((await other.get('/?q=livros&lang=pt')).text);
  expect($('html').attr('lang')).toBe('pt');
  expect($('head script[src="/assets/main-1.js"]').length).toBe(1);
  expect($('head #initial-data').length).toBe(1);
  expect($('#app ol.results li').length).toBe(2);
  const troubles: string[] = [];
  await writeFile(join(web, 'index.html'), '<html></html>');
  await using odd = await serveLibrary({
    webFolder: web,
    onTrouble: (each) => troubles.push(each),
  });
  expect((await odd.get('/')).text).toContain('plain.css');
  expect(troubles[0]).toContain('<!--head-->');
});

it('escapes texts in markup and in data', () => {
  expect(html`<a title="${`"'<>&`}">${html`<b>`}${undefined}${false}${0}</a>`.text).toBe(
    '<a title="&quot;&#39;&lt;&gt;&amp;"><b>0</a>',
  );
  expect(html`${'a\u0000b\u202ec\ud800'}`.text).toBe('a\ufffdb\ufffdc\ufffd');
  const data = jsonForScript(JSON.stringify('</script><!--\u2028&')).text;
  expect(data).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(data)).toBe('</script><!--\u2028&');
  expect(['javascript:x', '//evil.example', 'data:text/html,x', ' http://a'].map(safeHref)).toEqual(
    Array(4).fill(undefined),
  );
  expect(safeHref('/web/2010/http://a.example/')).toBeDefined();
});

it.each([
  ['pt', undefined, 'pt'],
  ['xx', 'pt', 'pt'],
  [undefined, 'en;q=0.1, pt;q=0.2', 'pt'],
  [undefined, 'pt;q=0, en;q=0.1', 'en'],
  [undefined, '*', 'en'],
  [undefined, ';;;q=,,,', 'en'],
  [['pt'], undefined, 'en'],
])('chooses the language of %j and %j: %s', (asked, accepted, language) => {
  expect(chooseLanguage(asked, accepted)).toBe(language);
});

it('no message is kept that no page says', async () => {
  const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
  const [, english = ''] = (await read('messages.ts')).split(/const (?:ENGLISH|PORTUGUESE)/);
  const names = [...english.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(50);
  const files = (await readdir(new URL('.', import.meta.url))).filter(
    (name) => name.endsWith('.ts') && name !== 'messages.ts' && !name.endsWith('.test.ts'),
  );
  const fromTables = [...SORTS, ...TEXTS_FIELDS].map((name) => `'${name}'`);
  const said = (await Promise.all(files.map(read))).join('') + fromTables;
  expect(names.filter((name) => !said.includes(`'${name}'`))).toEqual([]);
});

describe('in Portuguese', () => {
  const headers = { accept: 'text/html', 'accept-language': 'pt' };

  it('problems have their titles, and details are marked as English', async () => {
    const $ = load((await served.get('/web/2010/ftp://bridges.example/', headers)).text);
    expect($('main').text()).toContain('O pedido não pode ser entendido.');
    expect($('main [lang=en]').text()).toBe('Only http and https addresses are replayed.');
  });

  it('there are words for every reason to leave an image out', async () => {
    expect(Object.keys(PORTUGUESE_REJECTIONS).sort()).toEqual(Object.keys(IMAGE_REJECTIONS).sort());
    const small = imageRecord('http://a.example/a.png', '20030501', 'a', 20);
    const large = imageRecord('http://a.example/b.png', '20030501', 'b');
    await using other = await serveLibrary({}, [small, large]);
    expect((await other.get('/stats', headers)).text).toContain('demasiado pequena');
  });
});

it('shows where an address changed, and the other pictures it showed', async () => {
  const at = (year: number, name: string) =>
    imageRecord('http://a.example/logo.png', `${year}0101`, name);
  await using other = await serveLibrary({}, [at(2001, 'old'), at(2003, 'new')]);
  const $ = load((await other.get(`/image/${imageId('new')}`)).text);
  expect($('li strong').text()).toBe('changed: another picture was here before');
  expect($(`a[href="/image/${imageId('old')}"]`).text()).toBe('2001-01-01T00:00:00Z');
});

it('has filters and dates without scripts', async () => {
  const { $ } = await open('/?q=bridge&filters=on');
  const site = $('details a').filter((_, each) => $(each).text() === 'bridges.example');
  expect(site.attr('href')).toBe('/?q=bridge+site%3Abridges.example');
  const narrowed = await open(`${site.attr('href')}`);
  const without = narrowed
    .$('a')
    .filter((_, each) => /^Without site:/.test(narrowed.$(each).text()));
  expect(without.attr('href')).toBe('/?q=bridge');
  expect($('input[type=date]').length).toBe(2);
  const dated = await served.get('/?q=bridge+year%3A2003&from=2004-01-01&to=');
  expect([dated.status, dated.headers['location']]).toEqual([303, '/?q=bridge+from%3A2004-01-01']);
  const back = await open('/?q=bridge+from%3A20040101');
  expect(back.$('#from').attr('value')).toBe('2004-01-01');
});
