// Revisits are selected by the type and status of what they repeat, which their own index lines do not tell.
import type { CdxEntry } from '../../archive/archive.ts';
import { allOf, anyOf, compileWhere, not, type Where } from '../where/where.ts';
import type { CaptureBatch, CaptureOptions, CaptureSource } from './capture-source.ts';

/** How index lines write the type of a revisit. */
export const REVISIT_MIME = 'warc/revisit';

/**
 * A source that gives revisits too where what they repeat meets a condition on type or status. What a line says itself
 * still counts: `mime=warc/revisit` finds revisits. One whose original the source does not have at the same URL is
 * taken for what its line says.
 */
export function withResolvedRevisits(source: CaptureSource): CaptureSource {
  return {
    inputs: source.inputs,
    isSorted: source.isSorted,
    ...(source.part && { part: source.part }),
    explain: (where) => source.explain(where),
    captures: (where, options) =>
      where !== undefined && asksForContent(where)
        ? selectResolved(source, where, options)
        : source.captures(where, options),
    locate: (file) => source.locate(file),
    findOriginal: (target, signal) => source.findOriginal(target, signal),
    close: () => source.close(),
  };
}

async function* selectResolved(
  source: CaptureSource,
  where: Where,
  options: CaptureOptions = {},
): AsyncGenerator<CaptureBatch> {
  const isMet = compileWhere(where);
  const originals = new Originals(source, options.signal);
  for await (const batch of source.captures(relax(where, true), options)) {
    const captures: CdxEntry[] = [];
    for (const capture of batch.captures) {
      const original = isRevisit(capture) ? await originals.of(capture) : undefined;
      const resolved = original && withContentOf(capture, original);
      if (resolved === undefined ? isMet(capture) : meets(where, capture, resolved)) {
        captures.push(capture);
      }
      if (!isRevisit(capture)) originals.add(capture);
    }
    yield { ...batch, captures };
  }
}

/** What is known of the contents of one URL at a time: revisits of a URL stand together in sorted indexes. */
class Originals {
  readonly #source: CaptureSource;
  readonly #signal: AbortSignal | undefined;
  #surt: string | undefined;
  #isComplete = false;
  #byDigest = new Map<string, Content>();

  constructor(source: CaptureSource, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#signal = signal;
  }

  add({ surt, digest, mime, status }: CdxEntry): void {
    if (surt !== this.#surt) this.#start(surt);
    if (digest !== '' && this.#byDigest.size < MAX_CONTENTS && !this.#byDigest.has(digest)) {
      this.#byDigest.set(digest, { mime, status });
    }
  }

  /** The content that a revisit repeats; looked up once for each URL that has revisits of something not yet seen. */
  async of({ surt, digest }: CdxEntry): Promise<Content | undefined> {
    if (surt !== this.#surt) this.#start(surt);
    const known = this.#byDigest.get(digest);
    if (known !== undefined || this.#isComplete || digest === '') return known;
    this.#isComplete = true;
    const where: Where = { kind: 'text', field: 'surt', patterns: [[surt]] };
    for await (const { captures } of this.#source.captures(where, { signal: this.#signal })) {
      for (const capture of captures) if (!isRevisit(capture)) this.add(capture);
    }
    return this.#byDigest.get(digest);
  }

  #start(surt: string): void {
    this.#surt = surt;
    this.#isComplete = false;
    this.#byDigest = new Map();
  }
}

type Content = Pick<CdxEntry, 'mime' | 'status'>;

/** Contents of one URL that are remembered. */
const MAX_CONTENTS = 10_000;

function isRevisit({ mime }: CdxEntry): boolean {
  return mime === REVISIT_MIME;
}

function withContentOf(revisit: CdxEntry, { mime, status }: Content): CdxEntry {
  return { ...revisit, mime, status: revisit.status === 0 ? status : revisit.status };
}

/** Whether a condition is met where a type may be that of the line or of what it repeats. */
function meets(where: Where, own: CdxEntry, resolved: CdxEntry): boolean {
  switch (where.kind) {
    case 'and':
      return where.conditions.every((one) => meets(one, own, resolved));
    case 'or':
      return where.conditions.some((one) => meets(one, own, resolved));
    case 'not':
      return !meets(where.condition, own, resolved);
    default: {
      const test = compileWhere(where);
      return test(resolved) || (isAboutType(where) && test(own));
    }
  }
}

function isAboutType(where: Where): boolean {
  return where.kind === 'text' && where.field === 'mime';
}

function isAboutStatus(where: Where): boolean {
  return where.kind === 'count' && where.field === 'status';
}

/** Whether a condition says something of type or status. */
function asksForContent(where: Where): boolean {
  if (where.kind === 'and' || where.kind === 'or') return where.conditions.some(asksForContent);
  if (where.kind === 'not') return asksForContent(where.condition);
  return isAboutType(where) || isAboutStatus(where);
}

const IS_REVISIT: Where = { kind: 'text', field: 'mime', patterns: [[REVISIT_MIME]] };

/**
 * A condition that lines of revisits meet whenever what they repeat may meet the given one; for all other lines it is
 * the same. Inside a negation it is the other way round: met only where it is certain.
 */
function relax(where: Where, isPositive: boolean): Where {
  switch (where.kind) {
    case 'and':
      return allOf(where.conditions.map((one) => relax(one, isPositive)));
    case 'or':
      return anyOf(where.conditions.map((one) => relax(one, isPositive)));
    case 'not':
      return not(relax(where.condition, !isPositive));
    default:
      if (isPositive && (isAboutType(where) || isAboutStatus(where))) {
        return anyOf([where, IS_REVISIT]);
      }
      return isAboutStatus(where) ? allOf([where, not(IS_REVISIT)]) : where;
  }
}
