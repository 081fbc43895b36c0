import { filled } from './filled.ts';
import type { NumberSource } from './gather.ts';
import type { GroupKey, Selected } from './selected.ts';

/** Starts of buckets, ascending, in which values of documents get their place: how many of the starts they reach. */
export interface Places {
  readonly starts: readonly Float64Array[];
  /** Which of the starts count, by the group of a document; -1 for none of them. Null when there are but one for all. */
  readonly byGroup: Int32Array | null;
}

/** A key that is the place of a number among starts. */
export function placedKey(name: string | null, source: NumberSource, { starts, byGroup }: Places): GroupKey {
  const size = 1 + starts.reduce((most, each) => Math.max(most, each.length), 0);
  const placers = starts.map((each) => new Placer(each));
  const { coded, values } = source;
  const isTabled = coded !== null && starts.length * values.length <= MOST_TABLED;
  const tables = isTabled
    ? placers.map((placer) => filled(new Int32Array(values.length), (at) => placer.place(values[at] ?? Number.NaN)))
    : [];
  const placeOf = (which: number, doc: number): number => {
    const at = coded === null ? doc : (coded.codes[doc] ?? 0);
    return (isTabled ? tables[which]?.[at] : placers[which]?.place(values[at] ?? Number.NaN)) ?? -1;
  };
  const add = (documents: Selected): void => {
    const { docs, groups, length } = documents;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      const group = groups[i] ?? 0;
      const place = placeOf(byGroup === null ? 0 : (byGroup[group] ?? -1), doc);
      docs[kept] = doc;
      groups[kept] = group * size + place;
      if (place >= 0) kept++;
    }
    documents.length = kept;
  };
  const [only] = byGroup === null ? tables : [];
  return {
    name,
    keys: Array.from({ length: size }, (_, place) => place),
    codes: coded === null || only === undefined ? null : { coded, numbers: only },
    add,
  };
}

/** Different values are placed once, as long as there are not many more of them and of starts than of documents. */
const MOST_TABLED = 1 << 20;

const CELLS = 4;

/** Finds places without a search: even cells over the starts tell how many of them lie in earlier cells. */
class Placer {
  readonly #starts: Float64Array;
  readonly #before: Int32Array;
  readonly #first: number;
  readonly #cellsPerUnit: number;

  constructor(starts: Float64Array) {
    const [first = 0, last = first] = [starts[0], starts.at(-1)];
    this.#starts = starts;
    this.#first = first;
    this.#before = new Int32Array(1 + CELLS * starts.length);
    const scale = (this.#before.length - 1) / (last - first);
    this.#cellsPerUnit = Number.isFinite(scale) ? scale : 0;
    for (const start of starts) {
      const cell = this.#cellOf(start) + 1;
      if (cell < this.#before.length) this.#before[cell] = (this.#before[cell] ?? 0) + 1;
    }
    for (let i = 1; i < this.#before.length; i++) {
      this.#before[i] = (this.#before[i] ?? 0) + (this.#before[i - 1] ?? 0);
    }
  }

  /** Never smaller for a larger value, so that what lies in an earlier cell is smaller. */
  #cellOf(value: number): number {
    return Math.min(Math.trunc((value - this.#first) * this.#cellsPerUnit), this.#before.length - 1);
  }

  /** How many starts the value reaches; -1 for none at all, which is NaN. */
  place(value: number): number {
    if (!(value >= this.#first)) return Number.isNaN(value) ? -1 : 0;
    let place = this.#before[this.#cellOf(value)] ?? 0;
    while (place < this.#starts.length && (this.#starts[place] ?? 0) <= value) place++;
    return place;
  }
}
