import { Top } from '../top.ts';
import type { DocBits } from './bits.ts';
import { placeOf } from './place-of.ts';
import type { BlockScores } from './postings-source.ts';
import type { PartOfMost, Scored, ScoredBlocks, ScoredList, ScoredMost, ScoredSums } from './resolved.ts';

/** Documents of a list whose highest score is known together. */
export const BLOCK = 1024;

export interface BestDocument {
  readonly doc: number;
  readonly score: number;
}

/** The highest score of each block of a list. */
export function highestOf(scores: Float32Array): Float32Array {
  const highest = new Float32Array(Math.ceil(scores.length / BLOCK));
  for (let block = 0; block < highest.length; block++) {
    const end = Math.min((block + 1) * BLOCK, scores.length);
    let most = 0;
    for (let i = block * BLOCK; i < end; i++) if ((scores[i] ?? 0) > most) most = scores[i] ?? 0;
    highest[block] = most;
  }
  return highest;
}

/** The documents with the highest scores, those that came first before others with the same. */
export function bestOf(scored: Scored, bits: DocBits, limit: number): readonly BestDocument[] {
  const top = new Top<BestDocument>(limit, (a, b) => b.score - a.score || a.doc - b.doc);
  if (limit > 0) {
    if (scored.kind === 'list') ofList(scored, top);
    else if (scored.kind === 'blocks') ofBlocks(scored, bits, top);
    else if (scored.kind === 'most') ofMost(scored, bits, limit, top);
    else ofSums(scored, bits, top);
  }
  const { boost } = scored;
  return top.sorted().map(({ doc, score }) => ({ doc, score: score * boost }));
}

/** Blocks in which no score is above the last of the kept ones are not looked at. */
function ofList({ docs, scores, highest }: ScoredList, top: Top<BestDocument>): void {
  let least = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < docs.length; from += BLOCK) {
    if ((highest?.[from / BLOCK] ?? Number.POSITIVE_INFINITY) <= least) continue;
    const end = Math.min(from + BLOCK, docs.length);
    for (let i = from; i < end; i++) {
      const score = scores[i] ?? 0;
      if (score <= least) continue;
      top.add({ doc: docs[i] ?? 0, score });
      least = top.last?.score ?? least;
    }
  }
}

/** Documents whose sums are worked out together: they stay in the processor's nearest memory. */
const STRETCH = 16_384;

/** In place of the sum of a document that is in no list, or was taken: no score is below 0. */
const NONE = -1;

/**
 * Goes through the lists stretch by stretch, twice: to add up the scores of its documents, and to look at each sum once. Sums are rounded one after
 * another, in the order of the lists.
 */
function ofSums({ parts }: ScoredSums, bits: DocBits, top: Top<BestDocument>): void {
  const sums = new Float32Array(STRETCH).fill(NONE);
  const places = new Uint32Array(parts.length);
  for (let from = startOf(parts, places); from < bits.capacity; from = startOf(parts, places)) {
    for (const [i, { docs, scores }] of parts.entries()) {
      for (let at = places[i] ?? 0; at < docs.length; at++) {
        const doc = (docs[at] ?? 0) - from;
        if (doc >= STRETCH) break;
        sums[doc] = Math.max(0, sums[doc] ?? 0) + (scores[at] ?? 0);
      }
    }
    for (const [i, { docs }] of parts.entries()) places[i] = takeSums(docs, places[i] ?? 0, { from, sums, bits }, top);
  }
}

/** Where the stretch of the first document begins that is at one of some places. */
function startOf(parts: ScoredSums['parts'], places: Uint32Array): number {
  let first = Number.POSITIVE_INFINITY;
  for (const [i, { docs }] of parts.entries())
    first = Math.min(first, docs[places[i] ?? 0] ?? Number.POSITIVE_INFINITY);
  return first - (first % STRETCH);
}

interface Stretch {
  readonly from: number;
  readonly sums: Float32Array;
  readonly bits: DocBits;
}

/** Takes those of a list that none before had. @returns the place of the first document behind the stretch */
function takeSums(docs: Int32Array, place: number, { from, sums, bits }: Stretch, top: Top<BestDocument>): number {
  let last = top.last;
  let at = place;
  for (; at < docs.length; at++) {
    const doc = docs[at] ?? 0;
    if (doc - from >= STRETCH) return at;
    const score = sums[doc - from] ?? NONE;
    if (score === NONE) continue;
    sums[doc - from] = NONE;
    // documents of other lists may stand before it
    if (last !== undefined && (score < last.score || (score === last.score && doc > last.doc))) continue;
    if (!bits.has(doc)) continue;
    top.add({ doc, score });
    last = top.last;
  }
  return at;
}

