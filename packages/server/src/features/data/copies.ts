import { type CountedFile, ROWS_TOGETHER } from '@datasarana/engine';
import type { ScanSink } from '@datasarana/sources/node';
import type { Sinks } from './read-as.ts';

/**
 * Writes each block to the spool and, when there is one, to the stream: one pass over the body. A block is written while
 * the next one is scanned; `flush` waits for the last.
 */
export class Copies implements ScanSink {
  readonly rowsTogether = ROWS_TOGETHER;
  readonly #spare: Buffer[] = [];
  readonly #sinks: Sinks;
  readonly #look: (block: Buffer, full: CountedFile | null) => void;
  #writing: Promise<void> = Promise.resolve();

  /** `look` sees each block, and the file of the spool before it when that is full. */
  constructor(sinks: Sinks, look: (block: Buffer, full: CountedFile | null) => void = () => {}) {
    this.#sinks = sinks;
    this.#look = look;
  }

  async write(block: Buffer, rows: number): Promise<void> {
    await this.#writing;
    this.#writing = this.#copy(block, rows);
    this.#writing.catch(() => {});
  }

  /** One that was written already, when there is one: V8 looks through its whole heap each time so many bytes were made anew. */
  room(bytes: number): Buffer | undefined {
    const at = this.#spare.findIndex(({ length }) => length >= bytes);
    return at < 0 ? undefined : this.#spare.splice(at, 1)[0];
  }

  async #copy(block: Buffer, rows: number): Promise<void> {
    const { spool, writer } = this.#sinks;
    const { promise: packed, resolve } = Promise.withResolvers<void>();
    const [full] = await Promise.all([spool.write(block, rows), writer?.write(block, rows, resolve)]);
    this.#look(block, full);
    if (writer === null) resolve();
    packed.then(() => this.#spare.push(Buffer.from(block.buffer)));
  }

  flush(): Promise<void> {
    return this.#writing;
  }
}
