import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn, IndexLayout } from '../../index/layout.ts';
import { textColumns } from '../../load/postings.ts';
import { Breath } from '../../store/breath.ts';
import { FieldWords } from './field-words.ts';
import { TextsInBytes } from './texts-in-bytes.ts';
import { writeSegment } from './write-segment.ts';

/** Memory the words of one index may take while they wait. */
const MOST_BYTES = 24 * 1024 * 1024;

/** Writes whose documents may wait to be read. */
const MOST_COMING = 4;

/** The value of a text field: what is kept of it in its column. */
export type TextValue = string | readonly string[] | null;

/** Documents that stand one behind the other and are read in the same way. */
export interface WordedPart {
  readonly count: number;
  /** The texts of a field: where they stand in bytes, or what reads that of a document by its place among them. */
  readonly textsOf: (column: FieldColumn) => TextsInBytes | ((place: number) => TextValue);
}

/** Documents that came in, numbered one after the other. */
export interface WordedDocuments {
  /** Number of the first. */
  readonly first: number;
  readonly count: number;
  readonly parts: readonly WordedPart[];
}

/** Characters of a text whose words hold others up when they are cut out in one step. */
const LONG = 16_384;

/** Documents whose words are known already that are gone through between two looks at the clock. */
const BETWEEN_LOOKS = 256;

/**
 * Words of documents that are stored already and not yet searchable, gathered in memory. They are a help, not a record: after
 * a restart, or when a write has failed, the texts are read from the table again.
 */
export class WaitingWords {
  readonly #fields = new Map<string, FieldWords>();
  readonly #removed = new Set<number>();
  readonly #coming: (() => Promise<void>)[] = [];
  #settling: Promise<void> | null = null;
  #isWhole = true;
  /** The first document whose words are here, and the one after the last. */
  readonly from: number;
  next: number;

  constructor(from: number) {
    this.from = from;
    this.next = from;
  }

  /** Whether no more is to be gathered. */
  get isFull(): boolean {
    let bytes = this.#removed.size * 32;
    for (const field of this.#fields.values()) bytes += field.bytes;
    return bytes > MOST_BYTES;
  }

  /** Adds documents as soon as there is time, while DuckDB stores them. */
  add(layout: IndexLayout, added: WordedDocuments): void {
    this.next += added.count;
    this.#coming.push(() => this.#addNow(layout, added));
    this.#settling ??= this.#settle();
  }

  /** Waits until few of those that were added are still to be read. @returns false once a text could not be cut */
  async isWholeSoFar(): Promise<boolean> {
    if (this.#coming.length > MOST_COMING) await this.#settling;
    return this.#isWhole;
  }

  /** Waits until all that was added is here. @returns false once a text could not be cut: then it is read from the table, and whoever asks for it is told why */
  async isWhole(): Promise<boolean> {
    await this.#settling;
    return this.#isWhole;
  }

  async #settle(): Promise<void> {
    await setImmediate();
    try {
      for (let add = this.#coming.shift(); add !== undefined; add = this.#coming.shift()) await add();
    } catch {
      this.#coming.length = 0;
      this.#isWhole = false;
    }
    this.#settling = null;
  }

  async #addNow(layout: IndexLayout, { first, parts }: WordedDocuments): Promise<void> {
    const breath = new Breath();
    for (const column of textColumns(layout)) {
      const known = this.#fields.get(column.path);
      const words = known ?? new FieldWords(column.field.analyser ?? 'standard');
      if (known === undefined) this.#fields.set(column.path, words);
      let doc = first;
      for (const part of parts) {
        const texts = part.textsOf(column);
        if (texts instanceof TextsInBytes) await addRows(words, doc, part.count, texts, breath);
        else await addEach(words, doc, part.count, texts, breath);
        doc += part.count;
      }
    }
  }

  /** Takes out documents that were replaced or removed while their words waited. */
  remove(docs: readonly number[]): void {
    for (const doc of docs) if (doc >= this.from) this.#removed.add(doc);
  }

  /** Writes everything as segment `segment` of every text field. @returns whether there was any word */
  async write(connection: DuckDBConnection, layout: IndexLayout, segment: number): Promise<boolean> {
    await this.#settling;
    const breath = new Breath();
    let any = false;
    for (const column of textColumns(layout)) {
      const words = await this.#fields.get(column.path)?.segmentInPieces(this.#removed, breath);
      if (column.postings === null || words === undefined || words.docs.length === 0) continue;
      await writeSegment({ connection, table: column.postings, segment }, words);
      any = true;
    }
    return any;
  }
}

const isLong = (value: string | readonly string[]): boolean =>
  (typeof value === 'string' ? value.length : value.reduce((sum, { length }) => sum + length, 0)) > LONG;

async function addEach(
  words: FieldWords,
  first: number,
  count: number,
  textAt: (place: number) => TextValue,
  breath: Breath,
): Promise<void> {
  for (let place = 0; place < count; place++) {
    const value = textAt(place);
    if (value !== null && isLong(value)) await words.addLong(first + place, value, breath);
    else if (value !== null) words.add(first + place, value);
    if (breath.isDue) await breath.take();
  }
}

async function addRows(
  words: FieldWords,
  first: number,
  count: number,
  texts: TextsInBytes,
  breath: Breath,
): Promise<void> {
  for (let row = 0; row < count; row++) {
    const length = texts.length(row);
    if (length > LONG) await words.addLong(first + row, texts.text(row), breath);
    const isNew = length >= 0 && length <= LONG && words.addRow(first + row, texts, row);
    if ((isNew || row % BETWEEN_LOOKS === 0) && breath.isDue) await breath.take();
  }
}
