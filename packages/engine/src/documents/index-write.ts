import { PlatformError } from '@datasarana/schema';
import { Breath } from '../store/breath.ts';
import type { Bulk } from './bulk.ts';
import { type MadeIds, makeId } from './document-id.ts';
import type { DocumentLines } from './document-lines.ts';
import type { WriteOperation, WriteRefused, WriteResult } from './operation.ts';
import { Prepared } from './prepared.ts';
import type { ReadLines } from './read-lines.ts';

/** What became of the operations of a write, in their order. */
export type WriteResults = readonly (WriteResult | WriteRefused)[];

/** Documents that were added together: each is new, of version 1, and has the sequence number behind that of the one before. */
export class AddedDocuments {
  readonly #ids: MadeIds;
  readonly count: number;
  /** Of the first. */
  readonly seqNo: number;

  constructor(ids: MadeIds, count: number, seqNo: number) {
    this.#ids = ids;
    this.count = count;
    this.seqNo = seqNo;
  }

  /** Their ids in ASCII, one behind the other, each of `MadeIds.LENGTH` bytes. */
  get ids(): Buffer {
    return this.#ids.bytes;
  }

  /** What became of one of them. */
  at(place: number): WriteResult {
    return { id: this.#ids.at(place), result: 'created', version: 1, seqNo: this.seqNo + place };
  }
}

/** A write of one index, read as far as it can be before its turn. */
export interface IndexWrite {
  /** How many documents it is about. */
  readonly count: number;
  /** About how many bytes they take. */
  readonly bytes: number;
  /** Ids it was given. */
  readonly ids: readonly string[];
  /** Whether it takes what documents are kept as. */
  readonly isUpdating: boolean;
  /** Works through it in its turn; what is refused of it is among its results. */
  run(bulk: Bulk): Promise<void>;
  /** All of it is refused. */
  refuse(error: PlatformError): void;
}

function bytesOf(operation: WriteOperation): number {
  if (operation.kind === 'delete') return 0;
  const text = operation.kind === 'update' ? operation.body : operation.source;
  return typeof text === 'string' ? text.length : text.to - text.from;
}

/** Writes one after the other; one that is refused leaves the others alone. */
export class OperationsWrite implements IndexWrite {
  readonly #operations: readonly WriteOperation[];
  readonly #prepared: Prepared;
  readonly bytes: number;
  results: WriteResults = [];

  constructor(operations: readonly WriteOperation[], prepared: Prepared) {
    this.#operations = operations;
    this.#prepared = prepared;
    let bytes = 0;
    for (const operation of operations) bytes += bytesOf(operation);
    this.bytes = bytes;
  }

  get count(): number {
    return this.#operations.length;
  }

  get ids(): readonly string[] {
    return this.#operations.flatMap(({ id }) => id ?? []);
  }

  get isUpdating(): boolean {
    return this.#operations.some(({ kind }) => kind === 'update');
  }

  async run(bulk: Bulk): Promise<void> {
    const results: (WriteResult | WriteRefused)[] = [];
    const breath = new Breath();
    for (let place = 0; place < this.#operations.length; place++) {
      const operation = this.#operations[place];
      if (operation === undefined) continue;
      const made = operation.id === null ? makeId() : null;
      try {
        results.push(bulk.run(operation, place, this.#prepared, made));
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        results.push({ id: operation.id ?? made, error });
      }
      if (breath.isDue) await breath.take();
    }
    this.results = results;
  }

  refuse(error: PlatformError): void {
    this.results = this.#operations.map(({ id }) => ({ id, error }));
  }
}

/** New documents that are given no id, which were all read from their bytes. */
export class LinesWrite implements IndexWrite {
  readonly #lines: DocumentLines;
  readonly #read: ReadLines;
  readonly bytes: number;
  readonly ids: readonly string[] = [];
  readonly isUpdating = false;
  results: AddedDocuments | WriteResults = [];

  constructor(lines: DocumentLines, read: ReadLines) {
    this.#lines = lines;
    this.#read = read;
    this.bytes = read.block.to - read.block.from;
  }

  get count(): number {
    return this.#lines.count;
  }

  async run(bulk: Bulk): Promise<void> {
    if (bulk.mapping === this.#read.mapping) {
      this.results = new AddedDocuments(this.#read.ids, this.count, bulk.seqNo);
      bulk.add(this.#lines, this.#read);
      return;
    }
    // the mapping is another one since: what was read holds no longer
    const singly = new OperationsWrite(this.#lines.operations, await Prepared.of(undefined, []));
    await singly.run(bulk);
    this.results = singly.results;
  }

  refuse(error: PlatformError): void {
    this.results = Array.from({ length: this.count }, () => ({ id: null, error }));
  }
}
