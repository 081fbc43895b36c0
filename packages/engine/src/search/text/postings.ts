import { setImmediate } from 'node:timers/promises';
import { type DuckDBConnection, DuckDBListVector } from '@duckdb/node-api';
import { textList } from '../clauses/values.ts';
import { bytesOf, chunksOf, integersOf, rowsOf } from '../run.ts';
import { name, type Sql, sql, text, whole } from '../sql.ts';
import { highestOf } from './best.ts';
import { DocBits } from './bits.ts';
import { type FieldSize, idf, lengthFactors, termScore } from './bm25.ts';
import { type PackedSegment, SegmentPacker, type SegmentPostings } from './packed-segment.ts';
import type { PostingsMemory } from './postings-memory.ts';
import type { PostingsSource, TermPostings, TermScores } from './postings-source.ts';

/** Reads the postings of one index inside one snapshot. */
export class PostingsReader implements PostingsSource {
  readonly #connection: DuckDBConnection;
  readonly #memory: PostingsMemory;
  /** Distinguishes index and state: a commit makes another. */
  readonly #state: string;
  readonly #gone: string;
  readonly #lengthless: ReadonlySet<string>;
  readonly capacity: number;

  constructor(given: {
    connection: DuckDBConnection;
    memory: PostingsMemory;
    state: string;
    gone: string;
    /** Postings of fields without norms. */
    lengthless: ReadonlySet<string>;
    capacity: number;
  }) {
    this.#connection = given.connection;
    this.#memory = given.memory;
    this.#state = given.state;
    this.#gone = given.gone;
    this.#lengthless = given.lengthless;
    this.capacity = given.capacity;
  }

  async remembered<T>(key: string, make: () => Promise<readonly [value: T, bytes: number]>): Promise<T> {
    const full = `${this.#state}/${key}`;
    const known = this.#memory.get<T>(full);
    if (known !== undefined) return known;
    const [value, bytes] = await make();
    this.#memory.set(full, value, bytes);
    return value;
  }

  /** What `keep` was given in this state, unless it had to make room. */
  kept<T>(key: string): T | undefined {
    return this.#memory.get<T>(`${this.#state}/${key}`);
  }

  keep(key: string, value: unknown, bytes: number): void {
    this.#memory.set(`${this.#state}/${key}`, value, bytes);
  }

  gone(): Promise<DocBits | null> {
    return this.remembered('gone', async () => {
      const rows = await rowsOf(this.#connection, sql`SELECT _doc FROM ${name(this.#gone)}`);
      const bits = new DocBits(this.capacity);
      for (const [doc] of rows) bits.add(Number(doc));
      return [rows.length === 0 ? null : bits, bits.data.length];
    });
  }

  async size(postings: string): Promise<FieldSize> {
    const segments = await this.#segments(postings);
    const sum = (of: (segment: Segment) => number): number => segments.reduce((total, each) => total + of(each), 0);
    const lengthless = this.#lengthless.has(postings);
    return { documents: sum((each) => each.documents), tokens: sum((each) => each.tokens), lengthless };
  }

  #segments(postings: string): Promise<readonly Segment[]> {
    return this.remembered(`${postings}/segments`, async () => {
      const rows = await rowsOf(
        this.#connection,
        sql`SELECT segment, docs, tokens FROM segments WHERE table_name = ${text(postings)} ORDER BY segment`,
      );
      const segments = rows.map((row) => {
        const [segment = 0, documents = 0, tokens = 0] = row.map(Number);
        return { segment, documents, tokens };
      });
      return [segments, 64 + 32 * segments.length];
    });
  }

