import type { Shape } from '../../index/shapes/shape.ts';

/** How documents of one shape are read: what stands between their values, and what reads each. */
export interface Plan<Piece, Read> {
  readonly pieces: readonly Piece[];
  readonly reads: readonly Read[];
  /** Columns no value of the shape goes to. */
  readonly others: readonly number[];
}

/** A document on its way through the shapes. */
export interface Walk<Piece, Read> {
  /** How far it was read. */
  at: number;
  readonly isAtEnd: boolean;
  /** Whether this stands there, which it then has passed. */
  passes(piece: Piece): boolean;
  /** Whether a value stands there that is read in this way, which it then has passed. */
  takes(read: Read): boolean;
}

/** A shape that a document has. */
export interface Leaf {
  readonly number: number;
  readonly others: readonly number[];
}

interface End<Piece> {
  readonly text: string;
  readonly piece: Piece;
  readonly leaf: Leaf;
}

interface Choice<Piece, Read> {
  readonly key: string;
  readonly read: Read;
  readonly next: Node<Piece, Read>;
}

interface Branch<Piece, Read> {
  readonly text: string;
  readonly piece: Piece;
  /** What may stand behind it. */
  readonly choices: Choice<Piece, Read>[];
}

class Node<Piece, Read> {
  readonly branches: Branch<Piece, Read>[] = [];
  readonly ends: End<Piece>[] = [];
}

/** A shape that documents had one after the other. */
interface Straight<Piece, Read> {
  readonly plan: Plan<Piece, Read>;
  readonly leaf: Leaf;
}

/** Whether all of a document is read in the way of one shape. */
export function isReadBy<Piece, Read>({ pieces, reads }: Plan<Piece, Read>, walk: Walk<Piece, Read>): boolean {
  let i = 0;
  for (; i < reads.length; i++) {
    const [piece, read] = [pieces[i], reads[i]];
    if (piece === undefined || read === undefined || !walk.passes(piece) || !walk.takes(read)) return false;
  }
  const last = pieces[i];
  return last !== undefined && walk.passes(last) && walk.isAtEnd;
}

/** Values that are read in vain: a document with more is looked at anew, whatever shapes there are. */
const MOST_IN_VAIN = 64;

/** What led on last is tried first. */
function toFront<T>(list: T[], place: number): void {
  if (place === 0) return;
  const [one] = list.splice(place, 1);
  if (one !== undefined) list.unshift(one);
}

/**
 * Shapes of documents that differ in some fields, or in how a value is written, by what they begin with: what several have in common is
 * read once, so that hundreds of shapes cost no more than the places at which they part.
 */
export class ShapeTree<Piece, Read> {
  readonly #root = new Node<Piece, Read>();
  readonly #plans = new Map<number, Plan<Piece, Read>>();
  /** Documents one behind the other often have the same shape: then nothing is chosen. */
  #straight: Straight<Piece, Read> | null = null;
  #last = -1;
  #inVain = 0;

  has(number: number): boolean {
    return this.#plans.has(number);
  }

  add(number: number, { pieces: texts, slots }: Shape, plan: Plan<Piece, Read>): void {
    if (this.#plans.has(number)) return;
    this.#plans.set(number, plan);
    const { pieces, reads, others } = plan;
    let node = this.#root;
    for (const [i, { path, kind, zone = '' }] of slots.entries()) {
      const [text = '', piece, read] = [texts[i], pieces[i], reads[i]];
      if (piece === undefined || read === undefined) return;
      let branch = node.branches.find((each) => each.text === text);
      if (branch === undefined) {
        branch = { text, piece, choices: [] };
        node.branches.push(branch);
      }
      const key = `${kind} ${zone} ${path}`;
      let choice = branch.choices.find((each) => each.key === key);
      if (choice === undefined) {
        choice = { key, read, next: new Node() };
        branch.choices.push(choice);
      }
      node = choice.next;
    }
    const piece = pieces.at(-1);
    if (piece !== undefined) node.ends.push({ text: texts.at(-1) ?? '', piece, leaf: { number, others } });
  }

  /** The shape of the document, whose values were read; null when it has none of these. */
  find(walk: Walk<Piece, Read>): Leaf | null {
    if (this.#straight !== null) {
      const { at } = walk;
      if (isReadBy(this.#straight.plan, walk)) return this.#straight.leaf;
      this.#straight = null;
      walk.at = at;
    }
    this.#inVain = 0;
    const leaf = this.#from(this.#root, walk);
    const plan = leaf?.number === this.#last ? this.#plans.get(this.#last) : undefined;
    this.#last = leaf?.number ?? -1;
    if (leaf !== null && plan !== undefined) this.#straight = { plan, leaf };
    return leaf;
  }

  #from({ ends, branches }: Node<Piece, Read>, walk: Walk<Piece, Read>): Leaf | null {
    const { at } = walk;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i];
      if (end !== undefined && walk.passes(end.piece) && walk.isAtEnd) return end.leaf;
      walk.at = at;
    }
    for (let i = 0; i < branches.length; i++) {
      const branch = branches[i];
      if (branch === undefined || !walk.passes(branch.piece)) continue;
      const leaf = this.#behind(branch.choices, walk);
      if (leaf !== null) {
        toFront(branches, i);
        return leaf;
      }
      walk.at = at;
    }
    return null;
  }

  #behind(choices: Choice<Piece, Read>[], walk: Walk<Piece, Read>): Leaf | null {
    const { at } = walk;
    for (let i = 0; i < choices.length; i++) {
      const choice = choices[i];
      if (choice === undefined) continue;
      const leaf = walk.takes(choice.read) ? this.#from(choice.next, walk) : null;
      if (leaf !== null) {
        toFront(choices, i);
        return leaf;
      }
      if (++this.#inVain > MOST_IN_VAIN) return null;
      walk.at = at;
    }
    return null;
  }
}
