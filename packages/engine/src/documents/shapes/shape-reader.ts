import type { IndexLayout } from '../../index/layout.ts';
import { deriveShape } from './derive.ts';
import { RowBlock } from './row-block.ts';
import { Scan } from './scan.ts';
import { type Read, TextWalk, textPlan } from './shape-plan.ts';
import { isReadBy, ShapeTree } from './shape-tree.ts';

/** Characters of a document; in larger ones the expressions by which texts and lists are read may run out of memory. */
export const LONGEST = 4_000_000;

/** The shapes of documents of an index as it is laid out now. */
const treesOf = new WeakMap<IndexLayout, ShapeTree<string, Read>>();

/** Reads documents of an index by the shapes they have in common, straight into columns. */
export class ShapeReader {
  readonly #layout: IndexLayout;
  readonly #known: ShapeTree<string, Read>;
  readonly block: RowBlock;

  constructor(layout: IndexLayout) {
    this.#layout = layout;
    this.#known = treesOf.get(layout) ?? new ShapeTree();
    treesOf.set(layout, this.#known);
    this.block = new RowBlock(layout);
  }

  /** Reads a document into the next row of the block. @returns the number of its shape, or null when it is none for this */
  read(text: string): number | null {
    if (text.length > LONGEST) return null;
    const walk = new TextWalk(new Scan(text), this.block);
    const known = this.#known.find(walk);
    if (known === null) return this.#readNew(text, walk);
    walk.endRow(known.others);
    return known.number;
  }

  #readNew(text: string, walk: TextWalk): number | null {
    const { state, definition } = this.#layout;
    const { shapes } = state;
    const mapping = definition.stored?.mapping;
    const shape = mapping ? deriveShape(text, mapping) : null;
    const plan = shape === null ? null : textPlan(shape, this.#layout);
    if (shape === null || plan === null) return null;
    walk.at = 0;
    if (!isReadBy(plan, walk)) return null;
    const number = shapes.find(shape) ?? shapes.intern(shape);
    if (number === null) return null;
    this.#known.add(number, shape, plan);
    walk.endRow(plan.others);
    return number;
  }
}
