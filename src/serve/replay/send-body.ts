// Sends a body as it is, or the part of it that is asked for: out of memory, or out of its archive while it is read.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ArchiveRecord } from '../../archive/archive.ts';
import type { Replay } from './answer-lists.ts';
import { choosePart } from './byte-range.ts';
import type { ArchivedBody } from './load-body.ts';

/** Work goes on for so long before others get their turn. */
const TURN_MS = 10;

/**
 * What the reply sends for a body: bytes, or a stream that ends with the reply. Sets the headers of a part where one
 * is asked for. Throws `archive-missing` where the archive has gone meanwhile.
 */
export async function toPayload(replay: Replay, body: ArchivedBody): Promise<Buffer | Readable> {
  const { request, reply, pool } = replay;
  if (body.kind === 'held') {
    const { from, to } = choosePart(request, reply, body.bytes.length);
    return body.bytes.subarray(from, to);
  }
  const { sizeBytes, place } = body;
  const part = sizeBytes === undefined ? undefined : choosePart(request, reply, sizeBytes);
  if (part !== undefined) void reply.header('content-length', part.to - part.from);
  if (request.method === 'HEAD' || part?.to === 0) return Readable.from([]);
  const { record, close } = await pool.open(place);
  const stream = Readable.from(partsOf(record, part), { objectMode: false });
  // Whoever reads the stream is told of errors; here they would only end the process.
  stream.on('error', () => {});
  stream.once('close', close);
  const { raw } = reply;
  raw.once('close', () => stream.destroy());
  if (raw.destroyed) stream.destroy();
  return stream;
}

/** The bytes of a body between two places; all where none are given. Throws when it ends before them. */
async function* partsOf(
  record: ArchiveRecord,
  part: { readonly from: number; readonly to: number } | undefined,
): AsyncGenerator<Buffer> {
  const { from, to } = part ?? { from: 0, to: Number.POSITIVE_INFINITY };
  let at = 0;
  let turn = performance.now();
  for await (const bytes of record.iterateBody()) {
    const wanted = bytes.subarray(Math.max(0, from - at), Math.max(0, to - at));
    at += bytes.length;
    if (wanted.length > 0) yield wanted;
    if (at >= to) return;
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  // The client was told how much would come: only a connection that breaks off tells it otherwise.
  if (part !== undefined) throw new Error('The archived body is shorter than its record says.');
}
