// A record as a tree of its values, nested by what was derived from what (paper 002 section 5.4).
import { toIsoTime } from '../../archive/archive.ts';
import type { Failure, RecordView } from '../record-view.ts';
import { emptyObject, type JsonObject, type JsonValue, toJsonValue } from './json-value.ts';

/**
 * The record as the paper prints it: the fields of its index line under `record`, then the values that were asked for,
 * each inside the value it was derived from. A value that others were derived from stands under `_` beside them; one
 * that nobody asked for is only the object around them. Where values were derived from each entry of a list, the list
 * is one of such objects. `failures` is there only when something failed.
 */
export function toLineage(view: RecordView): JsonObject {
  const result = emptyObject();
  result['record'] = toRecord(view);
  for (const [name, node] of toTree(view).children) {
    const printed = printNode(node);
    if (printed !== undefined) result[name] = printed;
  }
  if (view.failures.length > 0) result['failures'] = view.failures.map(toFailure);
  return result;
}

/** What index files write for a value that is not there. */
const ABSENT = '-';

function toRecord({ capture }: RecordView): JsonValue {
  return {
    surtUrl: capture.surt,
    timestamp: toIsoTime(capture.time),
    originalUrl: capture.url,
    mime: capture.mime || ABSENT,
    status: capture.status,
    digest: capture.digest || ABSENT,
    redirectUrl: capture.redirect || ABSENT,
    meta: capture.meta || ABSENT,
  };
}

function toFailure({ path, enrichment, message }: Failure): JsonValue {
  return { path, enrichment, message };
}

/** A place in the tree: what stands there, and what was derived from it. */
interface Node {
  /** `undefined` where nobody asked for it. */
  value: unknown;
  /** Whether the value has an entry for each entry of the list it was derived from. */
  isForEach: boolean;
  readonly children: Map<string, Node>;
}

const newNode = (): Node => ({ value: undefined, isForEach: false, children: new Map() });

function toTree({ values, forEachPaths }: RecordView): Node {
  const root = newNode();
  for (const [path, value] of values) {
    if (value === undefined || path === '') continue;
    const node = nodeAt(root, path);
    node.value = value;
    node.isForEach = forEachPaths.has(path) && Array.isArray(value);
  }
  return root;
}

function nodeAt(root: Node, path: string): Node {
  let node = root;
  for (const name of path.split('.')) {
    let child = node.children.get(name);
    if (child === undefined) {
      child = newNode();
      node.children.set(name, child);
    }
    node = child;
  }
  return node;
}

/** A node with all below it; `undefined` when there is nothing to print. */
function printNode(node: Node): JsonValue | undefined {
  const own = isListOfNodes(node) ? printEntries(node) : toJsonValue(node.value);
  return withChildren(own, printWhole(node));
}

/** What was derived from the node as a whole; of what was derived from its entries, only what joins them again. */
function printWhole(node: Node): JsonObject {
  const result = emptyObject();
  for (const [name, child] of node.children) {
    const printed = child.isForEach ? nonEmpty(printWhole(child)) : printNode(child);
    if (printed !== undefined) result[name] = printed;
  }
  return result;
}

function isListOfNodes(node: Node): boolean {
  for (const child of node.children.values()) if (child.isForEach) return true;
  return false;
}

function printEntries(node: Node): JsonValue {
  const length = Math.max(...listsOf(node).map((list) => list.length));
  // An entry of a list that nobody asked for is only what was derived from it, be that nothing.
  const nothing = (): JsonValue => (node.value === undefined ? emptyObject() : null);
  return Array.from({ length }, (_, index) => printEntry(node, index) ?? nothing());
}

function listsOf(node: Node): (readonly unknown[])[] {
  const children = [...node.children.values()].filter((child) => child.isForEach);
  return [node, ...children].map(({ value }) => (Array.isArray(value) ? value : []));
}

/** One entry of a list with what was derived from it, which has the same number in its own list. */
function printEntry(node: Node, index: number): JsonValue | undefined {
  const own = Array.isArray(node.value) ? toJsonValue(node.value[index]) : undefined;
  const derived = emptyObject();
  for (const [name, child] of node.children) {
    const printed = child.isForEach ? printEntry(child, index) : undefined;
    if (printed !== undefined) derived[name] = printed;
  }
  return withChildren(own, derived);
}

function withChildren(own: JsonValue | undefined, children: JsonObject): JsonValue | undefined {
  if (nonEmpty(children) === undefined) return own;
  if (own === undefined) return children;
  return Object.assign(emptyObject(), { _: own }, children);
}

function nonEmpty(object: JsonObject): JsonObject | undefined {
  for (const _name in object) return object;
  return undefined;
}
