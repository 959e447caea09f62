// What enrichments work with, opened once and closed in the end: the same for corpora and libraries.
import type { AnyEnrichment, DeriveContext } from './enrichment.ts';
import { NoValue } from './no-value.ts';

/** What came of one input. */
export type Derivation =
  /** The values, by name. */
  | { readonly kind: 'given'; readonly given: object }
  /** There is none. `reason` is a word, `failed` for what was not foreseen; `message` a sentence. */
  | { readonly kind: 'none'; readonly reason: string; readonly message: string };

/** An enrichment whose resource cannot be opened: nothing can be derived with it, so that the run ends. */
export class OpenFailure extends Error {
  override readonly name = 'OpenFailure';
  /** Name of the enrichment. */
  readonly enrichment: string;

  constructor(enrichment: string, cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(`${enrichment} cannot be opened: ${detail}`, { cause });
    this.enrichment = enrichment;
  }
}

/** Enrichments with what they have opened. Each thread has one, and closes it in the end. */
export class OpenEnrichments {
  /** By function: an enrichment and the same one of another value share what they work with. */
  readonly #opened = new Map<unknown, Opened>();

  /** Opens what enrichments work with, where that has not been done. Throws `OpenFailure`. */
  async open(enrichments: readonly AnyEnrichment[]): Promise<void> {
    for (const enrichment of enrichments) {
      const { open, close, deriveAll } = enrichment;
      if (open === undefined || this.#opened.has(deriveAll)) continue;
      try {
        const resource: unknown = await open();
        // It takes what its own `open` gives.
        const end = close as ((resource: unknown) => void | Promise<void>) | undefined;
        this.#opened.set(deriveAll, { resource, close: async () => end?.(resource) });
      } catch (thrown) {
        throw new OpenFailure(enrichment.name, thrown);
      }
    }
  }

  /** What an enrichment that was opened works with. */
  resourceOf({ deriveAll }: AnyEnrichment): unknown {
    return this.#opened.get(deriveAll)?.resource;
  }

  /**
   * Derives from each of some inputs, as a batch where the enrichment knows batches. Throws `OpenFailure` alone: all else
   * that goes wrong is the outcome of its input. A batch that fails as a whole is tried one by one.
   */
  async derive(
    enrichment: AnyEnrichment,
    inputs: readonly unknown[],
    contexts: readonly DeriveContext[],
  ): Promise<Derivation[]> {
    await this.open([enrichment]);
    const resource = this.resourceOf(enrichment);
    const { deriveMany } = enrichment;
    if (deriveMany !== undefined && inputs.length > 1) {
      try {
        return (await deriveMany(inputs, contexts, resource)).map(toDerivation);
      } catch {
        // The guilty one is found below, and told.
      }
    }
    const all: Derivation[] = [];
    for (const [at, input] of inputs.entries()) {
      const context = contexts[at] ?? NO_CONTEXT;
      try {
        all.push(toDerivation(await enrichment.deriveAll(input, context, resource)));
      } catch (thrown) {
        all.push(toNone(thrown));
      }
    }
    return all;
  }

  /** Closes everything, the last opened first. What one throws does not keep the others open; the first is thrown on. */
  async close(): Promise<void> {
    const all = [...this.#opened.values()].reverse();
    this.#opened.clear();
    let failure: { readonly thrown: unknown } | undefined;
    for (const { close } of all) {
      try {
        await close();
      } catch (thrown) {
        failure ??= { thrown };
      }
    }
    if (failure !== undefined) throw failure.thrown;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

interface Opened {
  readonly resource: unknown;
  readonly close: () => Promise<void>;
}

const NO_CONTEXT = undefined as never; // there are as many contexts as inputs

function toDerivation(result: object): Derivation {
  return result instanceof Error ? toNone(result) : { kind: 'given', given: result };
}

function toNone(thrown: unknown): Derivation {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { kind: 'none', reason: thrown instanceof NoValue ? thrown.reason : 'failed', message };
}
