import type { MadeIds } from './document-id.ts';
import type { DocumentLines } from './document-lines.ts';
import type { DocumentValues } from './document-values.ts';
import type { ShapedRow } from './prepared.ts';
import type { ReadLines } from './read-lines.ts';
import type { BuiltRun } from './shapes/bytes/built-run.ts';
import type { ByteBlock } from './shapes/bytes/byte-block.ts';
import type { SourceBytes } from './source-bytes.ts';

/** A document the bulk leaves behind; its values were read by shape or one by one. */
export interface Pending {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly routing: string | null;
  readonly source: string | SourceBytes;
  readonly read: DocumentValues | ShapedRow;
  /** Number of its row, once it has one. */
  doc: number;
  /** Whether the bulk has put another state in its place. */
  isLeft: boolean;
}

/** New documents that were read from their bytes, all of them rows of one block in its order, with ids made for them. */
export class PendingRun {
  readonly lines: DocumentLines;
  readonly block: ByteBlock;
  readonly ids: MadeIds;
  /** Its rows as they were put together before its turn. */
  readonly built: BuiltRun | null;
  /** Of the first; those behind it count on. */
  readonly seqNo: number;
  /** Number of the row of the first, once they have some. */
  doc = 0;

  constructor(lines: DocumentLines, { block, ids, built }: ReadLines, seqNo: number) {
    this.lines = lines;
    this.block = block;
    this.ids = ids;
    this.built = built;
    this.seqNo = seqNo;
  }

  get count(): number {
    return this.lines.count;
  }

  /** One of them as a document of its own. */
  at(place: number): Pending {
    return {
      id: this.ids.at(place),
      version: 1,
      seqNo: this.seqNo + place,
      routing: null,
      source: this.lines.source(place),
      read: { block: this.block, row: place, shape: this.block.shapes[place] ?? 0 },
      doc: this.doc + place,
      isLeft: false,
    };
  }

  /** All of them as documents of their own. */
  documents(): readonly Pending[] {
    return Array.from({ length: this.count }, (_, place) => this.at(place));
  }
}

/** What a bulk adds: single documents, and runs of them. */
export type Added = Pending | PendingRun;

export const countOf = (added: Added): number => (added instanceof PendingRun ? added.count : 1);
