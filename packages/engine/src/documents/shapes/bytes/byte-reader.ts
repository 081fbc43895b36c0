import type { IndexLayout } from '../../../index/layout.ts';
import type { SourceBytes } from '../../source-bytes.ts';
import { ByteBlock } from './byte-block.ts';
import { BytePlan } from './byte-plan.ts';
import { ByteScan } from './byte-scan.ts';

interface Known {
  readonly number: number;
  readonly plan: BytePlan;
}

/** Shapes tried before a document is read as a text. */
const TRIED = 4;

/** The plans of an index as it is laid out now, the last used ones first. */
class Plans {
  readonly byNumber = new Map<number, BytePlan | null>();
  recent: readonly Known[] = [];
}

const plansOf = new WeakMap<IndexLayout, Plans>();

/** Reads documents of one body by shapes that are known, from its bytes, without making texts of them. */
export class ByteReader {
  readonly #layout: IndexLayout;
  readonly #plans: Plans;
  readonly #scan: ByteScan;
  readonly block: ByteBlock;

  constructor(layout: IndexLayout, bytes: Buffer, most: number) {
    this.#layout = layout;
    this.#plans = plansOf.get(layout) ?? new Plans();
    plansOf.set(layout, this.#plans);
    this.#scan = new ByteScan(bytes);
    this.block = new ByteBlock(layout, bytes, most);
  }

  /** Reads a document into the next row of the block. @returns the number of its shape, or -1 when it is none for this */
  read({ from, to }: SourceBytes): number {
    return this.readAt(from, to);
  }

  /** The same for the document that stands in the bytes from `from` to `to`. */
  readAt(from: number, to: number): number {
    this.#scan.end = to;
    const { recent } = this.#plans;
    for (let i = 0; i < recent.length; i++) {
      const known = recent[i];
      if (!known?.plan.read(this.#scan, from, this.block)) continue;
      if (i > 0) this.#use(known);
      this.block.endRow(known.number, from, to);
      return known.number;
    }
    return -1;
  }

  /** A document had this shape: those that come may have it too. */
  learn(number: number): void {
    const { byNumber } = this.#plans;
    let plan = byNumber.get(number);
    if (plan === undefined) {
      const shape = this.#layout.state.shapes.get(number);
      plan = shape === undefined ? null : BytePlan.of(shape, this.#layout);
      byNumber.set(number, plan);
    }
    if (plan !== null && this.#plans.recent[0]?.number !== number) this.#use({ number, plan });
  }

  #use(known: Known): void {
    const others = this.#plans.recent.filter(({ number }) => number !== known.number);
    this.#plans.recent = [known, ...others].slice(0, TRIED);
  }
}
