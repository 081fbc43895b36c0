import type { FoundPlaces } from '../../documents/words/packed-words.ts';
import type { PhraseSlot } from '../condition.ts';
import { onlyOne, type Places, placesOf } from './sloppy.ts';

/** Counts how often a phrase is in texts when its words stand one behind the other, as Lucene's ExactPhraseMatcher does. */
export class ExactPhrase {
  readonly #first: PhraseSlot;
  readonly #others: readonly PhraseSlot[];

  /** @param slots one at least */
  constructor(slots: readonly PhraseSlot[]) {
    const [first, ...others] = slots;
    if (first === undefined) throw new Error('A phrase without words');
    // a place where several of the words stand counts for each of them, a word that is told twice once
    this.#first = { ...first, words: [...new Set(first.words)] };
    this.#others = others;
  }

  /** How often it is in a text. */
  frequency(places: Places): number {
    let starts = placesOf(this.#first.words, places);
    for (const { words, position } of this.#others) {
      if (starts.length === 0) return 0;
      starts = followed(starts, placesOf(words, places), position - this.#first.position);
    }
    return starts.length;
  }

  /**
   * The same for documents by their place among those whose places were asked for. Millions of places go through it, so nothing is made for a document.
   * @returns null for a phrase with several words at one place
   */
  counter(found: ReadonlyMap<string, FoundPlaces>): ((wanted: number) => number) | null {
    const start = onlyOne(this.#first.words, found);
    const distances: number[] = [];
    const others: FoundPlaces[] = [];
    for (const slot of this.#others) {
      const places = onlyOne(slot.words, found);
      if (places === null) return null;
      others.push(places);
      distances.push(slot.position - this.#first.position);
    }
    if (start === null) return null;
    const next = new Int32Array(others.length);
    return (wanted) => {
      for (const [i, other] of others.entries()) next[i] = other.from(wanted);
      const end = start.to(wanted);
      let count = 0;
      for (let at = start.from(wanted); at < end; at++) {
        const place = start.at(at);
        let fits = true;
        for (let i = 0; fits && i < others.length; i++) {
          const other = others[i] ?? start;
          const behind = place + (distances[i] ?? 0);
          const last = other.to(wanted);
          let one = next[i] ?? last;
          while (one < last && other.at(one) < behind) one++;
          next[i] = one;
          fits = one < last && other.at(one) === behind;
        }
        if (fits) count++;
      }
      return count;
    };
  }
}

/** Those of some places that have one of the others so far behind them. */
function followed(starts: readonly number[], others: readonly number[], distance: number): readonly number[] {
  const kept: number[] = [];
  let at = 0;
  for (const start of starts) {
    const place = start + distance;
    while ((others[at] ?? place) < place) at++;
    if (others[at] === place) kept.push(start);
  }
  return kept;
}
