import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import type { OperatorNode } from './query.ts';

type Values<Node = OperatorNode> = Node extends OperatorNode ? Omit<Node, 'kind'> : never;

describe('values of operators', () => {
  it.each<[string, Values, string]>([
    ['site:Example.ORG', { name: 'site', host: 'example.org' }, 'site:example.org'],
    ['SITE：ｅxample.org', { name: 'site', host: 'example.org' }, 'site:example.org'],
    ['site:*.example.org', { name: 'site', host: 'example.org' }, 'site:example.org'],
    ['site:.pt', { name: 'site', host: 'pt' }, 'site:pt'],
    ['site:http://example.org/', { name: 'site', host: 'example.org' }, 'site:example.org'],
    ['site:"câmara.example"', { name: 'site', host: 'câmara.example' }, 'site:câmara.example'],
    [
      'link:http://a.org/x?a=1',
      { name: 'link', target: 'http://a.org/x?a=1' },
      'link:http://a.org/x?a=1',
    ],
    ['related:0a1b', { name: 'similar', target: '0a1b' }, 'similar:0a1b'],
    [
      'src:http://a.org/A_(b).jpg',
      { name: 'src', url: 'http://a.org/A_(b).jpg' },
      'src:"http://a.org/A_(b).jpg"',
    ],
    ['type:JPG', { name: 'type', subtype: 'jpeg' }, 'type:jpeg'],
    ['filetype:svg', { name: 'type', subtype: 'svg+xml' }, 'type:svg'],
    ['type:image/x-icon', { name: 'type', subtype: 'x-icon' }, 'type:ico'],
    ['size:large', { name: 'size', size: { class: 'lg' } }, 'size:lg'],
    ['size:800x600+', { name: 'size', size: { minWidth: 800, minHeight: 600 } }, 'size:800x600+'],
    ['size:>800×0', { name: 'size', size: { minWidth: 800, minHeight: 0 } }, 'size:800x0+'],
    ['from:2010', { name: 'from', time: { digits: '2010' } }, 'from:2010'],
    ['from:2010-05', { name: 'from', time: { digits: '201005' } }, 'from:201005'],
    ['to:2010-05-31', { name: 'to', time: { digits: '20100531' } }, 'to:20100531'],
    ['to:20100531235959', { name: 'to', time: { digits: '20100531235959' } }, 'to:20100531235959'],
    [
      'to:2010-05-31T23:59:59Z',
      { name: 'to', time: { digits: '20100531235959' } },
      'to:20100531235959',
    ],
    ['year:２００４', { name: 'year', from: 2004, to: 2004 }, 'year:2004'],
    ['year:2004-2008', { name: 'year', from: 2004, to: 2008 }, 'year:2004-2008'],
    ['year:2004..2008', { name: 'year', from: 2004, to: 2008 }, 'year:2004-2008'],
    ['year:2004–2008', { name: 'year', from: 2004, to: 2008 }, 'year:2004-2008'],
    [
      'collection:"My  crawl"',
      { name: 'collection', collection: 'My crawl' },
      'collection:"My crawl"',
    ],
    ['collection:a"b c"d', { name: 'collection', collection: 'ab cd' }, 'collection:"ab cd"'],
    ['orientation:Square', { name: 'orientation', value: 'square' }, 'orientation:square'],
    ['colour:Gray', { name: 'color', color: 'grey' }, 'color:grey'],
    ['color:#FA0', { name: 'color', color: '#ffaa00' }, 'color:#ffaa00'],
    [
      'near:38.72,-9.14,5',
      { name: 'near', place: { latitude: 38.72, longitude: -9.14, km: 5 } },
      'near:38.72,-9.14,5',
    ],
    [
      'near:"38.72, -9.14"',
      { name: 'near', place: { latitude: 38.72, longitude: -9.14, km: 10 } },
      'near:38.72,-9.14,10',
    ],
    [
      'near:-0,0,0.0000014km',
      { name: 'near', place: { latitude: 0, longitude: 0, km: 0.000001 } },
      'near:0,0,0.000001',
    ],
    [
      'bbox:-9.5,38.4,-8.9,38.9',
      { name: 'bbox', box: { west: -9.5, south: 38.4, east: -8.9, north: 38.9 } },
      'bbox:-9.5,38.4,-8.9,38.9',
    ],
    [
      'box:"170, -20, -170, -0"',
      { name: 'bbox', box: { west: 170, south: -20, east: -170, north: 0 } },
      'bbox:170,-20,-170,0',
    ],
    ['near:Lisboa', { name: 'near', place: { name: 'Lisboa' } }, 'near:Lisboa'],
    [
      'near:"New York",20',
      { name: 'near', place: { name: 'New York', km: 20 } },
      'near:"New York",20',
    ],
    [
      'near:"Paris,Texas"',
      { name: 'near', place: { name: 'Paris, Texas' } },
      'near:"Paris, Texas"',
    ],
    ['geo:YES', { name: 'geo', isKnown: true }, 'geo:yes'],
    ['geo:no', { name: 'geo', isKnown: false }, 'geo:no'],
    ['animated:Yes', { name: 'animated', isAnimated: true }, 'animated:yes'],
    ['animated:no', { name: 'animated', isAnimated: false }, 'animated:no'],
    ['safe:off', { name: 'safe', isOn: false }, 'safe:off'],
    ['language:PT', { name: 'lang', code: 'pt' }, 'lang:pt'],
  ])('%j', (text, operator, printed) => {
    const { query, notes } = parseQuery(text);
    expect({ query, notes }).toEqual({
      query: { nodes: [{ kind: 'operator', ...operator }] },
      notes: [],
    });
    expect(printQuery(query)).toBe(printed);
  });

  it.each([
    ['site:http://example.org/a/b', { name: 'site', host: 'example.org' }],
    ['site:example.org:8080', { name: 'site', host: 'example.org' }],
    ['size:800x600', { name: 'size', size: { minWidth: 800, minHeight: 600 } }],
    ['lang:pt-BR', { name: 'lang', code: 'pt' }],
  ])('take %j with a hint', (text, operator) => {
    const { query, notes } = parseQuery(text);
    expect(query.nodes).toEqual([{ kind: 'operator', ...operator }]);
    expect(notes.map((note) => [note.code, note.start, note.end])).toEqual([
      ['value-taken-as', 0, text.length],
    ]);
  });

  it.each(
    [
      'site:a_b@c site:a..b site:a.*.b site:[::1] site:"a b" link:"a b" similar:"a b" src:banana src:"a.b c"',
      'type:banana type:png,gif type:constructor size:banana size:0x0+ size:800 size:<800x600 size:constructor',
      'from:20101345 from:201 from:0999 from:2010053112 from:201005311200 from:2011-02-29 from:20100531250000 to:31/05/2010',
      'year:abcd year:2008-2004 year:2004- year:20045 orientation:round color:#12345 color:loud geo:1 safe:maybe lang:p lang:português',
      'bbox:1,2,3 bbox:1,2,3,4,5 bbox:0,9,1,2 bbox:0,-91,1,2 bbox:-181,0,1,2 bbox:a,b,c,d',
      'near:999,999,1 near:1,2,0 near:1,2,99999 near:1,2,3,4 near:12 near:Lisboa, near:,5 near:Lisboa,2,5 near:Lisboa,0 near:...',
    ].flatMap((line) => line.match(/\S+:"[^"]*"|\S+/g) ?? []),
  )('leave out %j', (text) => {
    const { query, notes } = parseQuery(text);
    expect(query.nodes).toEqual([]);
    expect(notes.map((note) => [note.severity, note.code, note.start, note.end])).toEqual([
      ['error', 'bad-value', 0, text.length],
    ]);
  });
});
