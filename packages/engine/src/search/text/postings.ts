import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { FoundPlaces, isPlaced, type PackedTerm, unpacked } from '../../documents/words/packed-words.ts';
import { eachStored, type StoredTerm } from '../../documents/words/stored-terms.ts';
import { Breath } from '../../store/breath.ts';
import type { IndexVersion } from '../columns/version.ts';
import { rowsOf } from '../run.ts';
import { name, type Sql, sql, whole } from '../sql.ts';
import { allPostings } from './all-postings.ts';
import { highestOf } from './best.ts';
import { BEST_BYTES, type BestOfWord, bestOfWord, FIRST_BEST, MOST_BEST } from './best-of-word.ts';
import { DocBits } from './bits.ts';
import { type FieldSize, idf, lengthFactors } from './bm25.ts';
import { type DenseTerm, DenseTermMaker } from './dense-term.ts';
import { HeldSegments, type Segment, sumOf } from './held-segments.ts';
import { PostingList } from './posting-list.ts';
import type { PostingsMemory } from './postings-memory.ts';
import type { PostingsSource, TermScores, WordPlaces } from './postings-source.ts';
import { type StoredOfWords, StoredWords, type Wanted } from './stored-words.ts';
import { isDense, type ListedTerm, type TermPostings } from './term-postings.ts';
import { scoresOf } from './usual-scores.ts';

/** Reads the postings of one index inside one snapshot. */
export class PostingsReader implements PostingsSource {
  readonly #connection: DuckDBConnection;
  readonly #memory: PostingsMemory;
  readonly #held: HeldSegments;
  readonly #stored: StoredWords;
  /** Distinguishes index and state: a commit makes another. */
  readonly #state: string;
  /** Distinguishes the index alone. */
  readonly #index: string;
  readonly #deleted: number;
  readonly #gone: string;
  readonly #lengthless: ReadonlySet<string>;
  /** Rows that were read with their places, until these are asked for. */
  readonly #placed = new Map<string, readonly StoredTerm[]>();
  readonly capacity: number;

  constructor(given: {
    connection: DuckDBConnection;
    memory: PostingsMemory;
    version: IndexVersion;
    /** Table of documents that are no longer there. */
    gone: string;
    /** Postings of fields without norms. */
    lengthless: ReadonlySet<string>;
  }) {
    this.#connection = given.connection;
    this.#memory = given.memory;
    this.#held = new HeldSegments(given.connection, given.memory);
    this.#stored = new StoredWords(given.connection, this.#held);
    const { key, deleted, nextDoc } = given.version;
    this.#state = key;
    this.#deleted = deleted;
    this.#gone = given.gone;
    this.#index = given.gone;
    this.#lengthless = given.lengthless;
    this.capacity = nextDoc;
  }

  /** What was remembered of an earlier state makes room. */
  async remembered<T>(key: string, make: () => Promise<readonly [value: T, bytes: number]>): Promise<T> {
    const known = this.kept<T>(key);
    if (known !== undefined) return known;
    const [value, bytes] = await make();
    this.keep(key, value, bytes);
    return value;
  }

  /** What `keep` was given in this state, unless it had to make room. */
  kept<T>(key: string): T | undefined {
    const entry = this.#memory.get<OfState<T>>(`${this.#index}/${key}`);
    return entry?.state === this.#state ? entry.value : undefined;
  }

