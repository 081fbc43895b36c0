/** Texts of a column by row: where they begin and how many bytes they have; -1 for null. */
export interface TextCells {
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

/** Places texts are remembered in by their bytes; a later one takes the place of another. */
const REMEMBERED = 1024;

const isSame = (bytes: Uint8Array, start: number, other: number, length: number): boolean => {
  for (let i = 0; i < length; i++) if (bytes[start + i] !== bytes[other + i]) return false;
  return true;
};

/** Of a longer text some sixteen bytes tell its place: those that are alike there are compared whole. */
function placeOf(bytes: Uint8Array, start: number, length: number): number {
  const step = 1 + (length >> 4);
  let hash = length;
  for (let i = start; i < start + length; i += step) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0;
  return (hash ^ (hash >>> 15)) & (REMEMBERED - 1);
}

/** The texts of the first rows of a column, null where there is none; one that comes again soon is made once. */
export function textsOf(bytes: Buffer, { starts, lengths }: TextCells, rows: number): readonly (string | null)[] {
  const remembered = new Int32Array(REMEMBERED).fill(-1);
  const texts: (string | null)[] = new Array(rows).fill(null);
  for (let row = 0; row < rows; row++) {
    const length = lengths[row] ?? -1;
    if (length < 0) continue;
    const start = starts[row] ?? 0;
    const place = placeOf(bytes, start, length);
    const before = remembered[place] ?? -1;
    remembered[place] = row;
    const isKnown = before >= 0 && lengths[before] === length && isSame(bytes, start, starts[before] ?? 0, length);
    texts[row] = isKnown ? (texts[before] ?? null) : bytes.toString('utf8', start, start + length);
  }
  return texts;
}
