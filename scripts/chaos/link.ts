import { connect, createServer, type Server, type Socket } from 'node:net';

/** The line between ingestor and platform: it can be cut and slowed, and it leads to wherever the platform listens now. */
export class Link {
  /** Port of the platform; null = nobody there. */
  target: number | null = null;
  cut = false;
  /** ms each piece is held back. */
  delay = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

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

  #join(near: Socket): void {
    if (this.cut || this.target === null) {
      near.destroy();
      return;
    }
    const far = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (piece) => {
        if (this.delay === 0) to.write(piece);
        else setTimeout(() => to.writable && to.write(piece), this.delay);
      });
      from.on('end', () => setTimeout(() => to.end(), this.delay));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        setTimeout(() => to.destroy(), this.delay);
      });
    }
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
