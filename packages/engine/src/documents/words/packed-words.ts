import { grown } from '../../search/columns/grown.ts';
import { HIGHEST_FREQUENCY } from '../../search/text/bm25.ts';
import { placeOf } from '../../search/text/place-of.ts';
import type { TermOccurrences } from './segment.ts';

/** Where a term occurs in some documents, in their order within a segment. */
export interface Occurrences {
  readonly docs: Int32Array;
  /** How often it is in each. */
  readonly frequencies: Uint16Array;
  /** How long the text of each is, Lucene's byte. */
  readonly norms: Uint8Array;
}

/** Some documents of a term as they are stored. */
export interface PackedTerm {
  readonly documents: number;
  readonly data: Uint8Array;
  /** Where it stands in each of them; null where the segment does not tell. */
  readonly places: Uint8Array | null;
  /** Among what the highest score of them is, as `impactsOf` tells; absent where nobody looked. */
  readonly impacts?: readonly number[];
}

/** Documents of a term whose places are known. */
export interface PlacedTerm extends PackedTerm {
  readonly places: Uint8Array;
}

export const isPlaced = (term: PackedTerm): term is PlacedTerm => term.places !== null;

/** What a number of 32 bits takes at most, seven bits to a byte. */
export const LONGEST_NUMBER = 5;
/** What a document of a term takes at most: how far it is from the one before, its number, how often the term is in it, its length. */
const MOST_BYTES = 3 * LONGEST_NUMBER + 1;
/** Bits behind the difference to the document before. */
export const FLAGS = 2;
export const AS_LONG = 2;
export const ONCE = 1;
/** Steps below it take two bytes with their flags. */
const TWO_BYTES = 2 ** (14 - FLAGS);
/** From so far away on the number of a document is told instead of the difference. */
const FAR = 2 ** 28;
/** Bytes from which on what follows is a row of its own: DuckDB 1.5.6 puts texts of 4096 and more into blocks that they share with few. */
export const ROW_BYTES = 4096 - 64;

/**
 * Packs the terms of a segment one after another. Of each document of a term stand, one behind the other, the difference to the one before with two bits that
 * tell whether its text is as long as that of the one before and whether the term is there once; the frequency less two and the length of the text where they are not. A difference of none
 * means that the number of the document follows, as that of the first does. Places stand
 * apart, each as the difference to the one before in the same document: who looks for words does not read them. What is packed of one segment can
 * be put behind what is packed of another.
 */
export class WordPacker {
  #data: Uint8Array = new Uint8Array(64 * 1024);
  #places: Uint8Array = new Uint8Array(64 * 1024);
  #used = 0;
  #usedPlaces = 0;

  /** What was packed before is written over. */
  begin(): void {
    this.#used = 0;
    this.#usedPlaces = 0;
  }

  /** Packs the occurrences from `from` to `to`, in as many rows as they take; good until the next `begin`. */
  pack(occurrences: TermOccurrences, from: number, to: number): readonly PackedTerm[] {
    const rows: PackedTerm[] = [];
    for (let at = from; at < to; ) at = this.#packRow(occurrences, at, to, rows);
    return rows;
  }

  /** @returns where the next row begins */
  #packRow({ docs, norms, places }: TermOccurrences, from: number, to: number, rows: PackedTerm[]): number {
    const [start, startPlaces] = [this.#used, this.#usedPlaces];
    this.#data = withRoom(this.#data, start, ROW_BYTES + MOST_BYTES);
    const data = this.#data;
    let [used, documents, before, at, lastNorm] = [start, 0, -1, from, -1];
    while (at < to && used < start + ROW_BYTES && this.#usedPlaces < startPlaces + ROW_BYTES) {
      const doc = docs[at] ?? 0;
      const norm = norms[at] ?? 0;
      const step = doc - before;
      let next = at + 1;
      // as most are: once there, near the one before and as long
      if (places === null && norm === lastNorm && step < TWO_BYTES && docs[next] !== doc) {
        const code = (step << FLAGS) | AS_LONG | ONCE;
        if (code > 0x7f) {
          data[used++] = (code & 0x7f) | 0x80;
          data[used++] = code >> 7;
        } else data[used++] = code;
        before = doc;
        documents++;
        at = next;
        continue;
      }
      while (next < to && docs[next] === doc) next++;
      const frequency = next - at;
      const once = frequency === 1 ? ONCE : 0;
      const isNear = before >= 0 && doc - before < FAR;
      const asLong = isNear && norm === lastNorm ? AS_LONG : 0;
      if (isNear) used = packed(data, used, ((doc - before) << FLAGS) | asLong | once);
      else used = packed(data, packed(data, used, once), doc);
      if (frequency > 1) used = packed(data, used, frequency - 2);
      if (asLong === 0) data[used++] = norm;
      lastNorm = norm;
      if (places !== null) this.#packPlaces(places, at, next);
      before = doc;
      documents++;
      at = next;
    }
    this.#used = used;
    const own = places === null ? null : this.#places.subarray(startPlaces, this.#usedPlaces);
    rows.push({ documents, data: data.subarray(start, used), places: own });
    return at;
  }

  /** Those of one document. */
  #packPlaces(places: Int32Array, from: number, to: number): void {
    this.#places = withRoom(this.#places, this.#usedPlaces, (to - from) * LONGEST_NUMBER);
    const bytes = this.#places;
    let used = this.#usedPlaces;
    let before = 0;
    for (let at = from; at < to; at++) {
      const place = places[at] ?? 0;
      used = packed(bytes, used, place - before);
      before = place;
    }
    this.#usedPlaces = used;
  }
}

