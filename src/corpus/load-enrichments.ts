// Finds enrichments in another thread: by the modules that export them and by name, version and settings.
import type { AnyEnrichment, Field } from '../model/enrichment.ts';
import { type Producer, producerKey } from '../model/producer.ts';
import { messageOf } from '../support/errors.ts';
import type { RemoteEnrichment } from './compute-plan.ts';
import { pathsOf } from './plan.ts';

/** Enrichments that were found, or the module in which one was not. */
export type LoadedEnrichments =
  | { readonly kind: 'loaded'; readonly order: readonly AnyEnrichment[] }
  | { readonly kind: 'missing'; readonly home: string; readonly reason: string };

/** Finds enrichments from what was told about them; each derives from those before it. */
export async function loadEnrichments(
  told: readonly RemoteEnrichment[],
): Promise<LoadedEnrichments> {
  const givers = new Map<string, AnyEnrichment>();
  const order: AnyEnrichment[] = [];
  for (const one of told) {
    const found = await find(one).catch((thrown: unknown) => messageOf(thrown));
    if (typeof found === 'string') return { kind: 'missing', home: one.home, reason: found };
    const enrichment = rebind(found, one, givers);
    for (const path of pathsOf(enrichment)) givers.set(path, enrichment);
    order.push(enrichment);
  }
  return { kind: 'loaded', order };
}

/** An enrichment with its two ways to be given another source. */
type Rebindable = AnyEnrichment & {
  on(source: Field<string, never>): AnyEnrichment;
  onEach(source: Field<string, readonly never[]>): AnyEnrichment;
};

/** The export that is the enrichment, or what `makeEnrichment` of the module makes; a text says why there is none. */
async function find(wanted: RemoteEnrichment): Promise<Rebindable | string> {
  const module: Readonly<Record<string, unknown>> = await import(wanted.home);
  const key = producerKey(wanted);
  const isWanted = (value: unknown): value is Rebindable =>
    isEnrichment(value) && producerKey(value) === key;
  const exported = Object.values(module).find(isWanted);
  if (exported !== undefined) return exported;
  const make = module['makeEnrichment'];
  if (typeof make === 'function') {
    const made: unknown = make({
      name: wanted.name,
      version: wanted.version,
      settings: wanted.settings,
    } satisfies Producer);
    if (isWanted(made)) return made;
  }
  return `the module exports no enrichment ${wanted.name} of version ${wanted.version} with these settings`;
}

function isEnrichment(value: unknown): value is AnyEnrichment {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'enrichment'
  );
}

function rebind(
  enrichment: Rebindable,
  { source, isForEach }: RemoteEnrichment,
  givers: ReadonlyMap<string, AnyEnrichment>,
): AnyEnrichment {
  if (source === enrichment.needs.path && !isForEach) return enrichment;
  const field = { path: source, giver: givers.get(source) };
  return isForEach ? enrichment.onEach(field) : enrichment.on(field);
}
