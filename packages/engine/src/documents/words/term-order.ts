/** Terms that are sorted, or put together, in one step: some milliseconds. */
const STEP = 4096;

const isBefore = (terms: readonly string[], a = 0, b = 0): boolean => (terms[a] ?? '') < (terms[b] ?? '');

/** The numbers of different terms, in the order of these. */
export const orderOf = (terms: readonly string[]): Uint32Array =>
  Uint32Array.from(terms, (_, i) => i).sort((a, b) => (isBefore(terms, a, b) ? -1 : 1));

/** The same, step by step: runs of them are sorted, and then two of these put together at a time. */
export function* orderInSteps(terms: readonly string[]): Generator<void, Uint32Array> {
  let order = Uint32Array.from(terms, (_, i) => i);
  for (let from = 0; from < order.length; from += STEP) {
    order.subarray(from, from + STEP).sort((a, b) => (isBefore(terms, a, b) ? -1 : 1));
    yield;
  }
  for (let width = STEP; width < order.length; width *= 2) {
    const merged = new Uint32Array(order.length);
    for (let from = 0; from < order.length; from += 2 * width) yield* merge(terms, order, merged, from, width);
    order = merged;
  }
  return order;
}

/** Puts two runs of that width, the first of which begins there, together. */
function* merge(
  terms: readonly string[],
  order: Uint32Array,
  merged: Uint32Array,
  from: number,
  width: number,
): Generator<void> {
  const middle = Math.min(from + width, order.length);
  const end = Math.min(middle + width, order.length);
  let [one, other] = [from, middle];
  for (let at = from; at < end; at++) {
    const isOne = other === end || (one < middle && isBefore(terms, order[one], order[other]));
    merged[at] = order[isOne ? one++ : other++] ?? 0;
    if (at % STEP === 0) yield;
  }
}
