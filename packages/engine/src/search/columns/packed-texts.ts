/** Ends a text; no byte of UTF-8 is one of these two. */
const END = 0xff;
/** Ends a text that goes on with the number of its document, as ids do that were made while rows came in. */
const NUMBERED = 0xfe;

/**
 * Texts of documents in UTF-8, one behind the other: their own length instead of a string of JavaScript for each. A text
 * that comes again right away is there once.
 */
export class PackedTexts {
  /** Where the text of a document begins; 0 for none. */
  readonly #starts: Uint32Array;
  readonly #bytes: Buffer;
  #end = 1;
  #last = { text: '', isNumbered: false, start: 0 };

  /** Room for `capacity` documents with texts of `length` bytes together, besides those of `before`. */
  constructor(capacity: number, length: number, before: PackedTexts | null = null) {
    this.#starts = new Uint32Array(capacity);
    this.#bytes = Buffer.allocUnsafe((before === null ? 1 : before.#end) + length);
    if (before === null) return;
    this.#starts.set(before.#starts);
    before.#bytes.copy(this.#bytes, 0, 0, before.#end);
    this.#end = before.#end;
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#bytes.length;
  }

  add(doc: number, text: string): void {
    const number = String(doc);
    const isNumbered = text.endsWith(number);
    const written = isNumbered ? text.slice(0, -number.length) : text;
    const last = this.#last;
    if (last.start === 0 || last.text !== written || last.isNumbered !== isNumbered) {
      this.#last = { text: written, isNumbered, start: this.#end };
      this.#end += this.#bytes.write(written, this.#end);
      this.#bytes[this.#end++] = isNumbered ? NUMBERED : END;
    }
    this.#starts[doc] = this.#last.start;
  }

  at(doc: number): string | null {
    const start = this.#starts[doc] ?? 0;
    if (start === 0) return null;
    let end = start;
    while ((this.#bytes[end] ?? END) < NUMBERED) end++;
    const text = this.#bytes.toString('utf8', start, end);
    return this.#bytes[end] === NUMBERED ? text + doc : text;
  }
}
