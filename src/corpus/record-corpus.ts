// Data sets of records: what `Dataset` can do, and what only records allow.
import type { Timestamp } from '../model/capture.ts';
import {
  type AnyEnrichment,
  defineEnrichment,
  type Field,
  type GivenBy,
  type JoinPath,
} from '../model/enrichment.ts';
import { assertPlainData, type Settings } from '../model/producer.ts';
import { parseTimestamp } from '../model/timestamp.ts';
import { PinakesError } from '../support/errors.ts';
import { type CorpusContext, Dataset } from './dataset.ts';
import { type Explanation, explainStep } from './explain.ts';
import { type EnrichPlan, extendPlan } from './plan.ts';
import type { CorpusRecord } from './record.ts';
import { type SaveOptions, type SaveReport, saveRecords } from './save.ts';
import type { CaptureSource } from './source/capture-source.ts';
import type { SortKey } from './spill.ts';
import { type Step, toText } from './step.ts';
import { cacheStep } from './steps/cache-step.ts';
import { enrichStep, filterStep, parametersStep, withFunction } from './steps/item-steps.ts';
import { distinctStep, type SortOptions, sortStep } from './steps/key-steps.ts';
import { limitStep, sampleStep, unionStep } from './steps/part-steps.ts';
import { type Choice, perUrlStep } from './steps/per-url-step.ts';
import { narrow, sourceStep } from './steps/source-step.ts';
import { lookInside, parseValueFilter, type ValueFilter } from './value-filter.ts';
import { matchesWhere, parseWhere, printWhere, type Where } from './where/where.ts';

type Both<First extends object, Second> = First & Second;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * A data set of records. `Shape` tells which values they have been enriched with, by path: a wrong path in `get` does
 * not compile.
 */
export class Corpus<Shape extends object = object> extends Dataset<CorpusRecord<Shape>> {
  /** @internal */
  /** @internal */
  declare readonly step: Step<CorpusRecord<Shape>>;

  override filter(isKept: (record: CorpusRecord<Shape>) => boolean): Corpus<Shape> {
    return this.#next(withFunction(filterStep(this.step, isKept, `filter ${toText(isKept)}`)));
  }

  /**
   * Captures that meet a condition such as `mime=text/html status=200 time=2011..2012 host=*.example.org`
   * (docs/where.md). It is moved in front of enrichments and filters, where the index answers it.
   */
  where(condition: string | Where): Corpus<Shape> {
    const where = typeof condition === 'string' ? parseWhere(condition) : condition;
    const narrowed = narrow(this.step, where);
    if (narrowed !== undefined) return this.#next(narrowed);
    const isMet = ({ capture }: CorpusRecord) => matchesWhere(where, capture);
    return this.#next(filterStep(this.step, isMet, `where ${printWhere(where)}`));
  }

  /**
   * Declares what the functions of this data set depend on besides records: a word from the command line, a threshold.
   * It becomes part of the manifest and of what tells runs apart. A run with functions (`filter`, `distinct`, `sortBy`,
   * `mapEnrich`, enrichments without a version) goes on after an interruption only where this was called, `{}` for
   * functions that depend on nothing: else it starts anew.
   */
  parameters(values: Settings): Corpus<Shape> {
    return this.#next(parametersStep(this.step, assertPlainData(values)));
  }

  /** Records with further values. They are derived when somebody looks at them, each once; what they need stays hidden. */
  enrich<const Enrichments extends readonly AnyEnrichment[]>(
    ...enrichments: Enrichments
  ): Corpus<Both<Shape, Merged<GivenBy<Enrichments[number]>>>> {
    let step: Step<CorpusRecord> = this.step;
    for (const enrichment of enrichments) {
      const source = enrichment.needs.path === '' ? '' : ` of ${enrichment.needs.path}`;
      step = enrichStep(
        step,
        extendPlan(step.plan, enrichment),
        `enrich ${enrichment.name}${source}`,
      );
    }
    return new Corpus(step as Step<never>, this.context); // the shape is known to the compiler alone
  }

  /** Records with a value that a function derives from another one, under a name of its own. */
  mapEnrich<Path extends keyof Shape & string, const Name extends string, Result>(
    source: Path,
    name: Name,
    work: (value: Exclude<Shape[Path], undefined>) => Result,
  ): Corpus<Both<Shape, { readonly [Key in JoinPath<Path, Name>]: Awaited<Result> | undefined }>>;
  mapEnrich<Path extends string, Value, const Name extends string, Result>(
    source: Field<Path, Value>,
    name: Name,
    work: (value: Value) => Result,
  ): Corpus<Both<Shape, { readonly [Key in JoinPath<Path, Name>]: Awaited<Result> | undefined }>>;
  mapEnrich(
    source: string | Field<string, unknown>,
    name: string,
    work: (value: never) => unknown,
  ): Corpus<never> {
    const needs = typeof source === 'string' ? fieldAt(this.step.plan, source) : source;
    const derive = work as (value: unknown) => unknown; // its type was checked by the overloads
    const enrichment = defineEnrichment({ name, needs, gives: name, derive });
    const plan = extendPlan(this.step.plan, enrichment);
    const text = `mapEnrich ${needs.path} ${name} ${toText(work)}`;
    return new Corpus(enrichStep(this.step, plan, text) as Step<never>, this.context);
  }

  /** Records that have a value; from here on the compiler knows that it is there. */
  filterExists<Path extends keyof Shape & string>(
    path: Path | Field<Path, unknown>,
  ): Corpus<Both<Omit<Shape, Path>, { readonly [Key in Path]: Exclude<Shape[Path], undefined> }>> {
    const name = typeof path === 'string' ? path : path.path;
    const hasIt = (record: CorpusRecord<Shape>) => record.get(path) !== undefined;
    const step = filterStep(this.step, hasIt, `filterExists ${name}`);
    return new Corpus(step as unknown as Step<never>, this.context);
  }

