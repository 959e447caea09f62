// Server-sent events as they come out of the answer to a POST, which the browser's own reader of events cannot send.

/** One event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Longer than any event: a server that never ends one is given up. */
const MAX_PENDING = 5_000_000;

/** Reads events from pieces of text. What is not JSON is passed over. */
export async function* readEvents(
  pieces: AsyncIterable<string>,
): AsyncGenerator<ServerEvent, void> {
  let pending = '';
  for await (const piece of pieces) {
    pending += piece;
    if (pending.length > MAX_PENDING) return;
    for (let end = pending.indexOf('\n\n'); end >= 0; end = pending.indexOf('\n\n')) {
      const event = toEvent(pending.slice(0, end));
      pending = pending.slice(end + 2);
      if (event !== undefined) yield event;
    }
  }
}

/** The texts of a stream, for browsers whose streams are not iterable. */
export async function* iterateText(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.releaseLock();
  }
}

function toEvent(block: string): ServerEvent | undefined {
  let name = 'message';
  const lines: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    else if (line.startsWith('data:')) lines.push(line.slice(5).trimStart());
  }
  try {
    return { name, data: JSON.parse(lines.join('\n')) };
  } catch {
    return undefined; // a comment, or nothing
  }
}
