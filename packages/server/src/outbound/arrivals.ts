import type { Socket } from 'node:net';

const HEADERS_END = '\r\n\r\n';
const INTERIM = /^HTTP\/1\.[01] 1\d\d/;

/**
 * Counts what comes over a connection, so that bytes behind the end of an answer are seen: the reader of HTTP leaves them where
 * they are. Not over HTTP/2, whose frames cannot be longer than they say.
 */
export class Arrivals {
  #socket: Socket | null = null;
  /** Bytes of the connection before the body of the answer that is being read; null = its headers have not ended. */
  #before: number | null = null;
  #begun = 0;

  watch(socket: Socket): void {
    if (Reflect.get(socket, 'alpnProtocol') === 'h2') return;
    this.#socket = socket;
    this.#listen(socket);
  }

  /** A further request on the same connection. */
  next(): void {
    if (this.#socket === null || this.#socket.destroyed) return;
    this.#begun = this.#socket.bytesRead;
    this.#listen(this.#socket);
  }

  /** Bytes that came behind the headers of the answer, so far; null = not counted. */
  get body(): number | null {
    if (this.#socket === null || this.#before === null) return null;
    return this.#socket.bytesRead - this.#before;
  }

  #listen(socket: Socket): void {
    let head = '';
    this.#before = null;
    const look = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      let from = 0;
      for (;;) {
        const end = head.indexOf(HEADERS_END, from);
        if (end < 0) return;
        const isInterim = INTERIM.test(head.slice(from, from + 12));
        from = end + HEADERS_END.length;
        if (!isInterim) break;
      }
      socket.off('data', look);
      this.#before = this.#begun + from;
    };
    socket.on('data', look);
  }
}
