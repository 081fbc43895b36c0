import type { IndexLayout } from '../../../index/layout.ts';
import type { SourceBytes } from '../../source-bytes.ts';
import { ShapeTree } from '../shape-tree.ts';
import { ByteBlock } from './byte-block.ts';
import { ByteWalk, bytePlan, type Read } from './byte-plan.ts';
import { ByteScan, type Piece } from './byte-scan.ts';

/** The shapes of an index as it is laid out now that are read from bytes, and numbers of those that are not. */
class Known {
  readonly tree = new ShapeTree<Piece, Read>();
  readonly others = new Set<number>();
}

const knownOf = new WeakMap<IndexLayout, Known>();

/** Reads documents of one body by shapes that are known, from its bytes, without making texts of them. */
export class ByteReader {
  readonly #layout: IndexLayout;
  readonly #known: Known;
  readonly #body: Buffer;
  readonly #scan: ByteScan;
  readonly #walk: ByteWalk;
  readonly block: ByteBlock;

  constructor(layout: IndexLayout, bytes: Buffer, most: number) {
    this.#layout = layout;
    this.#known = knownOf.get(layout) ?? new Known();
    knownOf.set(layout, this.#known);
    this.block = new ByteBlock(layout, bytes, most);
    this.#body = bytes;
    this.#scan = new ByteScan(bytes);
    this.#walk = new ByteWalk(this.#scan, this.block);
  }

  /** Whether it reads documents of that body. */
  isOf(bytes: Buffer): boolean {
    return this.#body === bytes;
  }

  /** Reads a document into the next row of the block. @returns the number of its shape, or -1 when it is none for this */
  read({ from, to }: SourceBytes): number {
    return this.readAt(from, to);
  }

  /** The same for the document that stands in the bytes from `from` to `to`. */
  readAt(from: number, to: number): number {
    const scan = this.#scan;
    const { used } = scan;
    this.#walk.begin(from, to);
    const found = this.#known.tree.find(this.#walk);
    if (found === null) {
      scan.used = used;
      return -1;
    }
    this.#walk.endRow(found.others);
    this.block.bytes = scan.bytes;
    this.block.endRow(found.number, from, scan.used > this.#body.length ? scan.used : to);
    return found.number;
  }

  /** A document had this shape: those that come may have it too. @returns whether it is new and read from bytes */
  learn(number: number): boolean {
    const { tree, others } = this.#known;
    if (tree.has(number) || others.has(number)) return false;
    const shape = this.#layout.state.shapes.get(number);
    const plan = shape === undefined ? null : bytePlan(shape, this.#layout);
    if (shape === undefined || plan === null) others.add(number);
    else tree.add(number, shape, plan);
    return plan !== null;
  }
}