/** The best of all are among the best of the clauses: of a document that is not, as many are before it as are looked for. */
function ofMost({ parts }: ScoredMost, bits: DocBits, limit: number, top: Top<BestDocument>): void {
  const docs = new Set<number>();
  for (const part of parts) for (const doc of bestOfPart(part, bits, limit)) docs.add(doc);
  for (const doc of docs) {
    const scores = parts.map((part) => (part.bits.has(doc) ? scoreOf(part, doc) : 0));
    top.add({ doc, score: Math.fround(Math.max(...scores)) });
  }
}

function bestOfPart({ bits: own, scored }: PartOfMost, bits: DocBits, limit: number): readonly number[] {
  if (typeof scored === 'number') return own.and(bits).first(limit);
  const among = scored.kind === 'list' ? ({ kind: 'sums', parts: [scored], boost: 1 } as const) : scored;
  return bestOf(among, bits, limit).map(({ doc }) => doc);
}

/** What a clause gives one of its documents. */
function scoreOf({ scored }: PartOfMost, doc: number): number {
  if (typeof scored === 'number') return scored;
  if (scored.kind === 'blocks') return scored.parts.reduce((sum, part) => Math.fround(sum + part.score(doc)), 0);
  const lists = scored.kind === 'list' ? [scored] : scored.parts;
  return lists.reduce((sum, { docs, scores }) => {
    const at = placeOf(docs, doc, 0);
    return docs[at] === doc ? Math.fround(sum + (scores[at] ?? 0)) : sum;
  }, 0);
}

/** Sums in another order are rounded otherwise, by less than this. */
const ROUNDING = 1 + 1e-5;

/**
 * Blocks whose parts add up to no more than the last of the kept scores are not worked out. Sums are rounded one after another as those
 * of documents are, so none of these is larger. Once the lowest parts together are no more than that score, a document needs another
 * part to be kept, and those alone are gone through (MaxScore, Turtle and Flood 1995).
 */
function ofBlocks({ parts }: ScoredBlocks, bits: DocBits, top: Top<BestDocument>): void {
  const ranked = parts.map((part) => ({ part, most: part.highest.reduce((a, b) => Math.max(a, b), 0) }));
  ranked.sort((a, b) => a.most - b.most);
  const block: Block = { parts, bits, top, sums: new Float32Array(BLOCK), docs: new Int32Array(BLOCK) };
  let least = 0;
  let [lower, below] = [0, 0];
  for (let from = 0; from < bits.capacity; from += BLOCK) {
    const most = parts.reduce((sum, { highest }) => Math.fround(sum + (highest[from / BLOCK] ?? 0)), 0);
    if (most <= least) continue;
    for (; (below + (ranked[lower]?.most ?? 0)) * ROUNDING <= least && lower < ranked.length; lower++)
      below += ranked[lower]?.most ?? 0;
    least = lower === 0 ? ofWhole(block, from, least) : ofUpper(block, from, least, ranked.slice(lower), below);
  }
}

interface Block extends Pick<ScoredBlocks, 'parts'> {
  readonly bits: DocBits;
  readonly top: Top<BestDocument>;
  /** Of the documents of the block at hand, by their place in it. */
  readonly sums: Float32Array;
  readonly docs: Int32Array;
}

/** Works out the scores of all documents of the block. @returns the last of the kept scores */
function ofWhole({ parts, bits, top, sums, docs }: Block, from: number, before: number): number {
  let least = before;
  const found = bits.into(docs, from, Math.min(BLOCK, bits.capacity - from));
  if (found === 0) return least;
  sums.fill(0);
  for (const part of parts) part.addTo(sums, from / BLOCK);
  for (let i = 0; i < found; i++) {
    const doc = docs[i] ?? 0;
    const score = sums[doc - from] ?? 0;
    if (score <= least) continue;
    top.add({ doc, score });
    least = top.last?.score ?? least;
  }
  return least;
}

/** The same of the documents that have one of the upper parts; the others give a document `below` at most. */
function ofUpper(
  { parts, bits, top, sums }: Block,
  from: number,
  before: number,
  upper: readonly { readonly part: BlockScores }[],
  below: number,
): number {
  let least = before;
  sums.fill(0);
  for (const { part } of upper) part.addTo(sums, from / BLOCK);
  for (let i = 0; i < BLOCK; i++) {
    const partial = sums[i] ?? 0;
    if (partial === 0 || (partial + below) * ROUNDING <= least || !bits.has(from + i)) continue;
    let score = 0;
    for (const part of parts) score = Math.fround(score + part.score(from + i));
    if (score <= least) continue;
    top.add({ doc: from + i, score });
    least = top.last?.score ?? least;
  }
  return least;
}
