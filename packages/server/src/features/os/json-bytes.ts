const FIRST_BYTES = 16 * 1024;
const ZERO = 48;
const [SPACE, QUOTE, BACKSLASH, TILDE] = [32, 34, 92, 126];

/** JSON that is written piece by piece and sent as it is. */
export class JsonBytes {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Bytes of which those from `hole` on are others: the ones of `filling` from `from` to `to`. */
  filled(bytes: Uint8Array, hole: number, filling: Buffer, from: number, to: number): void {
    const start = this.#at + hole;
    this.bytes(bytes);
    filling.copy(this.#buffer, start, from, to);
  }

  text(text: string): void {
    this.#room(text.length * 3);
    this.#at += this.#buffer.write(text, this.#at);
  }

  /** A text in quotes, escaped where it has to be. */
  quoted(text: string): void {
    this.#room(text.length + 2);
    const start = this.#at + 1;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) {
        this.text(JSON.stringify(text));
        return;
      }
      this.#buffer[start + i] = code;
    }
    this.#buffer[this.#at] = QUOTE;
    this.#buffer[start + text.length] = QUOTE;
    this.#at = start + text.length + 1;
  }

  /** A whole number that is not negative. */
  whole(value: number): void {
    let digits = 1;
    for (let above = 10; value >= above; above *= 10) digits++;
    this.#room(digits);
    let rest = value;
    for (let at = this.#at + digits - 1; at >= this.#at; at--) {
      const next = Math.floor(rest / 10);
      this.#buffer[at] = ZERO + (rest - next * 10);
      rest = next;
    }
    this.#at += digits;
  }

  /** What was written; nothing may be written afterwards. */
  get written(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }
}