  /**
   * Records whose derived value meets a condition such as `html.language=pt` or `image.size.width>=300`, as on the
   * command line; the value is derived, and part of the output. A run with it goes on after an interruption.
   */
  filterValue(condition: string | ValueFilter): Corpus<Shape> {
    const filter = typeof condition === 'string' ? parseValueFilter(condition) : condition;
    const { enrichment, path, inside, isMet, text } = filter;
    const enriched: Corpus = this.enrich(enrichment) as Corpus;
    const has = (record: CorpusRecord) => isMet(lookInside(record.get(path as never), inside)); // its plan has the path
    return new Corpus(
      filterStep(enriched.step, has, `filter ${text}`) as Step<never>,
      this.context,
    );
  }

  /** Leaves out records for which something could not be derived. */
  filterFailed(): Corpus<Shape> {
    return this.#next(
      filterStep(this.step, ({ failures }) => failures.length === 0, 'filterFailed'),
    );
  }

  /** Only records for which something could not be derived. */
  onlyFailed(): Corpus<Shape> {
    return this.#next(filterStep(this.step, ({ failures }) => failures.length > 0, 'onlyFailed'));
  }

  /** The latest of the captures of each URL (by SURT), in the order of SURTs. */
  latestPerUrl(): Corpus<Shape> {
    return this.#perUrl({ kind: 'latest' }, 'latestPerUrl');
  }

  /** The earliest of the captures of each URL. */
  earliestPerUrl(): Corpus<Shape> {
    return this.#perUrl({ kind: 'earliest' }, 'earliestPerUrl');
  }

  /** The capture of each URL nearest to a time (1 to 14 digits, or ISO); of two at the same distance the earlier. */
  nearestPerUrl(time: string): Corpus<Shape> {
    return this.#perUrl({ kind: 'nearest', time: toTime(time) }, `nearestPerUrl ${time}`);
  }

  override distinct(keyOf: (record: CorpusRecord<Shape>) => SortKey): Corpus<Shape> {
    return this.#next(withFunction(distinctStep(this.step, keyOf, `distinct ${toText(keyOf)}`)));
  }

  override sortBy(
    keyOf: (record: CorpusRecord<Shape>) => SortKey,
    options: SortOptions = {},
  ): Corpus<Shape> {
    const order = options.descending === true ? ' descending' : '';
    const step = sortStep(this.step, keyOf, options, `sortBy ${toText(keyOf)}${order}`);
    return this.#next(withFunction(step));
  }

  override sample(count: number, seed: number): Corpus<Shape> {
    return this.#next(sampleStep(this.step, count, seed));
  }

  override limit(count: number): Corpus<Shape> {
    return this.#next(limitStep(this.step, count));
  }

  /** These records, then those of another data set; each has what either was enriched with. */
  override union(other: Dataset<CorpusRecord<Shape>>): Corpus<Shape> {
    const step = unionStep(this.step, other.step);
    return new Corpus(step as Step<CorpusRecord<Shape>>, this.context);
  }

  override cache(): Corpus<Shape> {
    return this.#next(cacheStep(this.step, (file) => this.context.caches.add(file)));
  }

  /**
   * Writes all records to a file, with a manifest beside it. The name tells the format: `.json`, `.jsonl`, `.csv`,
   * `.tsv`, `.parquet`, `.warc`, `.cdx`, `.cdxj`, most of them also with `.gz`. A run that was killed goes on where it
   * was when it is started again, if what its functions depend on was declared (`parameters`).
   */
  save(path: string, options: SaveOptions = {}): Promise<SaveReport> {
    return saveRecords(this.step, path, { ...options, ...this.context.options });
  }

  /** `save` under the name it has in ArchiveSpark. */
  saveAsJson(path: string): Promise<SaveReport> {
    return this.save(path);
  }

  /** What the index answers, what opens archives, and how much that would read. Reads the index, no archive. */
  explain(): Promise<Explanation> {
    return explainStep(this.step, this.context.options);
  }

  #perUrl(choice: Choice, text: string): Corpus<Shape> {
    const step = perUrlStep(this.step, choice, text);
    return new Corpus(step as Step<CorpusRecord<Shape>>, this.context);
  }

  #next(step: Step<CorpusRecord<Shape>>): Corpus<Shape> {
    return new Corpus(step, this.context);
  }
}

/** The corpus that `openCorpus` gives: all captures, and the files that are open for them. */
export class OpenCorpus extends Corpus {
  readonly #source: CaptureSource;

  /** @internal use `openCorpus` */
  constructor(source: CaptureSource, context: CorpusContext) {
    super(sourceStep(source), context);
    this.#source = source;
  }

  /** Closes files and removes temporary ones. No data set made from this one can be read after that. */
  async close(): Promise<void> {
    for (const cache of this.context.caches) cache.close();
    await this.#source.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function fieldAt({ givers }: EnrichPlan, path: string): Field<string, unknown> {
  const giver = givers.get(path);
  if (giver === undefined)
    throw new Error(`pinakes: nobody gives \`${path}\`: enrich with it before`);
  return { path, giver };
}

function toTime(text: string): Timestamp {
  const digits = /^\d{1,13}$/.test(text) ? text.padEnd(4, '0') : text;
  const time = parseTimestamp(
    /^\d{4,13}$/.test(digits) ? digits + EARLIEST.slice(digits.length) : digits,
  );
  if (time !== undefined) return time;
  throw new PinakesError('USAGE', { command: 'corpus', detail: `\`${text}\` is no time.` });
}

const EARLIEST = '00000101000000';
