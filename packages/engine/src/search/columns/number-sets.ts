import { DocBits } from '../text/bits.ts';

/** The documents whose number lies between; NaN, which stands for none, never does. */
export function bitsBetween(numbers: Float64Array, low: number, high: number): DocBits {
  const bits = new DocBits(numbers.length);
  const { data } = bits;
  const full = Math.floor(numbers.length / BLOCK);
  const { least, most, whole } = boundsOf(numbers, full);
  for (let block = 0; block < full; block++) {
    const [lowest = 0, highest = 0, from] = [least[block], most[block], block * BLOCK];
    if (lowest > high || highest < low) continue;
    if (whole[block] === 1 && lowest >= low && highest <= high) data.fill(0xff, 1 + from / 8, 1 + (from + BLOCK) / 8);
    else markBetween(data, numbers, from, low, high);
  }
  markBetween(data, numbers, full * BLOCK, low, high);
  return bits;
}

function markBetween(data: Uint8Array, numbers: Float64Array, start: number, low: number, high: number): void {
  const end = Math.min(start + BLOCK, numbers.length);
  for (let from = start, at = 1 + start / 8; from < end; from += 8, at++) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) {
      const value = numbers[from + bit] ?? Number.NaN;
      if (value >= low && value <= high) byte |= 0x80 >> bit;
    }
    data[at] = byte;
  }
}

/** Documents that are looked at together: data that come in the order of time lie near each other. */
export const BLOCK = 1024;

/** The least and the greatest number of each block, the one above the other where there is none; 1 in `whole` where all have one. */
export interface Bounds {
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly whole: Uint8Array;
}

/** By the memory a column lies in, in which it goes on: those of blocks that are full stay as they are. */
const bounds = new WeakMap<ArrayBufferLike, Bounds>();

/** Bounds of the first so many blocks at least. */
export function boundsOf(numbers: Float64Array, blocks: number): Bounds {
  const known = bounds.get(numbers.buffer);
  if (known && known.whole.length >= blocks) return known;
  const made = { least: new Float64Array(blocks), most: new Float64Array(blocks), whole: new Uint8Array(blocks) };
  if (known) {
    made.least.set(known.least);
    made.most.set(known.most);
    made.whole.set(known.whole);
  }
  for (let block = known?.whole.length ?? 0; block < blocks; block++) {
    let [lowest, highest, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (const value of numbers.subarray(block * BLOCK, (block + 1) * BLOCK)) {
      if (Number.isNaN(value)) continue;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
      count++;
    }
    made.least[block] = lowest;
    made.most[block] = highest;
    made.whole[block] = count === BLOCK ? 1 : 0;
  }
  bounds.set(numbers.buffer, made);
  return made;
}

/** The blocks in which one of some numbers may be. */
export function blocksAmong(numbers: Float64Array, wanted: ReadonlySet<number>): readonly number[] {
  const ascending = Float64Array.from(wanted).sort();
  const full = Math.floor(numbers.length / BLOCK);
  const { least, most } = boundsOf(numbers, full);
  const blocks: number[] = [];
  for (let block = 0; block * BLOCK < numbers.length; block++) {
    if (block >= full || hasBetween(ascending, least[block] ?? 0, most[block] ?? 0)) blocks.push(block);
  }
  return blocks;
}

/** Whether one of some ascending numbers lies between two, both included. */
function hasBetween(ascending: Float64Array, low: number, high: number): boolean {
  let [from, end] = [0, ascending.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if ((ascending[middle] ?? 0) < low) from = middle + 1;
    else end = middle;
  }
  return (ascending[from] ?? Number.NaN) <= high;
}

/** The documents of some blocks with one of some numbers, ascending; most are told from these by their lowest bits. */
export function docsAmong(
  numbers: Float64Array,
  wanted: ReadonlySet<number>,
  blocks: readonly number[],
): readonly number[] {
  const docs: number[] = [];
  const marks = new Uint8Array(0x1_00_00);
  for (const value of wanted) marks[value & 0xff_ff] = 1;
  for (const block of blocks) {
    const end = Math.min((block + 1) * BLOCK, numbers.length);
    for (let doc = block * BLOCK; doc < end; doc++) {
      const value = numbers[doc] ?? Number.NaN;
      if (marks[value & 0xff_ff] === 1 && wanted.has(value)) docs.push(doc);
    }
  }
  return docs;
}
