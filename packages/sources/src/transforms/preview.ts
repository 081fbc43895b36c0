import { parseGeoPoint, SAMPLES } from '@datasarana/schema';
import { readNumber } from '../columns/cell.ts';
import { type DateFormat, parseDate } from '../dates/date-format.ts';
import type { Cell } from '../rows/row-reader.ts';
import { applyTransforms, type RowCells } from './apply.ts';
import type { Transform } from './transform.ts';

/** A cell before and after, as the preview of a transformation shows ten of (SRC-07). */
export interface TransformPreview {
  /** Place among the sampled rows, from 0. */
  readonly row: number;
  readonly before: Cell;
  readonly after: Cell;
  /** Why a function could not do its work on this value, or why the field refuses what came out. */
  readonly fault?: string;
  /** Place in the list of the function that could not. */
  readonly step?: number;
}

/** Ten values of a column, and how many of the sampled rows fail. */
export interface TransformSample {
  readonly values: readonly TransformPreview[];
  readonly failing: number;
  readonly rows: number;
}

type Unread<K extends Transform['kind']> = (
  transform: Extract<Transform, { readonly kind: K }>,
  before: string,
  after: Cell,
) => string | null;

/** Functions that leave alone, or empty, what they cannot read. */
const UNREAD: { readonly [K in Transform['kind']]?: Unread<K> } = {
  date: ({ from }, before) =>
    parseDate(before, from as DateFormat) === null ? `'${before}' is no date written as ${from}` : null,
  number: ({ decimal }, before, after) =>
    after === null || readNumber(after) === null
      ? `'${before}' is no number with a decimal ${decimal === ',' ? 'comma' : 'point'}`
      : null,
  split: ({ by, take }, before, after) =>
    take !== undefined && after === null ? `'${before}' has no such part between '${by}'` : null,
  point: (_point, before, after) =>
    after === null || parseGeoPoint(after) === null ? `'${after ?? before}' is no point on the map` : null,
};

function unread(transform: Transform, before: Cell, after: Cell): string | null {
  const check = UNREAD[transform.kind] as Unread<Transform['kind']> | undefined;
  const nothing = (before ?? '').trim() === '' && (after ?? '').trim() === '';
  return check && !nothing ? check(transform, before ?? '', after) : null;
}

function previewCell(
  before: Cell,
  cells: RowCells,
  transforms: readonly Transform[],
  taken: (after: string) => string | null,
): Omit<TransformPreview, 'row'> {
  let value = before;
  let failed: { readonly fault: string; readonly step: number } | undefined;
  for (const [step, transform] of transforms.entries()) {
    try {
      const after = applyTransforms(value, [transform], cells);
      const fault = failed ? null : unread(transform, value, after);
      if (fault !== null) failed = { fault, step };
      value = after;
    } catch (cause) {
      return { before, after: null, step, fault: cause instanceof Error ? cause.message : String(cause) };
    }
  }
  const refused = failed || value === null ? null : taken(value);
  return { before, after: value, ...failed, ...(refused !== null && { fault: refused }) };
}

/** The first of each value. */
const different = (all: readonly TransformPreview[]): readonly TransformPreview[] => [
  ...new Map(all.toReversed().map((one) => [one.before, one])).values(),
];
const inOrder = (all: readonly TransformPreview[]): readonly TransformPreview[] =>
  all.toSorted((a, b) => a.row - b.row);

/** Ten of the values: some that fail, then different ones, in the order of their rows. */
function ten(all: readonly TransformPreview[]): readonly TransformPreview[] {
  const most = SAMPLES.valuesPerColumn;
  const failing = inOrder(different(all.filter(({ fault }) => fault !== undefined))).slice(0, most / 2);
  return inOrder([...new Set([...failing, ...inOrder(different(all)), ...all])].slice(0, most));
}

/**
 * Ten sampled values of a column before and after its functions, and how many of the sampled rows fail. `taken` says why the
 * field refuses a value; it is asked about what comes out.
 */
export function previewTransforms(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  index: number,
  transforms: readonly Transform[],
  taken: (after: string) => string | null = () => null,
): TransformSample {
  const at = new Map(columns.map((name, i) => [name, i]));
  const all = rows.map((row, place) => {
    const cells: RowCells = (name) => (at.has(name) ? (row[at.get(name) ?? 0] ?? null) : undefined);
    return { row: place, ...previewCell(row[index] ?? null, cells, transforms, taken) };
  });
  return { values: ten(all), failing: all.filter(({ fault }) => fault !== undefined).length, rows: all.length };
}
