// Which enrichments run in threads and which here, and which values are kept for later. Pure.
import { type AnyEnrichment, ARCHIVED } from '../model/enrichment.ts';
import { type Producer, producerOf } from '../model/producer.ts';
import { type EnrichPlan, keyPathOf, pathsOf } from './plan.ts';

/** An enrichment as a thread is told about it. */
export interface RemoteEnrichment extends Producer {
  /** Address of the module that exports it. */
  readonly home: string;
  /** Path of the value it derives from; `''` for what every record has. */
  readonly source: string;
  readonly isForEach: boolean;
}

/** How the values of a plan are derived. */
export interface ComputePlan {
  /** All enrichments in order, for deriving here. */
  readonly order: readonly AnyEnrichment[];
  /** What threads derive; empty when all has to be derived here. */
  readonly remote: readonly RemoteEnrichment[];
  /** Paths that threads give back. */
  readonly outputs: readonly string[];
  /** What is derived here after that. */
  readonly local: readonly AnyEnrichment[];
  /** Paths of values that were not asked for but are needed by enrichments that come later. */
  readonly isNeededLater: (path: string) => boolean;
}

/** What is known of the whole run. */
export interface ComputeOptions {
  /** What will be asked for anywhere in the run. */
  readonly all: readonly AnyEnrichment[];
  /** Whether threads can import the module at an address. Default: all of them. */
  readonly isImportable?: (home: string) => boolean;
}

/** Plans the work. */
export function toComputePlan(
  plan: EnrichPlan,
  { all, isImportable = () => true }: ComputeOptions,
): ComputePlan {
  const { order, wantedPaths } = plan;
  const later = all.filter((enrichment) => !order.includes(enrichment));
  const keptPaths = new Set(later.flatMap(lineageOf).filter(isLasting).flatMap(pathsOf));
  const isNeededLater = (path: string) => keptPaths.has(path);
  const isFound = ({ home }: AnyEnrichment) => home !== undefined && isImportable(home);
  const isRemote = (enrichment: AnyEnrichment): boolean =>
    isFound(enrichment) && lineageOf(enrichment).every(isFound);
  const remote = order.filter(isRemote);
  const local = withTransients(order.filter((enrichment) => !isRemote(enrichment)));
  const isAlone = remote.length === 0 || local.some(({ needs }) => needs === ARCHIVED);
  if (isAlone) return { order, remote: [], outputs: [], local: order, isNeededLater };
  const forLocal = new Set(local.flatMap(lineageOf).filter(isLasting).flatMap(pathsOf));
  return {
    order,
    remote: remote.flatMap(toRemote),
    outputs: remote
      .filter(isLasting)
      .flatMap(pathsOf)
      .filter((path) => wantedPaths.has(path) || keptPaths.has(path) || forLocal.has(path)),
    local,
    isNeededLater,
  };
}

/** What an enrichment derives from, nearest first. */
function lineageOf({ needs }: AnyEnrichment): AnyEnrichment[] {
  return needs.giver === undefined ? [] : [needs.giver, ...lineageOf(needs.giver)];
}

function isLasting({ isTransient }: AnyEnrichment): boolean {
  return !isTransient;
}

/** Adds what stays in a thread but is needed here: it is derived here once more. */
function withTransients(local: readonly AnyEnrichment[]): AnyEnrichment[] {
  const all = new Map<string, AnyEnrichment>();
  for (const enrichment of local) {
    for (const source of lineageOf(enrichment).reverse()) {
      if (source.isTransient) all.set(keyPathOf(source), source);
    }
    all.set(keyPathOf(enrichment), enrichment);
  }
  return [...all.values()];
}

function toRemote(enrichment: AnyEnrichment): RemoteEnrichment[] {
  const { home, needs, isForEach } = enrichment;
  if (home === undefined) return [];
  return [{ ...producerOf(enrichment), home, source: needs.path, isForEach }];
}
