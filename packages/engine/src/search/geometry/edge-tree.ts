import type { Bounds } from './parts.ts';
import type { Edge, Place } from './plane.ts';

/** So many edges, or boxes of them, have one box around them. */
const FANOUT = 8;
/** Numbers of a box: west, south, east, north. */
const SIDES = 4;

/** The bounds of an edge, on the grid. */
export const boxOf = ([[ax, ay], [bx, by]]: Edge): Bounds => ({
  west: Math.min(ax, bx),
  south: Math.min(ay, by),
  east: Math.max(ax, bx),
  north: Math.max(ay, by),
});

/**
 * Edges of a line or of rings in boxes within boxes. What follows each other lies close together, so that whoever asks for the edges in
 * a small box looks at few others.
 */
export class EdgeTree {
  readonly #edges: readonly Edge[];
  /** Boxes around edges first, around those boxes next, and so on up to a single one. */
  readonly #levels: readonly Float64Array[];

  constructor(edges: readonly Edge[]) {
    this.#edges = edges;
    const levels: Float64Array[] = [];
    let boxes: Float64Array = Float64Array.from(edges.flatMap(sidesOf));
    do {
      boxes = boxesAround(boxes);
      levels.push(boxes);
    } while (boxes.length > SIDES);
    this.#levels = levels;
  }

  /** Whether any edge whose bounds touch the box fits. */
  some(box: Bounds, fits: (edge: Edge) => boolean): boolean {
    return this.#edges.length > 0 && this.#someIn(this.#levels.length - 1, 0, box, fits);
  }

  #someIn(level: number, first: number, box: Bounds, fits: (edge: Edge) => boolean): boolean {
    const boxes = this.#levels[level];
    if (boxes === undefined) {
      return this.#edges.slice(first, first + FANOUT).some((edge) => touches(box, sidesOf(edge), 0) && fits(edge));
    }
    const end = Math.min(boxes.length / SIDES, first + FANOUT);
    for (let i = first; i < end; i++) {
      if (touches(box, boxes, i * SIDES) && this.#someIn(level - 1, i * FANOUT, box, fits)) return true;
    }
    return false;
  }

  /** Ends of the edges whose bounds touch the box, some of them twice. */
  ends(box: Bounds): readonly Place[] {
    const found: Place[] = [];
    this.some(box, (edge) => {
      found.push(...edge);
      return false;
    });
    return found;
  }
}

/** Whether a box touches the one whose sides begin at `at`. */
const touches = ({ west, south, east, north }: Bounds, sides: ArrayLike<number>, at: number): boolean =>
  west <= (sides[at + 2] ?? 0) &&
  east >= (sides[at] ?? 0) &&
  south <= (sides[at + 3] ?? 0) &&
  north >= (sides[at + 1] ?? 0);

function sidesOf(edge: Edge): readonly number[] {
  const { west, south, east, north } = boxOf(edge);
  return [west, south, east, north];
}

function boxesAround(below: Float64Array): Float64Array {
  const boxes = new Float64Array(Math.ceil(below.length / SIDES / FANOUT) * SIDES);
  for (let i = 0; i < below.length / SIDES; i++) {
    const [at, from] = [Math.floor(i / FANOUT) * SIDES, i * SIDES];
    const isFirst = i % FANOUT === 0;
    for (let side = 0; side < SIDES; side++) {
      const value = below[from + side] ?? 0;
      const known = boxes[at + side] ?? 0;
      boxes[at + side] = isFirst ? value : side < 2 ? Math.min(known, value) : Math.max(known, value);
    }
  }
  return boxes;
}

const trees = new WeakMap<readonly Edge[], EdgeTree>();

/** The tree of edges, made when it is first asked for. */
export function treeOf(edges: readonly Edge[]): EdgeTree {
  const known = trees.get(edges);
  if (known !== undefined) return known;
  const made = new EdgeTree(edges);
  trees.set(edges, made);
  return made;
}
