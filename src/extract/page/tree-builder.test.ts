// The shape of the tree: what belongs to what where tags are missing, wrong or too many.
import { describe, expect, it } from 'vitest';
import { TAG } from './html-names.ts';
import { depthOf, holderOf, parentOf, sourceEndOf, sourceStartOf, tagOf } from './html-tree.ts';
import { type BuiltTree, buildTree } from './tree-builder.ts';

const NAMES = new Map(Object.entries(TAG).map(([name, tag]) => [tag, name]));

describe('buildTree', () => {
  it.each([
    ['implied html, head and body', '<title>t</title><p>a', 'html/body/p: a'],
    ['content before the head ends', '<meta><link>a<meta>b', 'html/body: a|html/body: b'],
    [
      'paragraphs without end tags',
      '<p>a<p>b<div>c',
      'html/body/p: a|html/body/p: b|html/body/div: c',
    ],
    [
      'items without end tags',
      '<ul><li>a<li>b<ul><li>c</ul>d</ul>e',
      'html/body/ul/li: a|html/body/ul/li: b|html/body/ul/li/ul/li: c|html/body/ul/li: d|html/body: e',
    ],
    [
      'definitions without end tags',
      '<dl><dt>a<dd>b<dt>c</dl>',
      'html/body/dl/dt: a|html/body/dl/dd: b|html/body/dl/dt: c',
    ],
    [
      'cells without end tags',
      '<table><tr><td>a<td>b<tr><th>c</table>d',
      'html/body/table/tbody/tr/td: a|html/body/table/tbody/tr/td: b|html/body/table/tbody/tr/th: c|html/body: d',
    ],
    ['cells without rows', '<table><td>a</table>', 'html/body/table/tbody/tr/td: a'],
    ['cells outside tables', '<td>a<tr>b', 'html/body: a|html/body: b'],
    [
      'end tags that match nothing',
      '<div>a</p></span></td>b</div>',
      'html/body/div: a|html/body/div: b',
    ],
    [
      'end tags inside a table',
      '<div><table><tr><td>a</div>b</table>c',
      'html/body/div/table/tbody/tr/td: a|html/body/div/table/tbody/tr/td: b|html/body/div: c',
    ],
    ['a link inside a link', '<a>a<a>b</a>', 'html/body/a: a|html/body/a: b'],
    [
      'a block that outlives its formatting',
      '<b>a<div>b</b>c</div>d',
      'html/body/b: a|html/body/b/div: b|html/body/b/div: c|html/body/b: d',
    ],
    [
      'headings ended by another',
      '<h1>a</h2>b<h2>c<h3>d',
      'html/body/h1: a|html/body: b|html/body/h2: c|html/body/h3: d',
    ],
    [
      'options',
      '<select><option>a<option>b</select>c',
      'html/body/select/option: a|html/body/select/option: b|html/body: c',
    ],
    ['text after the body', '<body>a</body></html>b', 'html/body: a|html/body: b'],
    [
      'void elements',
      '<br>a<img>b</br>c<hr/>d',
      'html/body: a|html/body: b|html/body: c|html/body: d',
    ],
    [
      'elements that close themselves in SVG only',
      '<svg><g/>a</svg><div/>b',
      'html/body/svg: a|html/body/div: b',
    ],
    ['HTML that breaks out of SVG', '<svg><g><p>a', 'html/body/p: a'],
    [
      'HTML inside SVG',
      '<svg><foreignObject><p>a<p>b</foreignObject>c',
      'html/body/svg/foreignobject/p: a|html/body/svg/foreignobject/p: b|html/body/svg: c',
    ],
    [
      'CDATA, which is text in SVG only',
      '<svg><![CDATA[a<b]]></svg><![CDATA[c>d',
      'html/body/svg: a<b|html/body: d',
    ],
    ['unknown elements', '<x-a>a<x-b>b</x-a>c', 'html/body/x: a|html/body/x/x: b|html/body: c'],
    [
      'a table in a paragraph of an old page',
      '<p>a<table><td>b',
      'html/body/p: a|html/body/p/table/tbody/tr/td: b',
    ],
    [
      'a table after a paragraph of a new page',
      '<!doctype html><p>a<table><td>b',
      'html/body/p: a|html/body/table/tbody/tr/td: b',
    ],
    ['framesets', '<frameset><frame></frameset><noframes>a</noframes>', ''],
    [
      'forms inside forms',
      '<form>a<form>b</form>c</form>',
      'html/body/form: a|html/body/form: b|html/body: c',
    ],
    ['buttons inside buttons', '<button>a<button>b', 'html/body/button: a|html/body/button: b'],
  ])('understands %s', (_, html, expected) => {
    expect(print(build(html))).toBe(expected);
  });

  it('flattens what is too deep, and goes on after it', () => {
    const built = build(`${'<div>'.repeat(1000)}deep<b>er</b>${'</div>'.repeat(1000)}<p>after`);
    expect(built.isDepthCut).toBe(true);
    const texts = Array.from({ length: 3 }, (_, text) =>
      depthOf(built.tree, holderOf(built.tree, text)),
    );
    expect(texts).toEqual([512, 512, 3]);
  });

  it('finds its way out of more open elements than it keeps', () => {
    const built = build(`${'<i>'.repeat(100_000)}a${'</i>'.repeat(100_000)}b`);
    expect(depthOf(built.tree, holderOf(built.tree, 1))).toBe(2);
  });

  it('stops at a number of elements, and says so', () => {
    const built = build('<br>'.repeat(700_000));
    expect(built.isNodeCut).toBe(true);
    expect(built.tree.nodeCount).toBeLessThanOrEqual(250_000);
  });
});

function build(html: string): BuiltTree {
  return buildTree(html, { element: () => {}, rawText: () => {} });
}

/** Every text with the names of the elements around it. */
function print({ tree }: BuiltTree): string {
  const lines = Array.from({ length: tree.textCount }, (_, text) => {
    const names: string[] = [];
    for (let node = holderOf(tree, text); node > 0; node = parentOf(tree, node)) {
      names.unshift(NAMES.get(tagOf(tree, node)) ?? 'x');
    }
    return `${names.join('/')}: ${tree.source.slice(sourceStartOf(tree, text), sourceEndOf(tree, text))}`;
  });
  return lines.join('|');
}
