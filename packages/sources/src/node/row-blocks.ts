/** Takes normalised text in blocks of whole rows; the buffer is the sink's to keep, until it gives it back by `room`. */
export interface ScanSink {
  /** After each so many rows a block ends. */
  readonly rowsTogether?: number;
  write(block: Buffer, rows: number): void | Promise<void>;
  /** A buffer of at least so many bytes that nobody needs any more. */
  room?(bytes: number): Buffer | undefined;
}

const BLOCK_BYTES = 1024 * 1024;
/** What a body of a few rows takes; each further block is twice as long, up to the longest. */
const FIRST_BYTES = 64 * 1024;
const NOTHING = Buffer.alloc(0);

/** Rows on their way to a sink, block by block: they are written into `bytes` from `used` on, once there is room for them. */
export class RowBlocks {
  bytes: Buffer = NOTHING;
  used = 0;
  readonly #sink: ScanSink;
  readonly #longest: number;
  #next: number;
  #rows = 0;
  #left: number;
  readonly #ready: { block: Buffer; rows: number }[] = [];

  /** A block is of `longest` bytes at most, unless a single row is longer. */
  constructor(sink: ScanSink, longest = BLOCK_BYTES) {
    this.#sink = sink;
    this.#longest = longest;
    this.#next = Math.min(FIRST_BYTES, longest);
    this.#left = sink.rowsTogether ?? Number.POSITIVE_INFINITY;
  }

  /** Whether a block waits to be handed over. */
  get isFull(): boolean {
    return this.#ready.length > 0;
  }

  /** Begins another block when the one at hand has no room for so many bytes. */
  makeRoom(bytes: number): void {
    if (this.hasRoom(bytes)) return;
    this.#close();
    const least = Math.max(this.#next, bytes);
    // slabs that others share could not be given back
    this.bytes = this.#sink.room?.(least) ?? Buffer.allocUnsafeSlow(least);
    this.#next = Math.min(2 * this.#next, this.#longest);
  }

  /** Whether so many bytes fit behind those of the block at hand. */
  hasRoom(bytes: number): boolean {
    return this.used + bytes <= this.bytes.length;
  }

  /** Rows until a block has to end. */
  get left(): number {
    return this.#left;
  }

  /** Rows were written as far as `end`, no more than are `left`. */
  add(end: number, rows = 1): void {
    this.used = end;
    this.#rows += rows;
    this.#left -= rows;
    if (this.#left > 0) return;
    this.#close();
    this.#left = this.#sink.rowsTogether ?? Number.POSITIVE_INFINITY;
  }

  #close(): void {
    if (this.#rows > 0) this.#ready.push({ block: this.bytes.subarray(0, this.used), rows: this.#rows });
    this.bytes = NOTHING;
    this.used = 0;
    this.#rows = 0;
  }

  /** Hands over the blocks that are full. */
  async drain(): Promise<void> {
    for (const { block, rows } of this.#ready.splice(0)) await this.#sink.write(block, rows);
  }

  /** Hands over all rows. */
  async flush(): Promise<void> {
    this.#close();
    await this.drain();
  }
}
