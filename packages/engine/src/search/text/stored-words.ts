import type { DuckDBConnection } from '@duckdb/node-api';
import { eachStored, type StoredTerm, type TermChoice } from '../../documents/words/stored-terms.ts';
import { joined, type Sql, sql, text, whole } from '../sql.ts';
import { type HeldSegments, type Segment, sumOf } from './held-segments.ts';

/** A text field as it is stored. */
interface StoredField {
  readonly postings: string;
  /** All of it, in their order. */
  readonly segments: readonly Segment[];
}

/** What is wanted of words: of the segments from the one at place `known` on, and whether with their places. */
export interface Wanted {
  readonly known: number;
  readonly placed: boolean;
}

/** Rows by their word; none for a word that is nowhere. */
export type StoredOfWords = ReadonlyMap<string, readonly StoredTerm[]>;

/** Words that are looked for one by one within a statement. */
const APART = 4;

/** Terms that are all compared while a statement goes to one more range of rows. */
const WORTH_A_RANGE = 10_000;

/** Reads the rows of words from the tables of a field. */
export class StoredWords {
  readonly #connection: DuckDBConnection;
  readonly #held: HeldSegments;

  constructor(connection: DuckDBConnection, held: HeldSegments) {
    this.#connection = connection;
    this.#held = held;
  }

  /** The rows of some words, each word once. */
  async of(field: StoredField, words: readonly string[], wanted: Wanted): Promise<StoredOfWords> {
    const found = new Map<string, StoredTerm[]>(words.map((word) => [word, []]));
    if (words.length === 0) return found;
    const numbers = field.segments.slice(wanted.known).map(({ segment }) => segment);
    const read =
      (await this.#readWhereTheyStand(field, words, numbers, wanted)) ??
      (await this.#read(field.postings, { where: asked(words, numbers, wanted), placed: wanted.placed }));
    for (const each of read) found.get(each.term)?.push(each);
    return found;
  }

  /** Null where it is not known where they stand, or no longer true. */
  async #readWhereTheyStand(
    { postings, segments }: StoredField,
    words: readonly string[],
    numbers: readonly number[],
    { placed }: Wanted,
  ): Promise<readonly StoredTerm[] | null> {
    const terms = sumOf(segments, (each) => each.terms);
    if (terms < WORTH_A_RANGE * words.length * numbers.length) return null;
    const ranges = await this.#held.rangesOf(postings, segments, numbers, words);
    if (ranges === null) return null;
    const { rows } = ranges;
    const read = rows.length === 0 ? [] : await this.#read(postings, { where: rows, placed });
    if (ranges.are(read)) return read;
    this.#held.forget(postings, segments);
    return null;
  }

  async #read(postings: string, choice: TermChoice): Promise<readonly StoredTerm[]> {
    const stored: StoredTerm[] = [];
    await eachStored(this.#connection, postings, choice, (each) => stored.push(each));
    return stored;
  }
}

function asked(
  words: readonly string[],
  [first = 0]: readonly number[],
  { known, placed }: Wanted,
): Sql | readonly Sql[] {
  const since = known === 0 ? sql`` : sql` AND segment >= ${whole(first)}`;
  const of = (some: readonly string[]): Sql => sql`${isAsked(some)}${since}`;
  // of words that are asked for together all rows between the first and the last are unpacked, which are long
  return placed && words.length <= APART ? words.map((word) => of([word])) : of(words);
}

function isAsked(words: readonly string[]): Sql {
  const [word = '', ...others] = words;
  return others.length === 0 ? sql`term = ${text(word)}` : sql`term IN (${joined(words.map(text), ', ')})`;
}
