// Entries of the capture index as lines, compact enough to send between threads.
import type { Capture, Timestamp } from '../model/capture.ts';

/** A line as JSON: all of an entry but its file, which is the same for a whole message. */
type CaptureLine = readonly [
  surt: string,
  time: string,
  url: string,
  mime: string,
  status: number,
  digest: string,
  offset: number,
  length: number,
];

/** Writes entries as lines of JSON arrays. The bytes have memory of their own and can be handed over. */
export function toCaptureLines(captures: readonly Capture[]): Uint8Array<ArrayBuffer> {
  let text = '';
  for (const { surt, time, url, mime, status, digest, offset, length } of captures) {
    const line: CaptureLine = [surt, time, url, mime, status, digest, offset, length];
    text += `${JSON.stringify(line)}\n`;
  }
  return new TextEncoder().encode(text);
}

/** Reads what `toCaptureLines` wrote; `file` is the name of the archive. */
export function fromCaptureLines(lines: Uint8Array, file: string): Capture[] {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString('utf8');
  const captures: Capture[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const fields = JSON.parse(line) as CaptureLine; // written above
    const [surt, time, url, mime, status, digest, offset, length] = fields;
    const when = time as Timestamp; // was one when it was written
    captures.push({ surt, time: when, url, mime, status, digest, file, offset, length });
  }
  return captures;
}
