import type { Sql } from '../sql.ts';
import { DocBits } from '../text/bits.ts';
import type { Coded, Codes } from './coded.ts';
import { type Comparison, comparisonsOf } from './comparison.ts';
import type { IndexColumns } from './index-columns.ts';

/** The documents there are. */
export async function allDocuments(columns: IndexColumns): Promise<DocBits> {
  return columns.remembered(
    'every document',
    async () => {
      const { nextDoc } = columns.version;
      const live = await columns.live();
      const isThere = Uint8Array.of(0, 1);
      return bitsOfCodes(live ?? new Uint8Array(nextDoc).fill(1), isThere);
    },
    (bits) => bits.data.length,
  );
}

/** The documents a test is true of, by columns in memory; null when they are not there. */
export async function documentsWhere(test: Sql, columns: IndexColumns): Promise<DocBits | null> {
  const comparisons = comparisonsOf(test);
  const found = comparisons === null ? await derived(test, columns) : await compared(comparisons, columns);
  if (found === null) return null;
  const { documents, nextDoc } = columns.version;
  return documents === nextDoc ? found : both(found, await allDocuments(columns));
}

const both = (a: DocBits, b: DocBits): DocBits => a.with(b, (x, y) => x & y);

/** Worked out once per different value. */
async function derived(test: Sql, columns: IndexColumns): Promise<DocBits | null> {
  const coded = await columns.coded(test);
  return coded === null
    ? null
    : bitsOfCodes(
        coded.codes,
        passesOf(coded, (value) => value === true),
      );
}

async function compared(comparisons: readonly Comparison[], columns: IndexColumns): Promise<DocBits | null> {
  const found: DocBits[] = [];
  for (const [column, own] of Map.groupBy(comparisons, (each) => each.column)) {
    const bits = await onColumn(column, own, columns);
    if (bits === null) return null;
    found.push(bits);
  }
  return found.reduce(both);
}

async function onColumn(
  column: string,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): Promise<DocBits | null> {
  const values = await columns.column(column);
  if (values === null) return null;
  if (values.kind === 'coded') {
    const passes = passesOf(values.coded, (value) => comparisons.every((each) => each.passes(value)));
    return bitsOfCodes(values.coded.codes, passes);
  }
  const ranges = comparisons.map(({ between }) => between);
  if (!ranges.every((range) => range !== null)) return null;
  const low = Math.max(...ranges.map(([from]) => from));
  const high = Math.min(...ranges.map(([, to]) => to));
  const [first, ...more] = comparisons.flatMap(({ among }) => among ?? []);
  if (first === undefined) return bitsBetween(values.numbers, low, high);
  const wanted = [...first].filter((value) => value >= low && value <= high && more.every((each) => each.has(value)));
  return bitsAmong(values.numbers, new Set(wanted));
}

/** By code: whether its value passes. */
function passesOf({ base, map, keys }: Coded, passes: (value: unknown) => boolean): Uint8Array {
  const byKey = keys.map(passes);
  return Uint8Array.from({ length: base }, (_, code) => (byKey[map === null ? code : (map[code] ?? 0)] ? 1 : 0));
}

/** The documents whose code passes. */
function bitsOfCodes(codes: Codes, passes: Uint8Array): DocBits {
  const bits = new DocBits(codes.length);
  const { data } = bits;
  const whole = codes.length & ~7;
  for (let i = 0, at = 1; i < whole; i += 8, at++) {
    data[at] =
      ((passes[codes[i] ?? 0] ?? 0) << 7) |
      ((passes[codes[i + 1] ?? 0] ?? 0) << 6) |
      ((passes[codes[i + 2] ?? 0] ?? 0) << 5) |
      ((passes[codes[i + 3] ?? 0] ?? 0) << 4) |
      ((passes[codes[i + 4] ?? 0] ?? 0) << 3) |
      ((passes[codes[i + 5] ?? 0] ?? 0) << 2) |
      ((passes[codes[i + 6] ?? 0] ?? 0) << 1) |
      (passes[codes[i + 7] ?? 0] ?? 0);
  }
  for (let i = whole; i < codes.length; i++) if (passes[codes[i] ?? 0] === 1) bits.add(i);
  return bits;
}

/** The documents whose number lies between; NaN, which stands for none, never does. */
function bitsBetween(numbers: Float64Array, low: number, high: number): DocBits {
  const bits = new DocBits(numbers.length);
  const { data } = bits;
  for (let from = 0, at = 1; from < numbers.length; from += 8, at++) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) {
      const value = numbers[from + bit] ?? Number.NaN;
      if (value >= low && value <= high) byte |= 0x80 >> bit;
    }
    data[at] = byte;
  }
  return bits;
}

/** The documents with one of some numbers; most are told from these by their lowest bits. */
function bitsAmong(numbers: Float64Array, wanted: ReadonlySet<number>): DocBits {
  const bits = new DocBits(numbers.length);
  const marks = new Uint8Array(0x1_00_00);
  for (const value of wanted) marks[value & 0xff_ff] = 1;
  for (let doc = 0; doc < numbers.length; doc++) {
    const value = numbers[doc] ?? Number.NaN;
    if (marks[value & 0xff_ff] === 1 && wanted.has(value)) bits.add(doc);
  }
  return bits;
}
