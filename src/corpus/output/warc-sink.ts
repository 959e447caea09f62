// WARC files of the selected records, copied as they are stored, with an index of where they stand now.
import { rm, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Capture, formatCdxLine, type Timestamp } from '../../archive/archive.ts';
import { indexPathOf } from '../../archive/write/warc-writer-output.ts';
import type { HeaderList } from '../../archive/write/warc-writer-record.ts';
import type { RecordView } from '../record-view.ts';
import type { CorpusLoss } from '../source/capture-source.ts';
import { GrowingFile, openPathOf } from './growing-file.ts';
import type { JsonValue } from './json-value.ts';
import type { OutputFile, Progress } from './sink.ts';
import {
  openOutput,
  type ResumableSink,
  type ResumeOptions,
  type SinkState,
  type UnfinishedOutput,
} from './unfinished-output.ts';
import { type ArchiveOpener, RecordCopier } from './warc-copy.ts';
import { findLoneRevisits, iterateLines, sortLines } from './warc-index.ts';
import { encodeWarcInfo } from './warc-info.ts';

/** How WARC files are written. */
export interface WarcSinkOptions extends ResumeOptions, ArchiveOpener {
  /** Called for records that could not be copied, and for revisits whose original was not selected. */
  readonly onLoss?: ((loss: CorpusLoss) => void) | undefined;
  /** Called with the stored bytes of each record that was read. */
  readonly onRead?: ((bytes: number) => void) | undefined;
  /**
   * A file that has reached this many bytes is followed by another: `x.warc.gz` becomes `x-00000.warc.gz`,
   * `x-00001.warc.gz` and so on. Default: one file, `x.warc.gz`.
   */
  readonly rotateBytes?: number | undefined;
  /** Program named in the first record of each file; `Pinakes` by default. */
  readonly software?: string | undefined;
  /** Further lines of the first record, such as `description`. */
  readonly info?: HeaderList | undefined;
}

/**
 * Opens WARC files: gzip members when the name ends in `.gz`, else plain. Members are copied byte by byte into `.gz`,
 * plain records into plain files; where the two differ, the record is the same and stored anew.
 */
export async function openWarcSink(path: string, options: WarcSinkOptions): Promise<ResumableSink> {
  const { rotateBytes, software = 'Pinakes', info = [] } = options;
  const partPath = (part: number) =>
    rotateBytes === undefined ? path : toPartPath(path, String(part).padStart(5, '0'));
  const linesPath = `${indexPathOf(path)}.lines`;
  const output = await openOutput(path, options, {
    formatKey: JSON.stringify(['warc 1', rotateBytes ?? 0, software, info]),
    nameFiles: (state) => [
      linesPath,
      ...Array.from({ length: Number(state) }, (_, part) => partPath(part)),
    ],
  });
  try {
    if (output.files.length === 0) {
      await removeOpenParts(partPath);
      output.files.push(await GrowingFile.create(linesPath));
    }
    return new WarcSink(output, partPath, options);
  } catch (thrown) {
    await output.abandon(undefined);
    throw thrown;
  }
}

function toPartPath(path: string, serial: string): string {
  return path.replace(/((?:\.warc)?(?:\.gz)?)$/i, `-${serial}$1`);
}

/** Removes what another run may have left: it had perhaps more parts than this one will have. */
async function removeOpenParts(partPath: (part: number) => string): Promise<void> {
  for (let part = 0; ; part++) {
    try {
      await unlink(openPathOf(partPath(part)));
    } catch {
      return; // there is none, and hence no later one
    }
  }
}

/** The time of a first record that no other follows. */
const NO_TIME = '19700101000000' as Timestamp; // 14 digits

class WarcSink implements ResumableSink {
  readonly resumed: Progress;
  readonly carried: JsonValue | undefined;
  readonly #output: UnfinishedOutput;
  readonly #partPath: (part: number) => string;
  readonly #options: WarcSinkOptions;
  readonly #copier: RecordCopier;
  readonly #isCompressed: boolean;
  #consumed: number;
  #written: number;
  #hasRevisits = false;
  #isWhole = true;

  constructor(
    output: UnfinishedOutput,
    partPath: (part: number) => string,
    options: WarcSinkOptions,
  ) {
    this.#output = output;
    this.#partPath = partPath;
    this.#options = options;
    this.#copier = new RecordCopier(options);
    this.#isCompressed = /\.gz$/i.test(output.path);
    this.resumed = output.resumed;
    this.carried = output.earlier?.carried;
    this.#consumed = this.resumed.consumed;
    this.#written = this.resumed.written;
    this.#hasRevisits = this.#written > 0; // perhaps; looking costs a sort and nothing else
  }