function withRoom(bytes: Uint8Array, used: number, more: number): Uint8Array {
  if (used + more <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.max(used + more, bytes.length * 2));
  larger.set(bytes.subarray(0, used));
  return larger;
}

/** Seven bits to a byte, the lowest first; all but the last have the eighth. */
function packed(bytes: Uint8Array, from: number, value: number): number {
  let rest = value;
  let at = from;
  while (rest >>> 0 > 0x7f) {
    bytes[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
}

/** Where a term occurs, without its places. */
export function unpacked(term: PackedTerm): Occurrences {
  const { documents } = term;
  const made = {
    docs: new Int32Array(documents),
    frequencies: new Uint16Array(documents),
    norms: new Uint8Array(documents),
  };
  unpackInto(made, 0, term);
  return made;
}

/** Writes the same from a place on, where there is to be room. Millions of documents go through this loop, so it calls nothing for most of them. */
export function unpackInto({ docs, frequencies, norms }: Occurrences, from: number, term: PackedTerm): void {
  const { data, documents } = term;
  let [at, doc, norm] = [0, 0, 0];
  for (let i = from, end = from + documents; i < end; i++) {
    let code = data[at++] ?? 0;
    if (code > 0x7f) {
      const second = data[at++] ?? 0;
      code = (code & 0x7f) | ((second & 0x7f) << 7);
      for (let byte = second, shift = 14; byte > 0x7f; shift += 7) {
        byte = data[at++] ?? 0;
        code |= (byte & 0x7f) << shift;
      }
    }
    if (code >> FLAGS > 0) doc += code >> FLAGS;
    else {
      doc = numberAt(data, at);
      at = behindNumber(data, at);
    }
    docs[i] = doc;
    if (code & ONCE) frequencies[i] = 1;
    else {
      frequencies[i] = Math.min(HIGHEST_FREQUENCY, numberAt(data, at) + 2);
      at = behindNumber(data, at);
    }
    if ((code & AS_LONG) === 0) norm = data[at++] ?? 0;
    norms[i] = norm;
  }
}

/** Where a term stands in wanted documents. */
export class FoundPlaces {
  readonly #wanted: Int32Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #places = new Int32Array(64);
  #used = 0;

  /** `wanted` documents, ascending. */
  constructor(wanted: Int32Array) {
    this.#wanted = wanted;
    this.#starts = new Int32Array(wanted.length);
    this.#ends = new Int32Array(wanted.length);
  }

  /** Where it stands in the wanted document at that place among them, ascending. */
  of(wanted: number): readonly number[] {
    const places: number[] = [];
    const end = this.#ends[wanted] ?? 0;
    for (let at = this.#starts[wanted] ?? 0; at < end; at++) places.push(this.#places[at] ?? 0);
    return places;
  }

  /** Where the places of the wanted document at that place among them begin, to be read by `at`. */
  from(wanted: number): number {
    return this.#starts[wanted] ?? 0;
  }

  /** Where they end. */
  to(wanted: number): number {
    return this.#ends[wanted] ?? 0;
  }

  at(index: number): number {
    return this.#places[index] ?? 0;
  }

  /** Adds those of more documents. What is not wanted is passed over. */
  add({ documents, data, places }: PlacedTerm): void {
    const wanted = this.#wanted;
    let [at, from, doc, next] = [0, 0, 0, 0];
    for (let i = 0; i < documents; i++) {
      const step = numberAt(data, at);
      at = behindNumber(data, at);
      if (step >> FLAGS > 0) doc += step >> FLAGS;
      else {
        doc = numberAt(data, at);
        at = behindNumber(data, at);
        next = 0;
      }
      let frequency = 1;
      if ((step & ONCE) === 0) {
        frequency = numberAt(data, at) + 2;
        at = behindNumber(data, at);
      }
      if ((step & AS_LONG) === 0) at++;
      if ((wanted[next] ?? doc) < doc) next = placeOf(wanted, doc, next);
      if (wanted[next] === doc) from = this.#read(places, from, frequency, next);
      else for (let passed = 0; passed < frequency; from++) if ((places[from] ?? 0) < 0x80) passed++;
    }
  }

  /** @returns where those of the next document begin */
  #read(bytes: Uint8Array, from: number, frequency: number, wanted: number): number {
    const end = this.#used + frequency;
    if (end > this.#places.length) this.#places = grown(this.#places, Math.max(end, 2 * this.#places.length));
    this.#starts[wanted] = this.#used;
    this.#ends[wanted] = end;
    let at = from;
    for (let place = 0; this.#used < end; ) {
      place += numberAt(bytes, at);
      at = behindNumber(bytes, at);
      this.#places[this.#used++] = place;
    }
    return at;
  }
}

/** The number that is packed from there on. */
export function numberAt(bytes: Uint8Array, from: number): number {
  let byte = bytes[from] ?? 0;
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let at = from + 1, shift = 7; byte > 0x7f; shift += 7) {
    byte = bytes[at++] ?? 0;
    value |= (byte & 0x7f) << shift;
  }
  return value >>> 0;
}

export function behindNumber(bytes: Uint8Array, from: number): number {
  let at = from;
  while ((bytes[at] ?? 0) > 0x7f) at++;
  return at + 1;
}
