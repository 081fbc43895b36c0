import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { ScorePart } from '../condition.ts';

/** Documents a function has no usable number for: who asks for the score of one is refused, nobody else. */
export class ScoreFaults {
  readonly #functions: readonly ScorePart[];
  readonly #capacity: number;
  /** 0 = none, else twice the place of the function behind it, one less where it found no number at all. */
  #kinds: Uint32Array | null = null;
  #values = new Float64Array();

  constructor(functions: readonly ScorePart[], capacity: number) {
    this.#functions = functions;
    this.#capacity = capacity;
  }

  /** Hears what the functions found for a document, and notes what they cannot use. */
  of(doc: number): (place: number, value: number | null) => void {
    return (place, value) => this.#note(doc, place, value);
  }

  #note(doc: number, place: number, value: number | null): void {
    if ((this.#functions[place]?.refuse?.(value) ?? null) === null) return;
    if (this.#kinds === null) {
      this.#kinds = new Uint32Array(this.#capacity);
      this.#values = new Float64Array(this.#capacity);
    }
    this.#kinds[doc] = 2 * (place + 1) - (value === null ? 1 : 0);
    this.#values[doc] = value ?? 0;
  }

  /** Refuses a document that was noted. */
  check(doc: number): void {
    const kind = this.#kinds?.[doc] ?? 0;
    if (kind === 0) return;
    const value = kind % 2 === 1 ? null : (this.#values[doc] ?? 0);
    throw new PlatformError(this.#functions[Math.ceil(kind / 2) - 1]?.refuse?.(value) ?? '', {
      code: ReplyCode.Malformed,
      type: 'malformed',
      hint: 'Set missing, or choose another modifier.',
    });
  }
}
