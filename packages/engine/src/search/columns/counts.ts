import type { Coded } from './coded.ts';
import type { IndexColumns } from './index-columns.ts';
import type { Earlier } from './state-memory.ts';

/** How many documents have each code. */
export async function codeCounts(columns: IndexColumns, coded: Coded): Promise<Uint32Array> {
  const live = await columns.live();
  const { nextDoc } = columns.version;
  return columns.continued<Uint32Array>(
    `counts ${coded.numbering}`,
    (earlier) => countCodes(coded, live, nextDoc, earlier),
    (counts) => counts.byteLength,
  );
}

/** How many documents have each value, by its number; 0 counts those without. */
export async function countsOf(columns: IndexColumns, coded: Coded): Promise<Uint32Array> {
  const counted = await codeCounts(columns, coded);
  const { map, keys } = coded;
  return map === null ? counted : folded(counted, map, keys.length);
}

/** Counts of codes as counts of the numbers they stand for; those of a negative number are left out. */
export function folded(counted: Uint32Array, numbers: Uint16Array | Int32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let code = 0; code < counted.length; code++) {
    const number = numbers[code] ?? -1;
    if (number >= 0) counts[number] = (counts[number] ?? 0) + (counted[code] ?? 0);
  }
  return counts;
}

function countCodes(
  { codes, base }: Coded,
  live: Uint8Array | null,
  end: number,
  earlier: Earlier<Uint32Array> | null,
): Uint32Array {
  const counts = new Uint32Array(base);
  if (earlier !== null) counts.set(earlier.value);
  for (let doc = earlier?.nextDoc ?? 0; doc < end; doc++) {
    if (live !== null && live[doc] === 0) continue;
    const code = codes[doc] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
