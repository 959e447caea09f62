// Which values a record shall have, and in which order they are derived. Pure.
import { type AnyEnrichment, ARCHIVED, isSameFunction } from '../model/enrichment.ts';

/** The enrichments asked for so far, with all that they need. */
export interface EnrichPlan {
  /** Those asked for, in that order. */
  readonly wanted: readonly AnyEnrichment[];
  /** The same with what they need: each behind all that it needs. */
  readonly order: readonly AnyEnrichment[];
  /** Who gives the value at a path; only values of `order`. */
  readonly givers: ReadonlyMap<string, AnyEnrichment>;
  /** Paths of the values asked for. */
  readonly wantedPaths: ReadonlySet<string>;
  /** Paths whose value is a list with an entry for each entry of its source. */
  readonly forEachPaths: ReadonlySet<string>;
}

/** Nothing is asked for. */
export const EMPTY_PLAN: EnrichPlan = {
  wanted: [],
  order: [],
  givers: new Map(),
  wantedPaths: new Set(),
  forEachPaths: new Set(),
};

/** The plan with one more enrichment. Throws where another function gives the same value. */
export function extendPlan(plan: EnrichPlan, enrichment: AnyEnrichment): EnrichPlan {
  const givers = new Map(plan.givers);
  const order = [...plan.order];
  const forEachPaths = new Set(plan.forEachPaths);
  if (enrichment.isTransient) {
    throw new Error(
      `pinakes: \`${enrichment.name}\` is there for others to derive from: enrich with one of those`,
    );
  }
  const known = addInOrder(enrichment, { givers, order, forEachPaths });
  const isAskedFor = plan.wanted.includes(known);
  const wanted = isAskedFor ? plan.wanted : [...plan.wanted, known];
  const wantedPaths = new Set(plan.wantedPaths);
  for (const path of pathsOf(known)) wantedPaths.add(path);
  return { wanted, order, givers, wantedPaths, forEachPaths };
}

/** Paths of the values that an enrichment gives. */
export function pathsOf({ gives, fields }: AnyEnrichment): string[] {
  return gives.map((name) => fields[name]?.path ?? name);
}

/** The path that an enrichment is known by: that of its first value. */
export function keyPathOf({ gives, fields }: AnyEnrichment): string {
  const [first = ''] = gives;
  return fields[first]?.path ?? first;
}

/** Whether records must be opened for these enrichments. */
export function needsArchive(order: readonly AnyEnrichment[]): boolean {
  return order.some(({ needs }) => needs === ARCHIVED);
}

interface Growing {
  readonly givers: Map<string, AnyEnrichment>;
  readonly order: AnyEnrichment[];
  readonly forEachPaths: Set<string>;
}

/** Adds an enrichment behind what it needs; gives the equal one that is there already, if there is. */
function addInOrder(enrichment: AnyEnrichment, plan: Growing): AnyEnrichment {
  const { needs } = enrichment;
  if (needs.giver !== undefined) addInOrder(needs.giver, plan);
  const there = plan.givers.get(keyPathOf(enrichment));
  if (there !== undefined && isSame(there, enrichment)) return there;
  for (const path of pathsOf(enrichment)) {
    const other = plan.givers.get(path);
    if (other !== undefined) {
      throw new Error(
        `pinakes: \`${enrichment.name}\` would give \`${path}\`, which \`${other.name}\` gives already`,
      );
    }
    plan.givers.set(path, enrichment);
    if (enrichment.isForEach) plan.forEachPaths.add(path);
  }
  plan.order.push(enrichment);
  return enrichment;
}

function isSame(a: AnyEnrichment, b: AnyEnrichment): boolean {
  return isSameFunction(a, b) && a.needs.path === b.needs.path && a.isForEach === b.isForEach;
}
