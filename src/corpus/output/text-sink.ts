// Outputs of text, one record after the other, plain or gzip: the part that all of them share.
import type { RecordView } from '../record-view.ts';
import { GrowingFile } from './growing-file.ts';
import { compressMember } from './gzip-bytes.ts';
import type { JsonValue } from './json-value.ts';
import type { OutputFile, Progress } from './sink.ts';
import {
  openOutput,
  type ResumableSink,
  type ResumeOptions,
  type SinkState,
  type UnfinishedOutput,
} from './unfinished-output.ts';

/** How records become text. Nothing but the record and its number may matter, so that any run writes the same. */
export interface TextFormat {
  /** Tells this format, with all its settings, from others. */
  readonly key: string;
  /** What stands before the first record. */
  readonly head: string;
  /** A record with its line end; `index` counts the records before it. */
  encode(record: RecordView, index: number): string;
  /** What stands behind the last record. */
  tail(written: number): string;
}

/** Settings of text outputs. */
export interface TextSinkOptions extends ResumeOptions {
  /** Records that are compressed together, or written at once; default 1000. */
  readonly chunkRecords?: number | undefined;
}

/**
 * Opens an output of text; it is compressed when its name ends in `.gz`. What is compressed together is decided by
 * records alone (their number and length), never by time or by how they come: so a run that was killed and gone on with
 * gives the same bytes as one that was not.
 */
export async function openTextSink(
  path: string,
  format: TextFormat,
  options: TextSinkOptions,
): Promise<ResumableSink> {
  const chunkRecords = options.chunkRecords ?? CHUNK_RECORDS;
  const output = await openOutput(path, options, {
    formatKey: JSON.stringify([format.key, chunkRecords, /\.gz$/i.test(path)]),
    nameFiles: () => [path],
  });
  try {
    if (output.files.length === 0) output.files.push(await GrowingFile.create(path));
    return new TextSink(output, format, chunkRecords);
  } catch (thrown) {
    await output.abandon(undefined);
    throw thrown;
  }
}

const CHUNK_RECORDS = 1000;
/** Longer chunks are cut: they are held in memory, and are part of each checkpoint. UTF-16 units. */
const CHUNK_UNITS = 1 << 20;

class TextSink implements ResumableSink {
  readonly resumed: Progress;
  readonly carried: JsonValue | undefined;
  readonly #output: UnfinishedOutput;
  readonly #format: TextFormat;
  readonly #chunkRecords: number;
  readonly #isCompressed: boolean;
  #consumed: number;
  #written: number;
  #chunk: string[] = [];
  #recordsInChunk = 0;
  #unitsInChunk = 0;
  /** The chunk that is being compressed and written while the next one is gathered. */
  #flushing: Promise<void> = Promise.resolve();
  #isWhole = true;

  constructor(output: UnfinishedOutput, format: TextFormat, chunkRecords: number) {
    this.#output = output;
    this.#format = format;
    this.#chunkRecords = chunkRecords;
    this.#isCompressed = /\.gz$/i.test(output.path);
    this.resumed = output.resumed;
    this.#consumed = this.resumed.consumed;
    this.#written = this.resumed.written;
    const { earlier } = output;
    this.carried = earlier?.carried;
    this.#add(earlier === undefined ? format.head : Buffer.from(earlier.pending).toString('utf8'));
    this.#recordsInChunk = typeof earlier?.state === 'number' ? earlier.state : 0;
  }

  get written(): number {
    return this.#written;
  }

  async write(records: readonly RecordView[], consumed: number): Promise<void> {
    if (!this.#isWhole) throw new Error('pinakes: this output has ended');
    // Until all records are taken there is nothing that could be gone on with.
    this.#isWhole = false;
    for (const record of records) {
      this.#add(this.#format.encode(record, this.#written));
      this.#written++;
      this.#recordsInChunk++;
      if (this.#recordsInChunk >= this.#chunkRecords || this.#unitsInChunk >= CHUNK_UNITS) {
        await this.#flush();
      }
    }
    this.#consumed = consumed;
    this.#isWhole = true;
    if (this.#output.isDue) await this.#save();
  }

  async finish(): Promise<readonly OutputFile[]> {
    if (!this.#isWhole) throw new Error('pinakes: this output has ended');
    this.#isWhole = false;
    return this.#output.complete(async () => {
      this.#add(this.#format.tail(this.#written));
      await this.#flush();
      await this.#flushing;
      const files: OutputFile[] = [];
      for (const file of this.#output.files) files.push(await file.finish());
      return files;
    });
  }

  async abort(): Promise<void> {
    const isWhole = this.#isWhole;
    this.#isWhole = false;
    // What failed was told to whoever wrote; nothing of it is in a checkpoint.
    const isFlushed = await this.#flushing.then(
      () => true,
      () => false,
    );
    await this.#output.abandon(isWhole && isFlushed ? this.#state() : undefined);
  }

  #add(text: string): void {
    if (text === '') return;
    this.#chunk.push(text);
    this.#unitsInChunk += text.length;
  }

  async #save(): Promise<void> {
    await this.#flushing;
    await this.#output.save(this.#state());
  }

  #state(): SinkState {
    return {
      consumed: this.#consumed,
      written: this.#written,
      state: this.#recordsInChunk,
      pending: Buffer.from(this.#chunk.join('')),
    };
  }

  async #flush(): Promise<void> {
    await this.#flushing;
    const [file] = this.#output.files;
    if (file === undefined) throw new Error('pinakes: a text output has one file');
    const bytes = Buffer.from(this.#chunk.join(''));
    this.#chunk = [];
    this.#recordsInChunk = 0;
    this.#unitsInChunk = 0;
    // Of nothing at all a compressed file is still one empty member: an empty file is no gzip file.
    if (bytes.length === 0 && file.bytes > 0) return;
    const encoding = this.#isCompressed ? compressMember(bytes) : Promise.resolve(bytes);
    this.#flushing = encoding.then((encoded) => file.append(encoded));
    this.#flushing.catch(() => {}); // thrown where it is waited for
  }
}
