// Captures as a Wayback replays them, for servers whose archives cannot be read: one request at a time, with pauses.
import {
  ArchiveReader,
  type ArchiveRecord,
  type CdxEntry,
  memorySource,
  parseTimestamp,
  toIsoTime,
  toTimestamp,
} from '../../archive/archive.ts';
import { publicName } from '../../archive/source/http-source.ts';
import {
  type Answer,
  headerOf,
  openGetter,
  PassingFault,
  remoteFailed,
} from '../../archive/source/http-source-request.ts';
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { limitsOf, Pause, type PoliteOptions, toTarget, USER_AGENT } from './server-requests.ts';

/** Original fields, where a replay has fields of its own beside them. */
const ORIGINAL = 'x-archive-orig-';

/** Fields that are about the way from the replay to us, or that a record of a whole body has no use for. */
const OF_THE_WAY = new Set(['transfer-encoding', 'connection', 'keep-alive', 'content-length']);

/** Asks the replay of a Wayback for captures as they were archived. */
export class ReplayRequests {
  readonly #template: string;
  readonly #options: PoliteOptions;
  readonly #pause: Pause;

  /** `template` is an address with `{time}` and `{url}`, such as `https://host/web/{time}id_/{url}`. Throws `USAGE`. */
  constructor(template: string, options: PoliteOptions) {
    const isAddress = /^https?:$/.test(parseUrl(template)?.protocol ?? '');
    if (!isAddress || !template.includes('{time}') || !template.includes('{url}')) {
      const detail = `the replay ${publicName(template)} must be an http(s) address with {time} and {url}, such as https://host/web/{time}id_/{url}`;
      throw new PinakesError('USAGE', { detail, command: 'corpus' });
    }
    this.#template = template;
    this.#options = options;
    this.#pause = new Pause(options.pauseMs);
  }

  /** The address without credentials. */
  get name(): string {
    return publicName(this.#template);
  }

  /**
   * A capture as a response record; a body is read up to a little more than `maxBytes`. Throws `REMOTE_FAILED` for what is
   * not that capture: replays answer with the nearest one they have.
   */
  async load(
    { url, time }: Pick<CdxEntry, 'url' | 'time'>,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<ArchiveRecord> {
    const address = this.#template.replaceAll('{time}', time).replaceAll('{url}', () => url);
    const target = {
      ...toTarget(new URL(address), publicName(address)),
      // A capture of an error or a redirect is replayed as one.
      isFinal: (answer: Answer) => headerOf(answer, 'memento-datetime') !== '',
    };
    const getter = openGetter(target, { ...limitsOf(this.#options), ...(signal && { signal }) });
    await this.#pause.wait(signal);
    try {
      return await getter.get({ 'user-agent': USER_AGENT }, async (answer) => {
        const given = mementoTime(answer);
        if (given === undefined) {
          throw remoteFailed(target, `HTTP ${answer.statusCode} without a Memento-Datetime`);
        }
        if (given !== time) throw remoteFailed(target, `it gave the capture of ${given} instead`);
        return toRecord({ url, time }, answer, await readBody(answer, maxBytes));
      });
    } finally {
      getter.close();
      this.#pause.start();
    }
  }
}

function mementoTime(answer: Answer): string | undefined {
  const millis = Date.parse(headerOf(answer, 'memento-datetime').slice(0, 60));
  return Number.isNaN(millis) ? undefined : parseTimestamp(toTimestamp(new Date(millis)));
}

async function readBody(answer: Answer, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes) return Buffer.concat(pieces);
  }
  const expected = headerOf(answer, 'content-length');
  if (expected !== '' && Number(expected) !== bytes) {
    throw new PassingFault(`${bytes} of ${expected} bytes came`);
  }
  return Buffer.concat(pieces);
}

/** The answer as the record that an archive would hold, so that codings and limits are those of archives. */
function toRecord(
  { url, time }: Pick<CdxEntry, 'url' | 'time'>,
  answer: Answer,
  body: Buffer,
): ArchiveRecord {
  const fields = originalFields(answer).map(([name, value]) => `${name}: ${value}\r\n`);
  const http = `HTTP/1.1 ${answer.statusCode}\r\n${fields.join('')}\r\n`;
  const block = Buffer.concat([Buffer.from(http, 'latin1'), body]);
  const header = [
    'WARC/1.1',
    'WARC-Type: response',
    `WARC-Target-URI: ${url.replace(/[\r\n]/g, '')}`,
    `WARC-Date: ${toIsoTime(time)}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${block.length}`,
  ];
  const bytes = Buffer.concat([Buffer.from(`${header.join('\r\n')}\r\n\r\n`), block]);
  for (const record of new ArchiveReader(memorySource(bytes, url))) return record;
  throw new Error('pinakes: a record that was just made cannot be read');
}

/** The fields that were archived; how the body is coded is told by the answer itself. */
function originalFields({ headers }: Answer): [name: string, value: string][] {
  const all = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const kept = all.filter(([name]) => name.startsWith(ORIGINAL));
  const original = kept.map(([name, value]): [string, string] => [
    name.slice(ORIGINAL.length),
    value,
  ]);
  const isOfTheWay = ([name]: [string, string]) => OF_THE_WAY.has(name);
  if (original.length === 0) return all.filter((field) => !isOfTheWay(field));
  const coding = all.filter(([name]) => name === 'content-encoding');
  const isPlain = (field: [string, string]) =>
    !isOfTheWay(field) && field[0] !== 'content-encoding';
  return [...original.filter(isPlain), ...coding];
}