  keep(key: string, value: unknown, bytes: number): void {
    const entry: OfState<unknown> = { state: this.#state, value };
    this.#memory.set(`${this.#index}/${key}`, entry, bytes);
  }

  /** Documents that are no longer there; the same set as long as no more are removed. */
  async gone(): Promise<DocBits | null> {
    if (this.#deleted === 0) return null;
    const key = `${this.#index}/gone/${this.#deleted}`;
    const known = this.#memory.get<DocBits>(key);
    if (known !== undefined) return known;
    const rows = await rowsOf(this.#connection, sql`SELECT _doc FROM ${name(this.#gone)}`);
    const bits = new DocBits(this.capacity);
    for (const [doc] of rows) bits.add(Number(doc));
    this.#memory.set(key, bits, bits.data.length);
    return bits;
  }

  async size(postings: string): Promise<FieldSize> {
    const segments = await this.#segments(postings);
    const documents = sumOf(segments, (each) => each.documents);
    const tokens = sumOf(segments, (each) => each.tokens);
    return { documents, tokens, lengthless: this.#lengthless.has(postings) };
  }

  words(postings: string): Promise<number> {
    return this.remembered(`${postings}/words`, async () => {
      const counted = sql`SELECT count(DISTINCT term) FROM ${allPostings(postings)}`;
      const [row] = await rowsOf(this.#connection, counted);
      return [Number(row?.[0] ?? 0), NOTE_BYTES];
    });
  }

  #segments(postings: string): Promise<readonly Segment[]> {
    return this.remembered(`${postings}/segments`, async () => {
      const rows = await rowsOf(
        this.#connection,
        sql`SELECT segment, docs, tokens, terms FROM segments WHERE table_name = '${name(postings)}' ORDER BY segment`,
      );
      const segments = rows.map((row) => {
        const [segment = 0, documents = 0, tokens = 0, terms = 0] = row.map(Number);
        return { segment, documents, tokens, terms };
      });
      return [segments, 64 + 40 * segments.length];
    });
  }

  async terms(
    postings: string,
    words: readonly string[],
    { placed = false } = {},
  ): Promise<ReadonlyMap<string, TermPostings>> {
    const found = new Map<string, TermPostings>();
    const asked: string[] = [];
    for (const word of new Set(words)) {
      const known = this.kept<KeptList>(termKey(postings, word));
      if (known === undefined) asked.push(word);
      else found.set(word, known.made);
    }
    if ([...found.values()].some(isDense)) this.#lengths(postings);
    if (asked.length === 0) return found;
    for (let from = 0; from < asked.length; from += TOGETHER) {
      const some = asked.slice(from, from + TOGETHER);
      for (const [word, made] of await this.#read(postings, some, { anew: false, placed })) found.set(word, made);
    }
    return found;
  }

  /**
   * The documents a word gives the highest scores, `wanted` of them at least, for a word nobody asked for yet or whose best are kept; null
   * for others, whose lists are of more use.
   */
  async best(postings: string, word: string, wanted: number): Promise<BestOfWord | null> {
    const key = `${postings}/best/${word}`;
    const known = this.kept<BestOfWord>(key);
    if (known !== undefined && known.best.length >= Math.min(wanted, known.total)) return known;
    const isKnown = [key, termKey(postings, word)].some((each) => this.#memory.has(`${this.#index}/${each}`));
    if (known === undefined && isKnown) return null;
    const numbers = (await this.#segments(postings)).map(({ segment }) => segment);
    const parts = await this.#parts(postings, [word], numbers, { known: 0, placed: false });
    const rows = numbers.flatMap((segment) => parts.get(word)?.get(segment) ?? []);
    const most = wanted <= FIRST_BEST ? FIRST_BEST : MOST_BEST;
    const of = { gone: await this.gone(), size: await this.size(postings) };
    const found = await bestOfWord(rows, { ...of, most, breath: new Breath(this.#connection) });
    this.keep(key, found, BEST_BYTES * most);
    return found;
  }

  #keepList(postings: string, word: string, list: PostingList): ListedTerm {
    const made = list.done();
    const kept: KeptList = { list, made };
    this.keep(termKey(postings, word), kept, list.bytes + 128);
    return made;
  }

  /** Lengths of the texts of a field, by document, as far as its dense terms have told them. */
  #lengths(postings: string): Uint8Array {
    const key = `${postings}/lengths`;
    const known = this.kept<Uint8Array>(key);
    if (known !== undefined) return known;
    const made = new Uint8Array(this.capacity);
    this.keep(key, made, made.length);
    return made;
  }

  /** Scores of a term in its documents, in their order, before any boost. */
  async scores(postings: string, word: string, list: ListedTerm): Promise<TermScores> {
    const size = await this.size(postings);
    return this.remembered(`${postings}/scores/${word}`, async () => {
      const scores = scoresOf(list, idf(size.documents, list.documentFrequency), lengthFactors(size));
      const highest = highestOf(scores);
      return [{ scores, highest }, scores.byteLength + highest.byteLength + 64];
    });
  }

  /** From the table; lists of an earlier state go on with the segments that came since, unless they are to be read `anew`. */
  async #read(
    postings: string,
    words: readonly string[],
    { anew, placed }: { readonly anew: boolean; readonly placed: boolean },
  ): Promise<ReadonlyMap<string, TermPostings>> {
    const gone = await this.gone();
    const numbers = (await this.#segments(postings)).map(({ segment }) => segment);
    const lists = new Map(words.map((word) => [word, this.#begun(postings, word, numbers, { gone, anew })]));
    const known = Math.min(...Array.from(lists.values(), ({ segments }) => segments));
    const parts = await this.#parts(postings, words, numbers, { known, placed });
    const read = new Map<string, TermPostings>();
    const large: string[] = [];
    for (const [word, list] of lists) {
      const own = numbers
        .slice(list.segments)
        .map((segment): Part => ({ segment, rows: parts.get(word)?.get(segment) ?? [] }));
      const documents = own.reduce((sum, { rows }) => sum + documentsIn(rows), list.documents);
      if (!this.#memory.isLarge(documents * LIST_BYTES)) read.set(word, this.#listed(postings, word, list, own));
      else if (list.segments > 0) large.push(word);
      else read.set(word, await this.#dense(postings, word, own, gone));
    }
    for (const word of large)
      for (const each of await this.#read(postings, [word], { anew: true, placed: false })) read.set(...each);
    return read;
  }

  #begun(
    postings: string,
    word: string,
    segments: readonly number[],
    { gone, anew }: { readonly gone: DocBits | null; readonly anew: boolean },
  ): PostingList {
    const before = anew ? undefined : this.#memory.get<OfState<KeptList>>(`${this.#index}/${termKey(postings, word)}`);
    return new PostingList({ gone, capacity: this.capacity }, segments, before?.value.list ?? undefined);
  }

  /** What the segments from the one at place `known` on have of each word. */
  async #parts(
    postings: string,
    words: readonly string[],
    segments: readonly number[],
    { known, placed }: { readonly known: number; readonly placed: boolean },
  ): Promise<ReadonlyMap<string, ReadonlyMap<number, readonly PackedTerm[]>>> {
    const parts = new Map<string, Map<number, readonly PackedTerm[]>>(words.map((word) => [word, new Map()]));
    const first = segments[known];
    if (first === undefined) return parts;
    const held = await this.#held.wholeRowsOf(postings, await this.#segments(postings), segments.slice(known));
    for (const [i, rows] of held?.entries() ?? [])
      for (const [word, own] of parts) own.set(segments[known + i] ?? 0, rows.of(word));
    if (held !== null) return parts;
    const withPlaces = placed && known === 0;
    for (const [word, stored] of await this.#storedOf(postings, words, { known, placed: withPlaces })) {
      if (withPlaces) this.#placed.set(termKey(postings, word), stored);
      parts.set(
        word,
        Map.groupBy(stored, ({ segment }) => segment),
      );
    }
    return parts;
  }

  #listed(postings: string, word: string, list: PostingList, parts: readonly Part[]): ListedTerm {
    list.expect(parts.reduce((sum, { rows }) => sum + documentsIn(rows), 0));
    for (const { segment, rows } of parts) {
      for (const row of rows) list.addPacked(row);
      list.close(segment);
    }
    return this.#keepList(postings, word, list);
  }

  async #dense(postings: string, word: string, parts: readonly Part[], gone: DocBits | null): Promise<DenseTerm> {
    const maker = new DenseTermMaker(this.capacity, gone, this.#lengths(postings));
    for (const { rows } of parts) {
      for (const row of rows) maker.add(unpacked(row));
      await setImmediate();
    }
    const made = maker.done();
    const kept: KeptList = { list: null, made };
    this.keep(termKey(postings, word), kept, made.bytes + 128);
    return made;
  }

  async places(postings: string, words: readonly string[], wanted: Int32Array): Promise<WordPlaces> {
    const found = new Map(words.map((word) => [word, new FoundPlaces(wanted)]));
    const untold = new DocBits(this.capacity);
    const read = words.filter((word) => !this.#placed.has(termKey(postings, word)));
    const stored = await this.#storedOf(postings, read, { known: 0, placed: true });
    for (const word of words) {
      const key = termKey(postings, word);
      for (const each of stored.get(word) ?? this.#placed.get(key) ?? []) {
        if (isPlaced(each)) found.get(word)?.add(each);
        else for (const doc of unpacked(each).docs) untold.add(doc);
      }
      this.#placed.delete(key);
    }
    return { found, untold };
  }

  /** What the segments from the one at place `known` on have of some words. */
  async #storedOf(postings: string, words: readonly string[], how: Wanted): Promise<StoredOfWords> {
    return this.#stored.of({ postings, segments: await this.#segments(postings) }, words, how);
  }

  /** Documents with any term that fits. */
  async termsWhere(postings: string, where: Sql): Promise<DocBits> {
    const bits = new DocBits(this.capacity);
    const isMeant = sql`term IS NOT NULL AND (${where})`;
    await eachStored(this.#connection, postings, { where: isMeant }, (stored) => {
      const { docs } = unpacked(stored);
      for (let i = 0; i < docs.length; i++) bits.add(docs[i] ?? 0);
    });
    const gone = await this.gone();
    return gone === null ? bits : bits.without(gone);
  }

  async dictionary(postings: string, where: Sql, most?: number): Promise<readonly string[]> {
    const limit = most === undefined ? sql`` : sql` LIMIT ${whole(most)}`;
    const rows = await rowsOf(
      this.#connection,
      sql`SELECT DISTINCT term FROM ${allPostings(postings)} WHERE term IS NOT NULL AND (${where}) ORDER BY term${limit}`,
    );
    return rows.map(([term]) => String(term));
  }

  async termsOfLengths(postings: string, shortest: number, longest: number): Promise<readonly string[] | null> {
    const key = `${postings}/lengths of terms`;
    const known = this.kept<TermsByLength | null>(key) ?? (await this.#termsByLength(postings, key));
    if (known === null) return null;
    const lengths = Array.from({ length: longest - shortest + 1 }, (_, i) => shortest + i);
    return lengths.flatMap((length) => known.get(length) ?? []);
  }

  /** Null for a field that is asked about the first time in this state, and where there is no room for its terms. */
  async #termsByLength(postings: string, key: string): Promise<TermsByLength | null> {
    const isFirst = this.kept(key) === undefined;
    if (isFirst) this.keep(key, null, NOTE_BYTES);
    const segments = await this.#segments(postings);
    const fits = (terms: number): boolean => this.#memory.fits(terms * TERM_TEXT_BYTES);
    if (isFirst || !segments.every(({ terms }) => fits(terms)) || !fits(await this.words(postings))) return null;
    const terms = await this.dictionary(postings, sql`TRUE`);
    const made = Map.groupBy(terms, (term) => [...term].length);
    this.keep(key, made, terms.length * TERM_TEXT_BYTES);
    return made;
  }
}

/** Terms by how many characters they have. */
type TermsByLength = ReadonlyMap<number, readonly string[]>;

/** About what the text of a term takes in memory. */
const TERM_TEXT_BYTES = 64;

/** What a segment has of a word. */
interface Part {
  readonly segment: number;
  readonly rows: readonly PackedTerm[];
}

const documentsIn = (rows: readonly PackedTerm[]): number => sumOf(rows, ({ documents }) => documents);

const NOTE_BYTES = 64;

/** What is kept holds in one state of the index. */
interface OfState<T> {
  readonly state: string;
  readonly value: T;
}

/** A term's list, with what it goes on from in a later state. */
interface KeptList {
  /** Null of a term that is kept as a set, which is made anew. */
  readonly list: PostingList | null;
  readonly made: TermPostings;
}

const termKey = (postings: string, word: string): string => `${postings}/term/${word}`;

/** Words that are read by one statement. */
const TOGETHER = 16;
/** What a document takes in a list: its number, how often it has the term, its length. */
const LIST_BYTES = 7;
