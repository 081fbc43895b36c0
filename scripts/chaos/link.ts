import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';

/** The line between two processes: it can be cut, slowed, drip and fall silent, and leads to wherever the other listens now. */
export class Link {
  /** Port of the far side; null = nobody there. */
  target: number | null = null;
  cut = false;
  /** ms each piece is held back. */
  delay = 0;
  /** Bytes that pass at a time, a moment between them; 0 = as they come. */
  drip = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #deaf = new Set<Socket>();
  #silent = false;

  constructor() {
    this.#server = createServer((near) => this.#join(near));
  }

  /** Answers the port it listens on. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The link has no port');
    return address.port;
  }

  /** What is sent now arrives nowhere; when the silence ends, the connections that lost something break. */
  set silent(value: boolean) {
    this.#silent = value;
    if (value) return;
    for (const socket of this.#deaf) socket.resetAndDestroy();
    this.#deaf.clear();
  }

  #join(near: Socket): void {
    if (this.cut || this.target === null) {
      near.destroy();
      return;
    }
    const far = connect(this.target, '127.0.0.1');
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      pipeline(from, (pieces) => this.#carried(pieces, from), to).catch(() => {
        near.destroy();
        far.destroy();
      });
  }

  async *#carried(pieces: AsyncIterable<Buffer>, from: Socket): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      if (this.delay > 0) await setTimeout(this.delay);
      if (this.#silent || this.#deaf.has(from)) this.#deaf.add(from);
      else yield* this.#drops(piece);
    }
  }

  async *#drops(piece: Buffer): AsyncGenerator<Buffer> {
    let at = 0;
    while (this.drip > 0 && at < piece.length) {
      yield piece.subarray(at, at + this.drip);
      at += this.drip;
      await setTimeout(1);
    }
    if (at < piece.length) yield piece.subarray(at);
  }

  /** Breaks every connection at once, in the middle of whatever it carries. */
  break(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.break();
    this.#server.close();
  }
}
