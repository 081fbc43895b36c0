import { MadeIds } from '../../document-id.ts';
import type { ShapedRow } from '../../prepared.ts';
import type { ByteBlock } from './byte-block.ts';
import { type JoinedTexts, joinTexts } from './joined-texts.ts';

/** Rows of one block on their way into the table, with what is known of each by its place among them. */
export interface BlockRows {
  readonly block: ByteBlock;
  /** The row of the block each is. */
  readonly places: Int32Array;
  readonly ids: JoinedTexts;
  version(place: number): number;
  shape(place: number): number;
}

/** Numbers of documents by their places among the rows. */
export interface RowNumbers {
  doc(place: number): number;
  seqNo(place: number): number;
}

/** A document that was read from its bytes. */
export interface ByteRow {
  readonly id: string;
  readonly version: number;
  readonly doc: number;
  readonly seqNo: number;
  readonly read: ShapedRow;
}

/** Documents that are one behind the other in a bulk. */
export class SingleRows implements BlockRows, RowNumbers {
  readonly block: ByteBlock;
  readonly places: Int32Array;
  readonly #rows: readonly ByteRow[];

  constructor(block: ByteBlock, rows: readonly ByteRow[]) {
    this.block = block;
    this.places = Int32Array.from(rows, ({ read }) => read.row);
    this.#rows = rows;
  }

  get ids(): JoinedTexts {
    return joinTexts(this.#rows.map(({ id }) => id));
  }

  doc(place: number): number {
    return this.#rows[place]?.doc ?? 0;
  }

  version(place: number): number {
    return this.#rows[place]?.version ?? 0;
  }

  seqNo(place: number): number {
    return this.#rows[place]?.seqNo ?? 0;
  }

  shape(place: number): number {
    return this.#rows[place]?.read.shape ?? 0;
  }
}

/** Rows of a block from one of them on, with ids made for all of them. */
export class RunRows implements BlockRows {
  readonly block: ByteBlock;
  readonly places: Int32Array;
  readonly #ids: MadeIds;
  readonly #from: number;

  constructor(block: ByteBlock, ids: MadeIds, from: number, count: number) {
    this.block = block;
    this.places = new Int32Array(count);
    for (let place = 0; place < count; place++) this.places[place] = from + place;
    this.#ids = ids;
    this.#from = from;
  }

  get ids(): JoinedTexts {
    const { LENGTH } = MadeIds;
    const { length } = this.places;
    const ends = new Int32Array(length);
    for (let place = 0; place < length; place++) ends[place] = (place + 1) * LENGTH;
    return { bytes: this.#ids.bytes.subarray(this.#from * LENGTH, (this.#from + length) * LENGTH), ends };
  }

  version(): number {
    return 1;
  }

  shape(place: number): number {
    return this.block.shapes[this.#from + place] ?? 0;
  }
}
