import { MAX_VALUE_BYTES } from '@datasarana/schema';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { inAsciiDigits } from '../columns/digits.ts';
import { withMinusInFront } from '../columns/sign.ts';
import { type DateFormat, parseDate } from '../dates/date-format.ts';
import { isoText } from '../dates/iso-text.ts';
import { plainDegrees, plainPlace } from '../geo/degrees.ts';
import type { Cell } from '../rows/row-reader.ts';
import { PLACEHOLDER } from './columns-read.ts';
import { compilePattern } from './regexp.ts';
import type { Transform } from './transform.ts';

/** The other cells of the row, by the name of their column; undefined = no such column. */
export type RowCells = (column: string) => Cell | undefined;
/** One column's list of functions, ready to be used on many rows. */
export type CellTransform = (cell: Cell, row: RowCells) => Cell;

/** A value became larger than a field holds (TPL-06). */
export class TransformTooLarge extends Error {
  constructor() {
    super('The transformed value is larger than the 4 MB a field holds.');
    this.name = 'TransformTooLarge';
  }
}

const withinLimit = (length: number): void => {
  if (length > MAX_VALUE_BYTES) throw new TransformTooLarge();
};

/** Text functions: an absent cell stays absent. */
const onText =
  (change: (text: string) => string): CellTransform =>
  (cell) =>
    cell === null ? null : change(cell);

type Prepare<K extends Transform['kind']> = (transform: Extract<Transform, { readonly kind: K }>) => CellTransform;

const PREPARE: { readonly [K in Transform['kind']]: Prepare<K> } = {
  map: ({ pairs }) => {
    const values = new Map(pairs);
    return onText((text) => values.get(text) ?? text);
  },
  static:
    ({ value }) =>
    () =>
      value,
  upper: () => onText((text) => text.toUpperCase()),
  lower: () => onText((text) => text.toLowerCase()),
  trim: () => onText((text) => text.trim()),
  split: ({ by, take }) => {
    if (take === undefined) return onText((text) => JSON.stringify(text.split(by)));
    return (cell) => cell?.split(by).at(take) ?? null;
  },
  join: ({ with: between, columns }) => {
    return (_cell, row) => {
      const parts = columns.map((column) => row(column) ?? '').filter((part) => part !== '');
      return parts.length === 0 ? null : parts.join(between);
    };
  },
  replace: ({ find, by, regexp }) => onText(regexp ? patternReplacer(find, by) : textReplacer(find, by)),
  date: ({ from }) =>
    onText((text) => {
      const ms = parseDate(text, from as DateFormat);
      return ms === null ? text : isoText(ms);
    }),
  number: ({ decimal, group }) => onText((text) => plainNumber(text, decimal, group)),
  point: ({ lat, lon, order }) => {
    if (lat === undefined || lon === undefined)
      return onText((text) => plainPlace(text, order) ?? orderedPair(text, order));
    return (_cell, row) => {
      const pair = [row(lat) ?? '', row(lon) ?? ''].map((part) => `${plainDegrees(part) ?? part.trim()}`);
      return pair.every((part) => part === '') ? null : pair.join(',');
    };
  },
  hash: () => onText((text) => bytesToHex(sha256(utf8ToBytes(text)))),
  template: ({ text }) => {
    const parts = text.split(PLACEHOLDER);
    return (cell, row) => parts.map((part, i) => (i % 2 === 0 ? part : placed(part.trim(), cell, row))).join('');
  },
};

/** `{{name}}` is a column of the row, `{{value}}` the cell itself when no column has that name. */
const placed = (name: string, cell: Cell, row: RowCells): string => {
  const found = row(name);
  return (found === undefined && name === 'value' ? cell : found) ?? '';
};

function textReplacer(find: string, by: string): (text: string) => string {
  return (text) => {
    const parts = text.split(find);
    withinLimit(text.length + (parts.length - 1) * (by.length - find.length));
    return parts.join(by);
  };
}

/** `$1`…`$9` in `by` are the pattern's groups, `$0` the whole match, `$$` a dollar sign. */
function patternReplacer(find: string, by: string): (text: string) => string {
  const pattern = compilePattern(find);
  const groups = pattern.groupCount();
  const parts = by.split(/\$([$0-9])/);
  return (text) => {
    const matcher = pattern.matcher(text);
    let made = '';
    let from = 0;
    while (matcher.find()) {
      made += text.slice(from, matcher.start());
      parts.forEach((part, i) => {
        if (i % 2 === 0) made += part;
        else if (part === '$') made += '$';
        else if (Number(part) <= groups) made += matcher.group(Number(part)) ?? '';
        else made += `$${part}`;
      });
      from = matcher.end();
      withinLimit(made.length);
    }
    return made + text.slice(from);
  };
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** A number with these signs as the import reads it; what is none stays as it is. */
function plainNumber(text: string, decimal: '.' | ',', group: string | undefined): string {
  const value = withMinusInFront(inAsciiDigits(text, decimal, group));
  let plain = group ? withoutGroups(value, decimal, group) : value;
  if (decimal === ',') plain = plain.includes('.') ? '' : plain.replace(',', '.');
  return NUMBER.test(plain) ? plain : text;
}

/** Signs between groups that are meant when one of them is. */
const ALIKE = [/[\s\u00a0\u202f]/, /['’]/];

/** Signs between groups are left out where they stand before three digits (two in the middle, as in India): `12.5` has none. */
function withoutGroups(value: string, decimal: '.' | ',', group: string): string {
  const [whole = '', ...fraction] = value.split(decimal);
  const [first = '', ...rest] = whole.split(ALIKE.find((signs) => signs.test(group)) ?? group);
  const last = rest.pop() ?? '';
  const isGrouped =
    /^[+-]?[1-9]\d{0,2}$/.test(first) && rest.every((part) => /^\d{2,3}$/.test(part)) && /^\d{3}$/.test(last);
  return isGrouped ? [[first, ...rest, last].join(''), ...fraction].join(decimal) : value;
}

function orderedPair(text: string, order: 'lat,lon' | 'lon,lat' | undefined): string {
  const [first, second, ...more] = text.replace(/^[\s([]+|[\s)\]]+$/g, '').split(/\s*[,;]\s*|\s+/);
  if (first === undefined || second === undefined || more.length > 0) return text;
  return order === 'lon,lat' ? `${second},${first}` : `${first},${second}`;
}

function prepare(transform: Transform): CellTransform {
  const make = PREPARE[transform.kind] as Prepare<Transform['kind']>;
  return make(transform);
}

/**
 * Makes one function of a column's list, applied in list order (SRC-07). The function throws `TransformTooLarge` for a
 * value beyond 4 MB.
 */
export function compileTransforms(transforms: readonly Transform[]): CellTransform {
  const steps = transforms.map(prepare);
  return (cell, row) => {
    let value = cell;
    for (const step of steps) {
      value = step(value, row);
      if (value !== null) withinLimit(value.length);
    }
    return value;
  };
}

const compiled = new WeakMap<readonly Transform[], CellTransform>();

/** Applies a column's functions to one cell; `row` gives the others. @throws TransformTooLarge beyond 4 MB */
export function applyTransforms(cell: Cell, transforms: readonly Transform[], row: RowCells = () => undefined): Cell {
  let apply = compiled.get(transforms);
  if (!apply) {
    apply = compileTransforms(transforms);
    compiled.set(transforms, apply);
  }
  return apply(cell, row);
}
