import { grown } from '../../search/columns/grown.ts';
import type { TextCells } from '../shapes/bytes/repeated-texts.ts';

/** Texts of documents that stand in bytes as they came in: UTF-8 without escapes, one for each row. */
export class TextsInBytes {
  readonly #bytes: Buffer;
  readonly view: DataView;
  readonly #cells: TextCells;

  constructor(bytes: Buffer, cells: TextCells) {
    this.#bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#cells = cells;
  }

  start(row: number): number {
    return this.#cells.starts[row] ?? 0;
  }

  /** In bytes; -1 where there is none. */
  length(row: number): number {
    return this.#cells.lengths[row] ?? -1;
  }

  text(row: number): string {
    const start = this.start(row);
    return this.#bytes.toString('utf8', start, start + this.length(row));
  }
}

/** Longer texts hardly come twice. */
const LONGEST = 300;
const FIRST = 64;
/** Slots that are looked at for a text. Where all are taken one of them gives way: texts whose hashes are alike cannot make it slow. */
const TRIED = 8;
const NONE = -1;
/** What is known of a text: its hash, its number, where its bytes begin and how many they are. */
const PARTS = 4;

function hashOf(view: DataView, start: number, length: number): number {
  let hash = length;
  const whole = start + (length & ~3);
  let at = start;
  for (; at < whole; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e37_79b1) ^ (hash >>> 15);
  for (; at < start + length; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x0100_0193);
  return hash ^ (hash >>> 16);
}

function isSame(one: DataView, from: number, other: DataView, start: number, length: number): boolean {
  let i = 0;
  for (; i + 4 <= length; i += 4) if (one.getInt32(from + i, true) !== other.getInt32(start + i, true)) return false;
  for (; i < length; i++) if (one.getUint8(from + i) !== other.getUint8(start + i)) return false;
  return true;
}

/** Numbers of texts by their bytes: none that comes again has to be made from them. */
export class NumbersByBytes {
  #slots = new Int32Array(2 * FIRST).fill(NONE);
  #known = new Int32Array(FIRST * PARTS);
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #used = 0;
  #hash = 0;
  size = 0;

  /** Bytes of memory this takes. */
  get bytes(): number {
    return this.#slots.byteLength + this.#known.byteLength + this.#bytes.byteLength;
  }

  /** The number of a text; -1 for one that is not known. */
  find({ view }: TextsInBytes, start: number, length: number): number {
    if (length > LONGEST) return NONE;
    this.#hash = hashOf(view, start, length);
    const mask = this.#slots.length - 1;
    for (let slot = this.#hash & mask, last = slot + TRIED; slot < last; slot++) {
      const known = this.#slots[slot & mask] ?? NONE;
      if (known === NONE) return NONE;
      if (this.#known[known] === this.#hash && this.#isAt(known, view, start, length))
        return this.#known[known + 1] ?? NONE;
    }
    return NONE;
  }

  #isAt(known: number, view: DataView, start: number, length: number): boolean {
    return this.#known[known + 3] === length && isSame(this.#view, this.#known[known + 2] ?? 0, view, start, length);
  }

  /** Notes the number of the text that was looked for last. */
  keep({ view }: TextsInBytes, start: number, length: number, number: number): void {
    if (length > LONGEST) return;
    const known = this.size * PARTS;
    if (known === this.#known.length) this.#grow();
    if (this.#used + length > this.#bytes.length) {
      this.#bytes = grown(this.#bytes, 2 * this.#bytes.length + length);
      this.#view = new DataView(this.#bytes.buffer);
    }
    for (let i = 0; i < length; i++) this.#bytes[this.#used + i] = view.getUint8(start + i);
    this.#known.set([this.#hash, number, this.#used, length], known);
    this.#used += length;
    this.size++;
    this.#put(known);
  }

  #put(known: number): void {
    const mask = this.#slots.length - 1;
    const first = (this.#known[known] ?? 0) & mask;
    let slot = first;
    for (let tried = 1; tried < TRIED && this.#slots[slot] !== NONE; tried++) slot = (first + tried) & mask;
    this.#slots[slot] = known;
  }

  /** Room for twice as many, whose slots are half empty. */
  #grow(): void {
    this.#known = grown(this.#known, 2 * this.#known.length);
    this.#slots = new Int32Array(2 * this.#slots.length).fill(NONE);
    for (let known = 0; known < this.size * PARTS; known += PARTS) this.#put(known);
  }
}