  get written(): number {
    return this.#written;
  }

  async write(records: readonly RecordView[], consumed: number): Promise<void> {
    if (!this.#isWhole) throw new Error('pinakes: this output has ended');
    // Until all records are taken there is nothing that could be gone on with.
    this.#isWhole = false;
    let lines = '';
    for (const { capture } of records) {
      const line = await this.#copy(capture);
      if (line === undefined) continue;
      lines += `${line}\n`;
      this.#written++;
    }
    await this.#lines.append(Buffer.from(lines));
    this.#consumed = consumed;
    this.#isWhole = true;
    if (this.#output.isDue) await this.#output.save(this.#state());
  }

  async finish(): Promise<readonly OutputFile[]> {
    if (!this.#isWhole) throw new Error('pinakes: this output has ended');
    this.#isWhole = false;
    const folder = dirname(this.#output.path);
    return this.#output.complete(async () => {
      await this.#copier.close();
      if (this.#parts.length === 0) await this.#startPart(NO_TIME);
      if (this.#hasRevisits) await this.#tellLoneRevisits(folder);
      const index = await GrowingFile.create(indexPathOf(this.#output.path));
      for await (const piece of sortLines(iterateLines(this.#lines.read()), folder)) {
        await index.append(piece);
      }
      const files: OutputFile[] = [];
      for (const file of [...this.#parts, index]) files.push(await file.finish());
      await this.#lines.close();
      await rm(openPathOf(this.#lines.path), { force: true });
      return files;
    });
  }

  async abort(): Promise<void> {
    const isWhole = this.#isWhole;
    this.#isWhole = false;
    await this.#copier.close();
    await this.#output.abandon(isWhole ? this.#state() : undefined);
  }

  get #lines(): GrowingFile {
    const [lines] = this.#output.files;
    if (lines === undefined) throw new Error('pinakes: a WARC output begins with its lines');
    return lines;
  }

  get #parts(): readonly GrowingFile[] {
    return this.#output.files.slice(1);
  }

  /** Copies a record and gives its index line; `undefined` when it could not be copied. */
  async #copy(capture: Capture): Promise<string | undefined> {
    const part = await this.#partFor(capture.time);
    const mark = part.mark();
    const result = await this.#copier.copy(capture, {
      isCompressed: this.#isCompressed,
      append: (piece) => part.append(piece),
    });
    if (result.kind === 'refused') {
      await part.rewind(mark);
      this.#tell(capture, `not copied: ${result.reason}`);
      return undefined;
    }
    this.#options.onRead?.(result.read);
    this.#hasRevisits ||= capture.mime === 'warc/revisit';
    const place = { file: basename(part.path), offset: mark.bytes, length: result.length };
    return formatCdxLine({ ...capture, ...place }, 'cdxj');
  }

  async #partFor(time: Timestamp): Promise<GrowingFile> {
    const last = this.#parts.at(-1);
    const isFull = (last?.bytes ?? 0) >= (this.#options.rotateBytes ?? Number.POSITIVE_INFINITY);
    return last === undefined || isFull ? this.#startPart(time) : last;
  }

  async #startPart(time: Timestamp): Promise<GrowingFile> {
    const { software = 'Pinakes', info = [], runKey } = this.#options;
    const part = await GrowingFile.create(this.#partPath(this.#parts.length));
    this.#output.files.push(part);
    const fileName = basename(part.path);
    const fields: HeaderList = [
      ['software', software],
      ['format', 'WARC File Format 1.1'],
      ...info,
    ];
    const record = { fileName, time, runKey, fields };
    await part.append(await encodeWarcInfo(record, this.#isCompressed));
    return part;
  }

  async #tellLoneRevisits(folder: string): Promise<void> {
    for await (const capture of findLoneRevisits(iterateLines(this.#lines.read()), folder)) {
      this.#tell(capture, 'a revisit, copied without its original, which is not in the selection');
    }
  }

  #state(): SinkState {
    return {
      consumed: this.#consumed,
      written: this.#written,
      state: this.#parts.length,
      pending: new Uint8Array(0),
    };
  }

  #tell(capture: Capture, reason: string): void {
    this.#options.onLoss?.({
      kind: 'record',
      file: capture.file,
      place: capture.offset,
      url: capture.url,
      reason,
    });
  }
}
