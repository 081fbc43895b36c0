import type { IndexLayout } from '../../index/layout.ts';
import { deriveShape } from './derive.ts';
import { RowBlock } from './row-block.ts';
import { Scan } from './scan.ts';
import { ShapePlan } from './shape-plan.ts';

interface Known {
  readonly number: number;
  readonly plan: ShapePlan;
}

/** Shapes tried before a document is looked at anew. */
const TRIED = 4;

/** Characters of a document; in larger ones the expressions by which texts and lists are read may run out of memory. */
export const LONGEST = 4_000_000;

/** The plans of an index as it is laid out now, the last used ones first. */
class Plans {
  readonly byNumber = new Map<number, ShapePlan | null>();
  recent: readonly Known[] = [];
}

const plansOf = new WeakMap<IndexLayout, Plans>();

/** Reads documents of an index by the shapes they have in common, straight into columns. */
export class ShapeReader {
  readonly #layout: IndexLayout;
  readonly #plans: Plans;
  readonly block: RowBlock;

  constructor(layout: IndexLayout) {
    this.#layout = layout;
    this.#plans = plansOf.get(layout) ?? new Plans();
    plansOf.set(layout, this.#plans);
    this.block = new RowBlock(layout);
  }

  /** Reads a document into the next row of the block. @returns the number of its shape, or null when it is none for this */
  read(text: string): number | null {
    if (text.length > LONGEST) return null;
    const scan = new Scan(text);
    for (const [place, known] of this.#plans.recent.entries()) {
      if (!known.plan.read(scan, this.block)) continue;
      if (place > 0) this.#use(known);
      return known.number;
    }
    return this.#readNew(text, scan);
  }

  #use(known: Known): void {
    this.#plans.recent = [known, ...this.#plans.recent.filter(({ number }) => number !== known.number)].slice(0, TRIED);
  }

  #readNew(text: string, scan: Scan): number | null {
    const { state, definition } = this.#layout;
    const { shapes } = state;
    const mapping = definition.stored?.mapping;
    const shape = mapping ? deriveShape(text, mapping) : null;
    if (shape === null) return null;
    const found = shapes.find(shape);
    const plan =
      (found === undefined ? undefined : this.#plans.byNumber.get(found)) ?? ShapePlan.of(shape, this.#layout);
    if (plan === null || !plan.read(scan, this.block)) return null;
    const number = found ?? shapes.intern(shape);
    if (number === null) {
      this.block.rows--;
      return null;
    }
    this.#plans.byNumber.set(number, plan);
    this.#use({ number, plan });
    return number;
  }
}
