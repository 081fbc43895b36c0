import { HIGHEST_FREQUENCY } from '../../search/text/bm25.ts';
import { AS_LONG, behindNumber, FLAGS, numberAt, ONCE, type PackedTerm } from './packed-words.ts';

/** Frequencies below it have a shortest length each; those from it on share one, and the highest of them. */
const MANY = 4;

/** No length: all are a byte. */
const NONE = 0x100;

/**
 * How often a term is and how short the text, of some documents: each as the frequency times 256 and the byte of the length. However rare
 * the term, no document has a higher score than the highest of these, as with Lucene's impacts.
 */
export function impactsOf({ data, documents }: Pick<PackedTerm, 'data' | 'documents'>): readonly number[] {
  const shortest = new Uint16Array(MANY + 1).fill(NONE);
  let [at, norm, highest] = [0, 0, 0];
  for (let i = 0; i < documents; i++) {
    const code = data[at] ?? 0;
    at = behindNumber(data, at);
    // the number of the document follows
    if (code >> FLAGS === 0) at = behindNumber(data, at);
    let frequency = 1;
    if ((code & ONCE) === 0) {
      frequency = Math.min(HIGHEST_FREQUENCY, numberAt(data, at) + 2);
      at = behindNumber(data, at);
    }
    if ((code & AS_LONG) === 0) norm = data[at++] ?? 0;
    const place = Math.min(frequency, MANY);
    if (norm < (shortest[place] ?? 0)) shortest[place] = norm;
    if (frequency > highest) highest = frequency;
  }
  const impacts: number[] = [];
  for (let place = 1; place <= MANY; place++) {
    const length = shortest[place] ?? NONE;
    if (length < NONE) impacts.push(((place < MANY ? place : highest) << 8) | length);
  }
  return impacts;
}

/** The number of the first of some documents. */
export function firstOf({ data }: Pick<PackedTerm, 'data'>): number {
  const step = numberAt(data, 0) >> FLAGS;
  return step > 0 ? step : numberAt(data, behindNumber(data, 0));
}
