// Who is asked where to start: what the paper's "ask Google" became.
import type { FindQuery } from '../find-query.ts';

/** A request to a provider. */
export interface ProviderRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One page that a provider names. */
export interface FoundPage {
  readonly url: string;
  readonly title: string;
}

/** A provider: it words requests and reads answers; `pipeline/` sends them. */
export interface Provider {
  /** Shown in reports; two of one kind have different names. */
  readonly name: string;
  /**
   * The request for a page of answers, from 0; `undefined` when there are no more. `hosts` are those of seeds and of
   * `site:`, for providers that know hosts rather than words.
   */
  readonly requestFor: (
    query: FindQuery,
    page: number,
    hosts: readonly string[],
  ) => ProviderRequest | undefined;
  /** The pages that an answer names, best first. Throws for what is no answer. */
  readonly parse: (body: string, query: FindQuery) => readonly FoundPage[];
}

/** Answers of one page of a provider beyond this many are not read. */
export const MAX_ANSWERS = 200;

/** A member of what JSON gave. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name]; // it has it
  }
  return at;
}

/** The pages in a list of results, by the names of the members that hold address and title. */
export function toFoundPages(
  list: unknown,
  names: { readonly url: string; readonly title: string },
): FoundPage[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_ANSWERS).flatMap((entry: unknown) => {
    const url = member(entry, names.url);
    const title = member(entry, names.title);
    if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return [];
    return [{ url, title: typeof title === 'string' ? title : '' }];
  });
}
