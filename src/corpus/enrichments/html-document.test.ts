// Trees of pages: as browsers build them, of whatever is thrown at them, in bounded size.
import { type AnyNode, Element, Text } from 'domhandler';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parseHtml } from './html-document.ts';
import { visibleText } from './html-text.ts';

/** Elements, attributes and texts in one line; texts that are blank left out. */
function print(node: AnyNode): string {
  if (node instanceof Text) return node.data.trim();
  if (!(node instanceof Element)) return '';
  const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}=${value}`);
  return `<${node.name}${attributes.join('')}>${node.children.map(print).join('')}</>`;
}

function printOracle(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value.trim();
  if (!('tagName' in node)) return '';
  const attributes = node.attrs.map(({ name, value }) => ` ${name}=${value}`);
  return `<${node.tagName}${attributes.join('')}>${node.childNodes.map(printOracle).join('')}</>`;
}

describe('the tree of a page', () => {
  it.each([
    '<!doctype html><html lang=en><head><title>a &lt; b</title></head><body class=x><p>1<p>2</body></html>',
    '<!doctype html><title>T</title><meta charset=utf-8><p>one<ul><li>a<li>b</ul>',
    '<!doctype html><body><table><tr><td>1<td>2<tr><td>3</table>after',
    '<!doctype html><p>x<br>y<hr><img src=a.png alt="a>b"><input disabled>',
    '<!doctype html><body><script>if (a < b && c) {}</script><style>p > a {}</style><textarea>&amp;<b></textarea>',
    '<!doctype html><body><svg><path d=1 /><title>x</title></svg><p>y',
    '<!doctype html><body><dl><dt>a<dd>b<dt>c</dl><select><option>1<option>2</select>',
    '<!doctype html><html a=1><body b=2><p>x</p><body b=3 c=4>',
    '<!doctype html><body><div A=1 a=2 __proto__=x>&eacute;&#233;&nosuch;</div></span>',
    '<!doctype html><body><x-y z>custom</x-y><image src=a>',
  ])('is that of a browser: %s', (source) => {
    const oracle = parse(source).childNodes.map(printOracle).join('');
    const ours = parseHtml(source).children.map(print).join('');
    // A head without content is left to be understood.
    expect(ours.replace('<head></>', '')).toBe(oracle.replace('<head></>', ''));
  });

  it('joins its nodes to each other', () => {
    const walk = (node: AnyNode): void => {
      if (!('children' in node)) return;
      for (const [index, child] of node.children.entries()) {
        expect(child.parent).toBe(node);
        expect(child.prev).toBe(node.children[index - 1] ?? null);
        expect(child.next).toBe(node.children[index + 1] ?? null);
        walk(child);
      }
    };
    walk(parseHtml('<title>a</title><p>b<i>c</i>d<table><tr><td>e'));
  });

  it('is made of any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '">',
        '<table>',
        '<td>',
        '</table>',
        '<b>',
        '</b>',
      ),
      fc.constantFrom(
        '<svg>',
        '</svg>',
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '<body>',
        '</html>',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const root = parseHtml(pieces.join(''));
        expect(root.children).toHaveLength(1);
        expect(typeof visibleText([root])).toBe('string');
      }),
    );
  });

  it('is bounded in depth and size', () => {
    const depthOf = (node: AnyNode): number =>
      'children' in node ? 1 + Math.max(0, ...node.children.map(depthOf)) : 1;
    expect(depthOf(parseHtml('<div>'.repeat(20_000)))).toBeLessThan(520);
    let count = 0;
    const walk = (node: AnyNode): void => {
      count += 1;
      if ('children' in node) for (const child of node.children) walk(child);
    };
    walk(parseHtml('<i>'.repeat(300) + '<br>x'.repeat(130_000)));
    expect(count).toBeLessThanOrEqual(250_001);
    const [element] = parseHtml(
      `<html ${Array.from({ length: 999 }, (_, n) => `a${n}`).join(' ')}>`,
    ).children;
    expect(Object.keys((element as Element).attribs)).toHaveLength(256);
  });

  it('takes no longer for tags of body and html that bring attributes one by one', () => {
    const started = process.cpuUsage();
    for (const name of ['body', 'html']) {
      const tags = Array.from({ length: 8000 }, (_, n) => `<${name} a${n}=${n} a=${n}>`).join('');
      const [element] = parseHtml(tags).children;
      const owner = name === 'html' ? element : (element as Element).children.at(-1);
      const { attribs } = owner as Element;
      expect(Object.keys(attribs)).toHaveLength(256);
      expect([attribs['a'], attribs['a0'], attribs['a254']]).toEqual(['0', '0', '254']);
    }
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(2); // once 12 s for each
  });

  it('has at most a million attributes', () => {
    const names = Array.from({ length: 200 }, (_, n) => `a${n}`).join(' ');
    const root = parseHtml(`<p ${names}>`.repeat(5010));
    let count = 0;
    const walk = (node: AnyNode): void => {
      if (node instanceof Element) count += Object.keys(node.attribs).length;
      if ('children' in node) node.children.forEach(walk);
    };
    walk(root);
    expect(count).toBe(1_000_000);
  });
});
