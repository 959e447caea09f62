// Gathers the parts of a query from left to right into groups that OR joins.
import { printPart } from './print-query.ts';
import type { QueryNode } from './query.ts';
import { MAX_QUERY_LENGTH } from './query-notes.ts';

/** Parts as they come; OR binds tighter than a space, hence each group is one part of the query. */
export class OrGroups {
  readonly #groups: QueryNode[][] = [];
  #isJoined = false;
  #length = 0;

  /** An OR: whether there is a part before it that it can join to the next one. */
  joinNext(): boolean {
    if (this.#isJoined || this.#groups.length === 0) return false;
    this.#isJoined = true;
    return true;
  }

  /**
   * Adds a part; `undefined` is one that was left out, which OR must not skip: `a OR size:x b` is
   * not `a OR b`. `false` when the query would print longer than any text that is read, so that
   * it could not be read back.
   */
  add(node: QueryNode | undefined): boolean {
    const printed = node === undefined ? 0 : printPart(node).length;
    const between = this.#length === 0 ? 0 : (this.#isJoined ? ' OR ' : ' ').length;
    if (this.#length + between + printed > MAX_QUERY_LENGTH) return false;
    if (!this.#isJoined) this.#groups.push([]);
    this.#isJoined = false;
    if (node === undefined) return true;
    this.#length += between + printed;
    this.#groups.at(-1)?.push(node);
    return true;
  }

  /** The parts of the query; a group of one part is that part. */
  toNodes(): readonly QueryNode[] {
    return this.#groups.flatMap((nodes): readonly QueryNode[] =>
      nodes.length < 2 ? nodes : [{ kind: 'or', nodes }],
    );
  }
}
