/** Where the first document not below `doc` stands among ascending ones, looked for from `from` on in growing steps. */
export function placeOf(docs: Int32Array, doc: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < docs.length && (docs[low + step] ?? 0) < doc) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, docs.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}
