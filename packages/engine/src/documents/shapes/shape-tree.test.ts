import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '@datasarana/testkit';
import type { Kind, Shape } from '../../index/shapes/shape.ts';
import { ShapeTree, type Walk } from './shape-tree.ts';

/** Numbers with a fraction are read in two ways, as those that end in `.0` when they are whole are. */
const READS: Readonly<Partial<Record<Kind, RegExp>>> = {
  whole: /\d+(?![.\d])/y,
  real: /\d+(\.\d*[1-9])?(?![.\d])/y,
  'real.0': /\d+\.\d+/y,
  text: /"[^"]*"/y,
};
const KINDS = Object.keys(READS) as readonly Kind[];

class TextWalk implements Walk<string, RegExp> {
  readonly #text: string;
  at = 0;
  taken = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.at === this.#text.length;
  }

  passes(piece: string): boolean {
    if (!this.#text.startsWith(piece, this.at)) return false;
    this.at += piece.length;
    return true;
  }

  takes(read: RegExp): boolean {
    this.taken++;
    read.lastIndex = this.at;
    if (!read.test(this.#text)) return false;
    this.at = read.lastIndex;
    return true;
  }
}

function shapeOf(members: readonly (readonly [name: string, kind: Kind])[]): Shape {
  const pieces = members.map(([name], i) => `${i === 0 ? '{' : ','}"${name}":`);
  return {
    pieces: [...pieces, members.length === 0 ? '{}' : '}'],
    slots: members.map(([path, kind]) => ({ path, kind })),
  };
}

const planOf = ({ pieces, slots }: Shape) => ({
  pieces,
  reads: slots.map(({ kind }) => READS[kind] ?? /$/y),
  others: [],
});

/** Whether a document has a shape, looked at alone. */
function has(document: string, { pieces, slots }: Shape): boolean {
  const walk = new TextWalk(document);
  const isRead = slots.every(({ kind }, i) => walk.passes(pieces[i] ?? '') && walk.takes(READS[kind] ?? /$/y));
  return isRead && walk.passes(pieces.at(-1) ?? '') && walk.isAtEnd;
}

function written(kind: Kind, below: (limit: number) => number): string {
  if (kind === 'text') return `"${'x'.repeat(below(4))}"`;
  if (kind === 'whole') return String(below(50));
  return kind === 'real' ? `${below(50)}.${1 + below(9)}` : `${below(50)}.${below(3)}`;
}

test('[IDX-09] a document is found to have a shape that fits it, of hundreds that differ in fields and kinds of values, and none when none fits', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const below = dice(seed);
    const kinds = (): readonly (readonly [string, Kind])[] =>
      ['a', 'ab', 'b', 'c', 'd'].flatMap((name) =>
        below(3) === 0 ? [] : [[name, KINDS[below(KINDS.length)] ?? 'text'] as const],
      );
    const shapes = Array.from({ length: 300 }, () => shapeOf(kinds()));
    const tree = new ShapeTree<string, RegExp>();
    const known = shapes.slice(0, 200);
    for (const [number, shape] of known.entries()) tree.add(number, shape, planOf(shape));
    for (let i = 0; i < 3000; i++) {
      const { pieces, slots } = shapes[i % 7 === 0 ? 3 : below(shapes.length)] ?? shapeOf([]);
      const document = slots.map(({ kind }, at) => pieces[at] + written(kind, below)).join('') + pieces.at(-1);
      const found = tree.find(new TextWalk(document));
      if (found === null) assert.ok(!known.some((shape) => has(document, shape)), document);
      else assert.ok(has(document, known[found.number] ?? shapeOf([])), document);
    }
  }
});

test('[IDX-09] values that can be read in several ways cannot make a document of another shape slow', () => {
  const tree = new ShapeTree<string, RegExp>();
  const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
  for (let number = 0; number < 400; number++) {
    const shape = shapeOf(
      names.map((name, i) => [name, (number * 7919) & (1 << (i % 30)) ? 'real' : 'real.0'] as const),
    );
    tree.add(number, shape, planOf(shape));
  }
  const walk = new TextWalk(`{${names.map((name) => `"${name}":1.5`).join(',')},"other":1}`);
  assert.equal(tree.find(walk), null);
  assert.ok(walk.taken < 1000, `${walk.taken} values were read`);
});
