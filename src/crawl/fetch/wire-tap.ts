// Listens to a connection, so that archives hold the very bytes that were sent and received.
import type { Socket } from 'node:net';
import { serverAddressOf } from './connector.ts';

/** The bytes of one exchange at a time on one connection. */
export class WireTap {
  #sent: Buffer[] = [];
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #socket: Socket | undefined;

  /** Bytes received since `start`. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Address of the server; `''` when there is no connection. */
  get remoteAddress(): string {
    return this.#socket === undefined ? '' : serverAddressOf(this.#socket);
  }

  /** Starts a new exchange. */
  start(): void {
    this.#sent = [];
    this.#received = [];
    this.#receivedBytes = 0;
  }

  /** Listens to a connection. Whoever reads it must do so by `read`, as undici does. */
  attach(socket: Socket): void {
    this.#socket = socket;
    const read = socket.read;
    const write = socket.write;
    socket.read = (size) => {
      const chunk: unknown = read.call(socket, size);
      if (Buffer.isBuffer(chunk)) {
        this.#received.push(chunk);
        this.#receivedBytes += chunk.length;
      }
      return chunk;
    };
    // The overloads of `write` differ in where the encoding stands; here it is always the second one.
    socket.write = ((data: string | Uint8Array, ...rest: unknown[]) => {
      const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : 'utf8';
      this.#sent.push(typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data));
      return Reflect.apply(write, socket, [data, ...rest]);
    }) as Socket['write'];
  }

  /** What was sent since `start`. */
  sent(): Buffer {
    return Buffer.concat(this.#sent);
  }

  /** What was received since `start`. */
  received(): Buffer {
    const [only] = this.#received;
    if (this.#received.length === 1 && only !== undefined) return only;
    const joined = Buffer.concat(this.#received);
    this.#received = [joined];
    return joined;
  }
}
