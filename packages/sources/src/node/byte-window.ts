/** Bytes the window holds at once, beside `SIGHT_BYTES`. */
export const WINDOW_BYTES = 256 * 1024;
/** Bytes of 0 behind those that are held: some are looked at together. */
const SIGHT_BYTES = 48;

/** Bytes that stand in the memory of a module of WebAssembly, from its start on, as many as fit at once. */
export class ByteWindow {
  readonly memory: Buffer;
  #bytes: Uint8Array | null = null;
  #from = 0;
  #to = 0;

  constructor(memory: WebAssembly.Memory) {
    this.memory = Buffer.from(memory.buffer);
  }

  /**
   * Lets `take` count what begins at `at` of the bytes, by where that stands in the memory and where the bytes end there; once more with further
   * bytes where those might end what it found none of. The bytes may not change until they are let go of.
   */
  run(bytes: Uint8Array, at: number, take: (at: number, end: number) => number): number {
    if (bytes !== this.#bytes || at < this.#from || at >= this.#to) this.#hold(bytes, at);
    const taken = take(at - this.#from, this.#to - this.#from);
    if (taken > 0 || at === this.#from || this.#to === bytes.length) return taken;
    this.#hold(bytes, at);
    return take(0, this.#to - at);
  }

  /** Index in the bytes of what stands there in the memory. */
  placeOf(index: number): number {
    return this.#from + index;
  }

  /** Lets go of the bytes. */
  release(): void {
    this.#bytes = null;
  }

  #hold(bytes: Uint8Array, from: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = Math.min(bytes.length, from + WINDOW_BYTES);
    this.memory.set(bytes.subarray(from, this.#to));
    this.memory.fill(0, this.#to - from, this.#to - from + SIGHT_BYTES);
  }
}
