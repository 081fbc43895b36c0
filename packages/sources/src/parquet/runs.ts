/** A page says what it cannot be: the reader would make room for it before it looks for the values. */
export class WrongPage extends Error {}

/** Numbers of few bits, some of them told once for many. */
export interface Runs {
  readonly view: DataView;
  readonly at: number;
  /** Bits of a number. */
  readonly width: number;
  /** How many numbers there are. */
  readonly count: number;
}

/** All of these bytes. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Packed numbers stand in eights, which some writers fill up to blocks: DuckDB has 32 for one. The reader looks at as many in no time. */
const MOST_FILLING = 8192;

/**
 * Walks runs of numbers as Parquet's hybrid of run lengths and packed bits has them.
 * @returns how many of the numbers are `wanted`
 * @throws WrongPage for a run longer than there are numbers, which a reader would write out; RangeError where the bytes end before
 */
export function countInRuns({ view, at: start, width, count }: Runs, wanted = -1): number {
  const bytes = (width + 7) >> 3;
  let [at, seen, found] = [start, 0, 0];
  while (seen < count) {
    let [header, shift] = [0, 0];
    for (let byte = 0x80; byte >= 0x80; shift += 7) {
      byte = view.getUint8(at++);
      header |= (byte & 0x7f) << shift;
    }
    const length = header >>> 1;
    const isPacked = (header & 1) === 1;
    const told = isPacked ? length * 8 : length;
    if (told > count + (isPacked ? MOST_FILLING : 0)) throw new WrongPage(`a run of ${told} values among ${count}`);
    if (isPacked) {
      const packed = Math.min(told, count - seen);
      if (wanted >= 0) found += countPacked(view, at, width, packed, wanted);
      at += length * width;
      seen += told;
      continue;
    }
    let value = 0;
    for (let i = 0; i < bytes; i++) value |= view.getUint8(at++) << (i * 8);
    if (value === wanted) found += Math.min(length, count - seen);
    seen += length;
  }
  return found;
}

/** How many of the packed numbers from the byte `at` on are `wanted`. */
function countPacked(view: DataView, at: number, width: number, count: number, wanted: number): number {
  let found = 0;
  for (let i = 0, bit = at * 8; i < count; i++, bit += width) {
    let value = 0;
    for (let b = 0; b < width; b++) value |= ((view.getUint8((bit + b) >> 3) >> ((bit + b) & 7)) & 1) << b;
    if (value === wanted) found++;
  }
  return found;
}
