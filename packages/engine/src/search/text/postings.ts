import { setImmediate } from 'node:timers/promises';
import { type DuckDBConnection, DuckDBListVector } from '@duckdb/node-api';
import { textList } from '../clauses/values.ts';
import type { IndexVersion } from '../columns/version.ts';
import { bytesOf, chunksOf, integersOf, rowsOf } from '../run.ts';
import { name, type Sql, sql, text, whole } from '../sql.ts';
import { allPostings } from './all-postings.ts';
import { highestOf } from './best.ts';
import { DocBits } from './bits.ts';
import { type FieldSize, idf, lengthFactors, termScore } from './bm25.ts';
import { type DenseTerm, DenseTermMaker } from './dense-term.ts';
import { type PackedSegment, packedBytes, SegmentPacker, type SegmentPostings } from './packed-segment.ts';
import { PostingList } from './posting-list.ts';
import type { PostingsMemory } from './postings-memory.ts';
import type { PostingsSource, TermScores } from './postings-source.ts';
import { isDense, type ListedTerm, type TermPostings } from './term-postings.ts';

/** Reads the postings of one index inside one snapshot. */
export class PostingsReader implements PostingsSource {
  readonly #connection: DuckDBConnection;
  readonly #memory: PostingsMemory;
  /** Distinguishes index and state: a commit makes another. */
  readonly #state: string;
  /** Distinguishes the index alone. */
  readonly #index: string;
  readonly #deleted: number;
  readonly #gone: string;
  readonly #lengthless: ReadonlySet<string>;
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

  /** Whether something was noted that stays true of the index in all states to come. */
  isNoted(fact: string): boolean {
    return this.#memory.get<true>(`${this.#index}/${fact}`) === true;
  }

