// Elements of a tree that a CSS selector matches, found in a bounded number of steps.
import { compile, type Options, selectAll, selectOne } from 'css-select';
import { type AnyNode, type Document, Element, Text } from 'domhandler';
import { getSiblings, removeSubsets } from 'domutils';
import { messageOf } from '../../support/errors.ts';
import { RecordWork } from './record-work.ts';

/** A selector that was understood. Both ways to search throw when the work of a record is used up. */
export interface ElementSelector {
  /** All elements that match, in document order. */
  readonly findAll: (root: Document, work: RecordWork) => Element[];
  /** The first element that matches. */
  readonly findFirst: (root: Document, work: RecordWork) => Element | undefined;
}

/** The selector of a text. One that cannot be understood throws. */
export function compileSelector(selector: string): ElementSelector {
  if (selector.trim() === '') throw new Error('pinakes: `` is no CSS selector: it is empty');
  const counter = { work: new RecordWork() };
  const options: Options<AnyNode, Element> = { adapter: countingAdapter(counter) };
  try {
    const query = compile(selector, options);
    return {
      findAll: (root, work) => {
        counter.work = work;
        return selectAll(query, root.children, options);
      },
      findFirst: (root, work) => {
        counter.work = work;
        return selectOne(query, root.children, options) ?? undefined;
      },
    };
  } catch (error) {
    throw new Error(`pinakes: \`${selector}\` is no CSS selector: ${messageOf(error)}`);
  }
}

/** Nodes of a list that are copied or compared, and characters that are searched, in the time of one step. */
const NODES_PER_STEP = 32;
const CHARACTERS_PER_STEP = 8;
/** Steps of going down to the children of a node, for which selectors keep a stack. */
const STEPS_DOWN = 24;

/**
 * How selectors see a tree. All their loops ask it something of each node, so that counting its answers counts their
 * steps: `a ~ b` and `:nth-child()` look at all siblings of each element, which would take minutes on a page made for it.
 */
function countingAdapter(counter: {
  work: RecordWork;
}): NonNullable<Options<AnyNode, Element>['adapter']> {
  const spend = (steps: number): void => counter.work.spend(steps);
  const counted = <Node>(nodes: Node[], steps: number): Node[] => {
    spend(steps + Math.ceil(nodes.length / NODES_PER_STEP));
    return nodes;
  };
  const getText = (node: AnyNode): string => {
    if (node instanceof Text) {
      spend(1 + Math.ceil(node.data.length / CHARACTERS_PER_STEP));
      return node.data;
    }
    spend(1);
    return 'children' in node ? node.children.map(getText).join('') : '';
  };
  return {
    isTag: (node): node is Element => {
      spend(1);
      return isElement(node);
    },
    equals: (a, b) => {
      spend(1);
      return a === b;
    },
    getName: ({ name }) => {
      spend(1);
      return name;
    },
    getParent: ({ parent }) => {
      spend(1);
      return parent;
    },
    getChildren: (node) => counted<AnyNode>('children' in node ? node.children : [], STEPS_DOWN),
    getSiblings: (node) => counted(getSiblings(node), 1),
    prevElementSibling: (node) => {
      let { prev } = node;
      for (; prev !== null && !isElement(prev); { prev } = prev) spend(1);
      spend(1);
      return prev;
    },
    getAttributeValue: ({ attribs }, name) => {
      const value = attribs[name];
      spend(1 + Math.ceil((value?.length ?? 0) / CHARACTERS_PER_STEP));
      return value;
    },
    hasAttrib: ({ attribs }, name) => {
      spend(1);
      return attribs[name] !== undefined;
    },
    getText,
    removeSubsets,
  };
}

/** A name of its own: tests look an imported one up at each use, which made them three times as slow. */
const ElementClass = Element;

function isElement(node: AnyNode): node is Element {
  return node instanceof ElementClass;
}
