/** Numbers that lie close together. */
export interface Cluster {
  readonly least: number;
  readonly most: number;
  readonly sum: number;
  readonly count: number;
}

const mean = ({ sum, count }: Cluster): number => sum / count;

/**
 * Puts ascending numbers, each with how often it occurs, into at most `most` clusters: neighbours whose means are closest
 * are joined until so many are left.
 */
export function clustersOf(numbers: readonly number[], counts: readonly number[], most: number): readonly Cluster[] {
  const clusters = starting(numbers, counts, most).map((cluster) => ({ cluster, gone: false }));
  const next = clusters.map((_, i) => i + 1);
  const before = clusters.map((_, i) => i - 1);
  const heap = new Heap();
  const push = (at: number) => {
    const left = clusters[at];
    const right = clusters[next[at] ?? -1];
    if (left && right) heap.push({ at, distance: mean(right.cluster) - mean(left.cluster), left: left.cluster });
  };
  for (const at of clusters.keys()) push(at);
  let remaining = clusters.length;
  while (remaining > most) {
    const closest = heap.pop();
    if (closest === undefined) break;
    const left = clusters[closest.at];
    const other = next[closest.at] ?? -1;
    const right = clusters[other];
    if (!left || !right || left.gone || left.cluster !== closest.left) continue;
    if (mean(right.cluster) - mean(left.cluster) !== closest.distance) continue;
    clusters[closest.at] = { cluster: joined(left.cluster, right.cluster), gone: false };
    clusters[other] = { ...right, gone: true };
    const behind = next[other] ?? clusters.length;
    next[closest.at] = behind;
    if (behind < clusters.length) before[behind] = closest.at;
    remaining--;
    push(closest.at);
    const previous = before[closest.at] ?? -1;
    if (previous >= 0) push(previous);
  }
  return clusters.filter(({ gone }) => !gone).map(({ cluster }) => cluster);
}

const joined = (a: Cluster, b: Cluster): Cluster => ({
  least: a.least,
  most: b.most,
  sum: a.sum + b.sum,
  count: a.count + b.count,
});

/** As in OpenSearch, more numbers than 37.5 per wanted cluster start in runs of equally many. */
function starting(numbers: readonly number[], counts: readonly number[], most: number): readonly Cluster[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const run = Math.max(1, Math.ceil(all / Math.floor((most * 50 * 3) / 4)));
  const clusters: Cluster[] = [];
  for (const [i, number] of numbers.entries()) {
    const count = counts[i] ?? 0;
    const own = { least: number, most: number, sum: number * count, count };
    const last = clusters.at(-1);
    if (last !== undefined && last.count < run) clusters[clusters.length - 1] = joined(last, own);
    else clusters.push(own);
  }
  return clusters;
}

interface Pair {
  readonly at: number;
  readonly distance: number;
  readonly left: Cluster;
}

/** The pair with the smallest distance first, of equal ones the lowest. */
class Heap {
  readonly #pairs: Pair[] = [];

  push(pair: Pair): void {
    let at = this.#pairs.push(pair) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): Pair | undefined {
    const [first] = this.#pairs;
    const last = this.#pairs.pop();
    if (last === undefined || this.#pairs.length === 0) return first;
    this.#pairs[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      let least = at;
      if (this.#isBefore(left, least)) least = left;
      if (this.#isBefore(left + 1, least)) least = left + 1;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#pairs[a], this.#pairs[b]];
    return (
      x !== undefined && y !== undefined && (x.distance < y.distance || (x.distance === y.distance && x.at < y.at))
    );
  }

  #swap(a: number, b: number): void {
    const [x, y] = [this.#pairs[a], this.#pairs[b]];
    if (x === undefined || y === undefined) return;
    this.#pairs[a] = y;
    this.#pairs[b] = x;
  }
}
