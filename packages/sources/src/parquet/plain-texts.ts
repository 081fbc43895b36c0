import { viewOf, WrongPage } from './runs.ts';
import type { Values } from './values.ts';

const LENGTH_BYTES = 4;
/** Values made at a time: those of a block of rows, which are gone before they are old. */
const TOGETHER = 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Texts as a page has them, each behind its length. All of a page at once would live until its row group is through: they are made when they
 * are asked for, in their order, those of a block of rows out of one text where it is ASCII.
 */
export class PlainTexts implements Values {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #read: (bytes: Uint8Array) => unknown;
  /** Where each value begins, its length before it; one more than there are values. */
  readonly #starts: Uint32Array;
  #made: readonly unknown[] = [];
  #from = 0;

  /** @throws WrongPage where the bytes end before the values */
  constructor(bytes: Uint8Array, count: number, read: (bytes: Uint8Array) => unknown) {
    this.length = count;
    this.#bytes = bytes;
    this.#read = read;
    this.#starts = startsOf(bytes, count);
  }

  at(i: number): unknown {
    if (i < this.#from || i >= this.#from + this.#made.length) this.#make(i);
    return this.#made[i - this.#from];
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }

  #make(from: number): void {
    const to = Math.min(from + TOGETHER, this.length);
    const starts = this.#starts;
    const [first = 0, end = first] = [starts[from], starts[to]];
    const text = asciiOf(this.#bytes.subarray(first, end));
    const made = new Array<unknown>(to - from);
    for (let i = from; i < to; i++) {
      const start = starts[i] ?? 0;
      const next = (starts[i + 1] ?? start) - LENGTH_BYTES;
      made[i - from] =
        text === null ? this.#read(this.#bytes.subarray(start, next)) : text.slice(start - first, next - first);
    }
    this.#made = made;
    this.#from = from;
  }
}

function startsOf(bytes: Uint8Array, count: number): Uint32Array {
  if (count * LENGTH_BYTES > bytes.length) throw new WrongPage(`${count} texts in ${bytes.length} bytes`);
  const view = viewOf(bytes);
  const starts = new Uint32Array(count + 1);
  let at = LENGTH_BYTES;
  for (let i = 0; i < count; i++) {
    starts[i] = at;
    at += view.getUint32(at - LENGTH_BYTES, true) + LENGTH_BYTES;
    if (at - LENGTH_BYTES > bytes.length) throw new WrongPage('a text that ends behind its page');
  }
  starts[count] = at;
  return starts;
}

/** The bytes as a text of as many letters; null where one of them is not ASCII, lengths between the values included. */
function asciiOf(bytes: Uint8Array): string | null {
  try {
    const text = decoder.decode(bytes);
    return text.length === bytes.length ? text : null;
  } catch {
    return null;
  }
}
