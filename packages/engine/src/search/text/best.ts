import { Top } from '../top.ts';
import type { DocBits } from './bits.ts';
import type { Scored, ScoredList, ScoredTable } from './resolved.ts';

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
    else ofTable(scored, bits, top);
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

/** A word that is in a document gives it a score above 0. */
function ofTable({ scores }: ScoredTable, bits: DocBits, top: Top<BestDocument>): void {
  const table = scores();
  let least = 0;
  for (let doc = 0; doc < table.length; doc++) {
    const score = table[doc] ?? 0;
    if (score <= least || !bits.has(doc)) continue;
    top.add({ doc, score });
    least = top.last?.score ?? least;
  }
}
