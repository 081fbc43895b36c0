/** A stretch of words: `end` is behind its last one. `width` is what its score falls with. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

type Spans = readonly Span[];

const before = (a: Span, b: Span): number => a.start - b.start || a.end - b.end;

/** The spans of all of them in the order of the text. */
export const either = (parts: readonly Spans[]): Spans => parts.flat().sort(before);

/** One of each, each behind the one before; the walk is that of Lucene's NearSpansOrdered, which never goes back. */
export function inOrder(parts: readonly Spans[], slop: number): Spans {
  const [first = [], ...rest] = parts;
  const places = rest.map(() => 0);
  const found: Span[] = [];
  for (const begin of first) {
    let last = begin;
    let width = 0;
    for (const [i, part] of rest.entries()) {
      let place = places[i] ?? 0;
      while (place < part.length && (part[place]?.start ?? 0) < last.end) place++;
      places[i] = place;
      const next = part[place];
      if (next === undefined) return found;
      width += next.start - last.end;
      last = next;
    }
    if (width <= slop) found.push({ start: begin.start, end: last.end, width });
  }
  return found;
}

/**
 * One of each anywhere: the one that begins first moves on. Which of two at the same place goes decides what is found,
 * so that they stand in a heap that is mended as in Lucene's PriorityQueue.
 */
export function anyOrder(parts: readonly Spans[], slop: number): Spans {
  const heap: { readonly rest: Iterator<Span>; span: Span }[] = [];
  for (const part of parts) {
    const rest = part[Symbol.iterator]();
    const first = rest.next();
    if (first.done) return [];
    heap.push({ rest, span: first.value });
    rise(heap, heap.length - 1);
  }
  const found: Span[] = [];
  for (let [top] = heap; top !== undefined; ) {
    const { start } = top.span;
    const end = Math.max(...heap.map(({ span }) => span.end));
    const inside = heap.reduce((sum, { span }) => sum + span.end - span.start, 0);
    if (end - start - inside <= slop) found.push({ start, end, width: end - start });
    const next = top.rest.next();
    if (next.done) break;
    top.span = next.value;
    sink(heap);
    [top] = heap;
  }
  return found;
}

type Standing = { readonly span: Span };

function rise(heap: Standing[], from: number): void {
  for (let at = from; at > 0; ) {
    const above = (at - 1) >> 1;
    if (!swapIfBefore(heap, at, above)) return;
    at = above;
  }
}

function sink(heap: Standing[]): void {
  for (let at = 0; ; ) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const least = isBefore(heap[right], heap[left]) ? right : left;
    if (!swapIfBefore(heap, least, at)) return;
    at = least;
  }
}

const isBefore = (a: Standing | undefined, b: Standing | undefined): boolean =>
  a !== undefined && b !== undefined && before(a.span, b.span) < 0;

function swapIfBefore(heap: Standing[], below: number, above: number): boolean {
  const [a, b] = [heap[below], heap[above]];
  if (a === undefined || b === undefined || !isBefore(a, b)) return false;
  heap[above] = a;
  heap[below] = b;
  return true;
}

/** Goes on to the first span that fits, from where the last search ended: as in Lucene no walk ever goes back. */
function forward(spans: Spans): (fits: (span: Span) => boolean) => Span | undefined {
  let at = 0;
  return (fits) => {
    for (let span = spans[at]; span !== undefined; span = spans[++at]) if (fits(span)) return span;
    return undefined;
  };
}

/** Those that no other one reaches into. */
export function apartFrom(given: Spans, others: Spans, pre: number, post: number): Spans {
  const nextOther = forward(others);
  return given.filter(({ start, end }) => {
    const next = nextOther((other) => other.end > start - pre);
    return next === undefined || end + post <= next.start;
  });
}

/** The large ones that hold a small one. */
export function containing(big: Spans, little: Spans): Spans {
  const nextLittle = forward(little);
  return big.filter(({ start, end }) => (nextLittle((each) => each.start >= start)?.end ?? end + 1) <= end);
}

/** The small ones inside a large one. */
export function within(big: Spans, little: Spans): Spans {
  const nextBig = forward(big);
  return little.filter(({ start, end }) => (nextBig((each) => each.end >= end)?.start ?? start + 1) <= start);
}
