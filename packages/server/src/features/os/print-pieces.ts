import { Breath, SourceText } from '@datasarana/engine';
import { printJson } from './print.ts';

/** Values that are written in one go, texts by their lengths: a few milliseconds. */
const PIECE = 16_384;
const LETTERS = 64;

/** The same as `printJson` piece by piece: others have their turn while a large answer is written. */
export async function printPieces(body: unknown): Promise<string> {
  const pieces = new Pieces();
  await pieces.write(body);
  return pieces.text;
}

class Pieces {
  readonly #pieces: string[] = [];
  /** Values of which is known that they are more than a piece: looking through hundreds of thousands of keys takes its time. */
  readonly #large = new WeakSet<object>();
  readonly #breath = new Breath();

  get text(): string {
    return this.#pieces.join('');
  }

  async write(value: unknown): Promise<void> {
    const isKnown = typeof value === 'object' && value !== null && this.#large.has(value);
    if (!isKnown && this.#sizeOf(value, PIECE) < PIECE) return this.#add(printJson(value, false));
    if (Array.isArray(value)) return this.#list(value);
    if (typeof value === 'object' && value !== null && !(value instanceof SourceText)) return this.#object(value);
    await this.#add(printJson(value, false));
  }

  async #add(text: string): Promise<void> {
    this.#pieces.push(text);
    if (this.#breath.isDue) await this.#breath.take();
  }

  async #list(values: readonly unknown[]): Promise<void> {
    let before = '[';
    for (let from = 0; from < values.length; ) {
      const to = from + this.#countOf(values, from);
      this.#pieces.push(before);
      if (to === from + 1) await this.write(values[from]);
      else await this.#add(printJson(values.slice(from, to), false).slice(1, -1));
      before = ',';
      from = to;
    }
    this.#pieces.push(']');
  }

  async #object(value: object): Promise<void> {
    let before = '{';
    for (const key of Object.keys(value)) {
      const each: unknown = Reflect.get(value, key);
      if (each === undefined) continue;
      this.#pieces.push(before, JSON.stringify(key), ':');
      await this.write(each);
      before = ',';
    }
    this.#pieces.push(before === '{' ? '{}' : '}');
  }

  /** How many values from one on make a piece: one at least. */
  #countOf(values: readonly unknown[], from: number): number {
    let left = PIECE;
    let to = from;
    while (to < values.length && left > 0) left -= this.#sizeOf(values[to++], left);
    return Math.max(1, left > 0 ? to - from : to - from - 1);
  }

  /** How many values there are in one, itself included, counted up to `most`, and what is in it up to a piece. */
  #sizeOf(value: unknown, most: number): number {
    if (typeof value === 'string') return 1 + Math.trunc(value.length / LETTERS);
    if (typeof value !== 'object' || value === null) return 1;
    if (value instanceof SourceText) return 1 + Math.trunc(value.text.length / LETTERS);
    let size = 1;
    for (const each of valuesIn(value)) {
      size += this.#sizeOf(each, PIECE);
      if (size >= PIECE) this.#large.add(value);
      if (size >= most) return size;
    }
    return size;
  }
}

/** Values one by one: no list of hundreds of thousands of them is made to look at the first. */
function* valuesIn(value: object): Iterable<unknown> {
  if (Array.isArray(value)) yield* value;
  else for (const key in value) yield Reflect.get(value, key);
}
