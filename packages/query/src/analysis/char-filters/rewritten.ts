import { mostLetters } from '../gathered.ts';

/** A text as character filters leave it, and where its characters came from. */
export interface Rewritten {
  readonly text: string;
  /** The place in the text as it came that a place in this one stands for. */
  readonly originOf: (at: number) => number;
}

/** `most` letters it may grow to. */
export type CharFilter = (text: string, most: number) => Rewritten;

/** From a place on, characters come one behind the other from `origin`, or all from there. */
interface Stretch {
  readonly place: number;
  readonly origin: number;
  readonly isOne: boolean;
}

/** Writes a text piece by piece beside the one it is made of. */
export class Rewriting {
  readonly #pieces: string[] = [];
  readonly #stretches: Stretch[] = [];
  readonly #most: number;
  #length = 0;
  /** How much further back in the text as it came it stands. */
  #shift = 0;

  /** @param most letters the text may grow to */
  constructor(most: number) {
    this.#most = most;
  }

  /** Characters that stay as they are. */
  keep(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
  }

  /**
   * Other characters in the place of `length` ones. As in Lucene, those that are more all come from the last of the others. Once the
   * text has grown too large, nothing comes in their place.
   */
  put(made: string, length: number): void {
    const text = this.#length + made.length > this.#most ? '' : made;
    this.#pieces.push(text);
    if (text.length > length) {
      const place = this.#length + length;
      this.#note({ place, origin: place + this.#shift - 1, isOne: true });
    }
    this.#length += text.length;
    this.#shift += length - text.length;
    if (text.length !== length) this.#note({ place: this.#length, origin: this.#length + this.#shift, isOne: false });
  }

  #note(stretch: Stretch): void {
    if (this.#stretches.at(-1)?.place === stretch.place) this.#stretches.pop();
    this.#stretches.push(stretch);
  }

  done(): Rewritten {
    const stretches = this.#stretches;
    return { text: this.#pieces.join(''), originOf: (at) => originIn(stretches, at) };
  }
}

function originIn(stretches: readonly Stretch[], at: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.place ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const { place, origin, isOne } = stretches[low - 1] ?? { place: 0, origin: 0, isOne: false };
  return isOne ? origin : origin + at - place;
}

/** One filter behind the other; the text as it came bounds what all of them together make of it. */
export function rewritten(text: string, filters: readonly CharFilter[], most = mostLetters(text.length)): Rewritten {
  return filters.reduce<Rewritten>(
    (before, filter) => {
      const after = filter(before.text, most);
      return { text: after.text, originOf: (at) => before.originOf(after.originOf(at)) };
    },
    { text, originOf: (at) => at },
  );
}