  async terms(postings: string, words: readonly string[]): Promise<ReadonlyMap<string, TermPostings>> {
    const found = new Map<string, TermPostings>();
    const asked: string[] = [];
    for (const word of new Set(words)) {
      const known = this.#memory.get<TermPostings>(`${this.#state}/${postings}/term/${word}`);
      if (known === undefined) asked.push(word);
      else found.set(word, known);
    }
    if (asked.length === 0) return found;
    const gone = await this.gone();
    const read = (await this.#packed(postings, asked)) ?? (await this.#read(postings, asked));
    for (const [word, parts] of read) {
      const made = joinParts(parts, gone, this.capacity);
      found.set(word, made);
      this.#memory.set(
        `${this.#state}/${postings}/term/${word}`,
        made,
        made.docs.length * 7 + made.bits.data.length + 128,
      );
    }
    return found;
  }

  /** Scores of a term in its documents, in their order, before any boost. */
  async scores(postings: string, word: string, list: TermPostings): Promise<TermScores> {
    const size = await this.size(postings);
    return this.remembered(`${postings}/scores/${word}`, async () => {
      const factors = lengthFactors(size);
      const weight = idf(size.documents, list.documentFrequency);
      const scores = new Float32Array(list.docs.length);
      for (let i = 0; i < scores.length; i++) {
        scores[i] = termScore(weight, list.frequencies[i] ?? 1, factors[list.norms[i] ?? 0] ?? 1);
      }
      const highest = highestOf(scores);
      return [{ scores, highest }, scores.byteLength + highest.byteLength + 64];
    });
  }

  /**
   * From whole segments packed in memory: DuckDB reads all lists around the one that is asked for, so that to keep them all costs as
   * much as to read one. Null for a field asked about the first time, and for one that is too large.
   */
  async #packed(postings: string, words: readonly string[]): Promise<ReadonlyMap<string, readonly Part[]> | null> {
    const segments = await this.#segments(postings);
    const tokens = segments.reduce((sum, each) => sum + each.tokens, 0);
    if (tokens > MOST_PACKED || !this.#memory.isAskedAgain(`${postings}/packed`)) return null;
    const parts = new Map<string, Part[]>(words.map((word) => [word, []]));
    for (const { segment, tokens: occurrences } of segments) {
      const key = `${postings}/packed/${segment}`;
      const packed = this.#memory.get<PackedSegment>(key) ?? (await this.#pack(postings, segment, occurrences));
      this.#memory.set(key, packed, packed.bytes);
      for (const [word, own] of parts) {
        const part = packed.postings(word);
        if (part !== null) own.push(part);
      }
    }
    return parts;
  }

  async #pack(postings: string, segment: number, occurrences: number): Promise<PackedSegment> {
    const packer = new SegmentPacker(occurrences);
    const where = sql`segment = ${whole(segment)}`;
    await this.#eachList(sql`SELECT term, docs, norms FROM ${name(postings)} WHERE ${where}`, (term, part) =>
      packer.add(term, part),
    );
    return packer.done();
  }

  async #read(postings: string, words: readonly string[]): Promise<ReadonlyMap<string, readonly Part[]>> {
    const parts = new Map<string, Part[]>(words.map((word) => [word, []]));
    await this.#eachList(
      sql`SELECT term, docs, norms FROM ${name(postings)} WHERE term IN (SELECT unnest(${textList(words)})) ORDER BY segment`,
      (word, part) => parts.get(word)?.push(part),
    );
    return parts;
  }

  /** Calls `visit` with every list of a statement; what it is given is of the moment. */
  async #eachList(statement: Sql, visit: (term: string, part: Part) => void): Promise<void> {
    for (const chunk of await chunksOf(this.#connection, statement)) {
      const docs = chunk.getColumnVector(1);
      const norms = chunk.getColumnVector(2);
      if (!(docs instanceof DuckDBListVector) || !(norms instanceof DuckDBListVector)) continue;
      const allDocs = integersOf(docs.childVector);
      const allNorms = bytesOf(norms.childVector);
      for (let row = 0; row < chunk.rowCount; row++) {
        const term = String(chunk.getColumnVector(0).getItem(row));
        visit(term, { docs: entryOf(docs, row, allDocs), norms: entryOf(norms, row, allNorms) });
      }
      // packing is our own work: others get their turn in between
      await setImmediate();
    }
  }

  /** Documents with any term that fits. */
  async termsWhere(postings: string, where: Sql): Promise<DocBits> {
    const bits = new DocBits(this.capacity);
    const chunks = await chunksOf(this.#connection, sql`SELECT docs FROM ${name(postings)} WHERE ${where}`);
    for (const chunk of chunks) {
      const docs = chunk.getColumnVector(0);
      if (!(docs instanceof DuckDBListVector)) continue;
      const allDocs = integersOf(docs.childVector);
      for (let row = 0; row < chunk.rowCount; row++) {
        const own = entryOf(docs, row, allDocs);
        for (let i = 0; i < own.length; i++) bits.add(own[i] ?? 0);
      }
    }
    const gone = await this.gone();
    return gone === null ? bits : bits.with(gone, (a, b) => a & ~b);
  }

  async dictionary(postings: string, where: Sql, most?: number): Promise<readonly string[]> {
    const limit = most === undefined ? sql`` : sql` LIMIT ${whole(most)}`;
    const rows = await rowsOf(
      this.#connection,
      sql`SELECT DISTINCT term FROM ${name(postings)} WHERE ${where} ORDER BY term${limit}`,
    );
    return rows.map(([term]) => String(term));
  }
}