  note(fact: string): void {
    this.#memory.set(`${this.#index}/${fact}`, true, NOTE_BYTES);
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
    const sum = (of: (segment: Segment) => number): number => segments.reduce((total, each) => total + of(each), 0);
    const lengthless = this.#lengthless.has(postings);
    return { documents: sum((each) => each.documents), tokens: sum((each) => each.tokens), lengthless };
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
        sql`SELECT segment, docs, tokens, terms FROM segments WHERE table_name = ${text(postings)} ORDER BY segment`,
      );
      const segments = rows.map((row) => {
        const [segment = 0, documents = 0, tokens = 0, terms = 0] = row.map(Number);
        return { segment, documents, tokens, terms };
      });
      return [segments, 64 + 40 * segments.length];
    });
  }

  async terms(postings: string, words: readonly string[]): Promise<ReadonlyMap<string, TermPostings>> {
    const found = new Map<string, TermPostings>();
    const asked: string[] = [];
    for (const word of new Set(words)) {
      const known = this.kept<KeptList>(termKey(postings, word));
      if (known === undefined) asked.push(word);
      else found.set(word, known.made);
    }
    if ([...found.values()].some(isDense)) this.#lengths(postings);
    if (asked.length === 0) return found;
    const gone = await this.gone();
    const packed = await this.#packed(postings, asked, gone);
    for (const [word, list] of packed ?? []) found.set(word, this.#keepList(postings, word, list));
    const read = packed === null ? await this.#read(postings, asked, gone) : [];
    for (const [word, made] of read) found.set(word, made);
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
      const factors = lengthFactors(size);
      const weight = idf(size.documents, list.documentFrequency);
      const scores = new Float32Array(list.docs.length);
      const usual = scoresOfFew(weight, factors);
      for (let i = 0; i < scores.length; i++) {
        const [frequency, norm] = [list.frequencies[i] ?? 1, list.norms[i] ?? 0];
        scores[i] =
          frequency < FEW ? (usual[frequency * NORMS + norm] ?? 0) : termScore(weight, frequency, factors[norm] ?? 1);
      }
      const highest = highestOf(scores);
      return [{ scores, highest }, scores.byteLength + highest.byteLength + 64];
    });
  }

  /**
   * From whole segments packed in memory: DuckDB reads all lists around the one that is asked for, so that to keep them all costs as
   * much as to read one. Null for a field asked about the first time, and for one that is too large.
   */
  async #packed(postings: string, words: readonly string[], gone: DocBits | null): Promise<Lists | null> {
    const all = await this.#segments(postings);
    if (!this.#mayBePacked(all) || !this.#memory.isAskedAgain(`${postings}/packed`)) return null;
    const segments: PackedSegment[] = [];
    for (const { segment, tokens: occurrences } of all) {
      const key = `${postings}/packed/${segment}`;
      const packed = this.#memory.get<PackedSegment>(key) ?? (await this.#pack(postings, segment, occurrences));
      this.#memory.set(key, packed, packed.bytes);
      segments.push(packed);
    }
    const numbers = all.map(({ segment }) => segment);
    return words.map((word) => {
      const before = this.#memory.get<OfState<KeptList>>(`${this.#index}/${termKey(postings, word)}`);
      const list = new PostingList({ gone, capacity: this.capacity }, numbers, before?.value.list ?? undefined);
      const added = segments.slice(list.segments);
      list.expect(added.reduce((sum, each) => sum + each.occurrences(word), 0));
      for (const each of added) {
        list.add(each.of(word));
        list.close(numbers[list.segments] ?? 0);
      }
      return [word, list] as const;
    });
  }

  /** Whether all segments of a field are kept beside what else is: each that had to make room would be packed anew for every word. */
  #mayBePacked(segments: readonly Segment[]): boolean {
    const sum = (of: (segment: Segment) => number): number => segments.reduce((total, each) => total + of(each), 0);
    return sum(({ tokens }) => tokens) <= this.#memory.mostPacked && this.#memory.fits(sum(packedBytes));
  }

  async #pack(postings: string, segment: number, occurrences: number): Promise<PackedSegment> {
    const packer = new SegmentPacker(occurrences);
    const where = sql`segment = ${whole(segment)} AND term IS NOT NULL`;
    await this.#eachList(
      sql`SELECT term, docs, norms, segment FROM ${allPostings(postings)} WHERE ${where}`,
      (term, part) => packer.add(term, part),
    );
    return packer.done();
  }

  /** From the table, in as few statements as there is room for what they bring. */
  async #read(
    postings: string,
    words: readonly string[],
    gone: DocBits | null,
  ): Promise<ReadonlyMap<string, TermPostings>> {
    const { tokens } = await this.size(postings);
    const isApart = words.length <= (tokens > this.#memory.mostPacked ? MOST_APART : FEW_APART);
    const read = new Map<string, TermPostings>();
    for (const some of isApart ? words.map((word) => [word]) : [words]) {
      for (const [word, parts] of await this.#parts(postings, some))
        read.set(word, await this.#made(postings, word, parts, gone));
    }
    return read;
  }

  async #parts(postings: string, words: readonly string[]): Promise<ReadonlyMap<string, readonly Part[]>> {
    const parts = new Map<string, (Part & { readonly segment: number })[]>(words.map((word) => [word, []]));
    const [word = '', ...others] = words;
    // joined with a list of one word, the lists go through the join, which takes as long again
    const isAsked = others.length === 0 ? sql`term = ${text(word)}` : sql`term IN (SELECT unnest(${textList(words)}))`;
    await this.#eachList(
      sql`SELECT term, docs, norms, segment FROM ${allPostings(postings)} WHERE ${isAsked}`,
      (word, part, segment) => parts.get(word)?.push({ ...part, segment }),
    );
    // DuckDB would carry the lists along through an order of its own
    for (const own of parts.values()) own.sort((a, b) => a.segment - b.segment);
    return parts;
  }

  async #made(postings: string, word: string, parts: readonly Part[], gone: DocBits | null): Promise<TermPostings> {
    const occurrences = parts.reduce((sum, { docs }) => sum + docs.length, 0);
    if (this.#memory.isLarge(occurrences * LIST_BYTES)) return this.#dense(postings, word, parts, gone);
    return this.#keepList(postings, word, listOf(parts, occurrences, gone, this.capacity));
  }

  async #dense(postings: string, word: string, parts: readonly Part[], gone: DocBits | null): Promise<DenseTerm> {
    const maker = new DenseTermMaker(this.capacity, gone, this.#lengths(postings));
    for (const { docs, norms } of parts) {
      maker.add(docs, norms);
      await setImmediate();
    }
    const made = maker.done();
    const kept: KeptList = { list: null, made };
    this.keep(termKey(postings, word), kept, made.bytes + 128);
    return made;
  }

  /** Calls `visit` with every list of a statement and its segment; what it is given is of the moment. */
  async #eachList(statement: Sql, visit: (term: string, part: Part, segment: number) => void): Promise<void> {
    for (const chunk of await chunksOf(this.#connection, statement)) {
      const docs = chunk.getColumnVector(1);
      const norms = chunk.getColumnVector(2);
      if (!(docs instanceof DuckDBListVector) || !(norms instanceof DuckDBListVector)) continue;
      const allDocs = integersOf(docs.childVector);
      const allNorms = bytesOf(norms.childVector);
      const segments = integersOf(chunk.getColumnVector(3));
      for (let row = 0, rows = chunk.rowCount; row < rows; row++) {
        const term = String(chunk.getColumnVector(0).getItem(row));
        visit(term, { docs: entryOf(docs, row, allDocs), norms: entryOf(norms, row, allNorms) }, segments[row] ?? 0);
      }
      // packing is our own work: others get their turn in between
      await setImmediate();
    }
  }

  /** Documents with any term that fits. */
  async termsWhere(postings: string, where: Sql): Promise<DocBits> {
    const bits = new DocBits(this.capacity);
    const chunks = await chunksOf(
      this.#connection,
      sql`SELECT docs FROM ${allPostings(postings)} WHERE term IS NOT NULL AND (${where})`,
    );
    for (const chunk of chunks) {
      const docs = chunk.getColumnVector(0);
      if (!(docs instanceof DuckDBListVector)) continue;
      const allDocs = integersOf(docs.childVector);
      for (let row = 0, rows = chunk.rowCount; row < rows; row++) {
        const own = entryOf(docs, row, allDocs);
        for (let i = 0; i < own.length; i++) bits.add(own[i] ?? 0);
      }
    }
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
}

type Part = SegmentPostings;

/** A segment of a field as its statistics have it. */
interface Segment extends FieldSize {
  readonly segment: number;
  readonly terms: number;
}

const NOTE_BYTES = 64;

function entryOf<T extends Int32Array | Uint8Array>(list: DuckDBListVector, row: number, items: T): T {
  const start = list.getEntryOffset(row);
  return items.subarray(start, start + list.getEntryLength(row)) as T;
}

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

/** What is found of some words. */
type Lists = readonly (readonly [word: string, list: PostingList])[];

/** Words of a large field that are read one by one: one of ten million documents takes fifty megabytes on its way here. */
const MOST_APART = 64;
/** The same of other fields: a statement for one word finds it by the order of the terms, and takes no join. */
const FEW_APART = 4;

/** What an occurrence takes in a list: a document, how often, its length. */
const LIST_BYTES = 7;

function listOf(parts: readonly Part[], occurrences: number, gone: DocBits | null, capacity: number): PostingList {
  const list = new PostingList({ gone, capacity });
  list.expect(occurrences);
  for (const part of parts) list.add(part);
  return list;
}

/** Frequencies below it are nearly all there are; their scores are worked out once for each length. */
const FEW = 4;
const NORMS = 256;

const scoresOfFew = (weight: number, factors: Float64Array): Float64Array =>
  Float64Array.from({ length: FEW * NORMS }, (_, at) =>
    termScore(weight, Math.trunc(at / NORMS), factors[at % NORMS] ?? 1),
  );