type Part = SegmentPostings;

/** A segment of a field as its statistics have it. */
interface Segment extends FieldSize {
  readonly segment: number;
}

/** Occurrences of a field's words that are kept packed at most. */
const MOST_PACKED = 16_000_000;

function entryOf<T extends Int32Array | Uint8Array>(list: DuckDBListVector, row: number, items: T): T {
  const start = list.getEntryOffset(row);
  return items.subarray(start, start + list.getEntryLength(row)) as T;
}

/** Equal neighbours become a frequency; documents gone since are left out. */
function joinParts(parts: readonly Part[], gone: DocBits | null, capacity: number): TermPostings {
  const bits = new DocBits(capacity);
  const room = parts.reduce((sum, part) => sum + part.docs.length, 0);
  const docs = new Int32Array(room);
  const frequencies = new Uint16Array(room);
  const norms = new Uint8Array(room);
  let used = 0;
  let documentFrequency = 0;
  let ascending = true;
  for (const part of parts) {
    for (let i = 0; i < part.docs.length; ) {
      const doc = part.docs[i] ?? 0;
      let next = i + 1;
      while (next < part.docs.length && part.docs[next] === doc) next++;
      documentFrequency++;
      if (gone === null || !gone.has(doc)) {
        ascending &&= used === 0 || (docs[used - 1] ?? 0) < doc;
        docs[used] = doc;
        bits.add(doc);
        frequencies[used] = Math.min(next - i, 65_535);
        norms[used] = part.norms[i] ?? 0;
        used++;
      }
      i = next;
    }
  }
  const made = { docs: docs.slice(0, used), frequencies: frequencies.slice(0, used), norms: norms.slice(0, used) };
  return { ...(ascending ? made : inArrivalOrder(made, bits)), bits, documentFrequency };
}

type Columns = Pick<TermPostings, 'docs' | 'frequencies' | 'norms'>;

/** By ascending number: segments that were merged do not come in order. */
function inArrivalOrder({ docs, frequencies, norms }: Columns, bits: DocBits): Columns {
  const places = new Int32Array(bits.capacity);
  for (let i = 0; i < docs.length; i++) places[docs[i] ?? 0] = i;
  const sorted = {
    docs: new Int32Array(docs.length),
    frequencies: new Uint16Array(docs.length),
    norms: new Uint8Array(docs.length),
  };
  let used = 0;
  bits.each((doc) => {
    const place = places[doc] ?? 0;
    sorted.docs[used] = doc;
    sorted.frequencies[used] = frequencies[place] ?? 0;
    sorted.norms[used++] = norms[place] ?? 0;
  });
  return sorted;
}
