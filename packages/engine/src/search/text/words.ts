import { Breath } from '../../store/breath.ts';
import type { WordsCondition } from '../condition.ts';
import { DocBits } from './bits.ts';
import { blockScoresOf } from './block-scores.ts';
import { inEach } from './in-each.ts';
import { placeOf } from './place-of.ts';
import type { BlockScores } from './postings-source.ts';
import { type ResolveContext, type Resolved, type Scored, type ScoredList, sameScore } from './resolved.ts';
import { documentsOf, isDense, isListed, type ListedTerm, listed, type TermPostings } from './term-postings.ts';
import { scoresOf } from './usual-scores.ts';

export async function resolveWords(condition: WordsCondition, context: ResolveContext): Promise<Resolved> {
  const { postings } = context;
  const { boost, required, words } = condition;
  const isAll = words.length > 1 && required === words.length;
  if (isAll && boost > 0 && context.scored) return allWords(condition, context);
  const lists = listsOf(words, await postings.terms(condition.postings, words), postings.capacity);
  const bits = matching(lists, required, postings.capacity);
  if (!context.scored) return sameScore(bits, 0);
  const written = lists.filter(isListed);
  if (written.length < lists.length) return blockSet(bits, await blockParts(condition, lists, context), boost);
  const parts = await scoreParts(condition, written, context);
  const dense = denseScores(parts, bits, postings.capacity);
  const score = (doc: number): number => boost * (dense()[doc] ?? 0);
  const scored = boost > 0 ? scoredOf(parts, boost) : null;
  return { kind: 'set', bits, score, constant: null, scored };
}

/** The list of each word, one and the same for all that no document has: there may be thousands of them. */
function listsOf(
  words: readonly string[],
  found: ReadonlyMap<string, TermPostings>,
  capacity: number,
): readonly TermPostings[] {
  const none = noPostings(capacity);
  return words.map((word) => {
    const list = found.get(word);
    return list === undefined || documentsOf(list) === 0 ? none : list;
  });
}

async function scoreParts(
  { postings: table, words }: WordsCondition,
  lists: readonly ListedTerm[],
  { postings, connection }: ResolveContext,
): Promise<readonly ScoreParts[]> {
  const parts: ScoreParts[] = [];
  const breath = new Breath(connection);
  for (const [i, list] of lists.entries()) {
    if (list.docs.length === 0) continue;
    parts.push({ docs: list.docs, ...(await postings.scores(table, words[i] ?? '', list)) });
    if (breath.isDue) await breath.take();
  }
  return parts;
}

async function blockParts(
  { postings: table, words }: WordsCondition,
  lists: readonly TermPostings[],
  { postings }: ResolveContext,
): Promise<readonly BlockScores[]> {
  const parts: BlockScores[] = [];
  for (const [i, list] of lists.entries()) parts.push(await blockScoresOf(postings, table, words[i] ?? '', list));
  return parts;
}

/** A set of documents whose scores are worked out when they are needed. */
function blockSet(bits: DocBits, parts: readonly BlockScores[], boost: number): Resolved {
  const score = (doc: number): number => boost * parts.reduce((sum, part) => Math.fround(sum + part.score(doc)), 0);
  return { kind: 'set', bits, score, constant: null, scored: boost > 0 ? { kind: 'blocks', parts, boost } : null };
}

/** Documents that have all words, with their scores: as a list, or, where every word is of very many documents, by blocks. */
type AllWords =
  | { readonly bits: DocBits; readonly list: Omit<ScoredList, 'boost'> }
  | { readonly bits: DocBits; readonly parts: readonly BlockScores[] };

/** Words that must all occur; which documents have them is kept while nothing changes. */
async function allWords(condition: WordsCondition, context: ResolveContext): Promise<Resolved> {
  const { postings } = context;
  const { boost, words } = condition;
  const key = JSON.stringify([condition.postings, words]);
  const found = await postings.remembered<AllWords>(`all/${key}`, async () => {
    const terms = await postings.terms(condition.postings, words);
    const lists = listsOf(words, terms, postings.capacity);
    const shortest = shortestOf(lists);
    if (isDense(shortest)) {
      const bits = matching(lists, lists.length, postings.capacity);
      return [{ bits, parts: await blockParts(condition, lists, context) }, bits.data.length + key.length * 2];
    }
    const list = inEach(lists, shortest, await postings.size(condition.postings));
    const bits = DocBits.of(list.docs, postings.capacity);
    return [{ bits, list }, bits.data.length + list.docs.byteLength * 2 + key.length * 2];
  });
  if ('parts' in found) return blockSet(found.bits, found.parts, boost);
  return scoredSet(found.bits, { ...found.list, boost });
}

const shortestOf = (lists: readonly TermPostings[]): TermPostings =>
  lists.reduce((a, b) => (documentsOf(b) < documentsOf(a) ? b : a));

/** A set of documents with the scores of a list. */
export function scoredSet(bits: DocBits, list: ScoredList): Resolved {
  const { docs, scores, boost } = list;
  const score = (doc: number): number => boost * (scores[placeOf(docs, doc, 0)] ?? 0);
  return { kind: 'set', bits, score, constant: null, scored: list };
}

type ScoreParts = Pick<ScoredList, 'docs' | 'scores' | 'highest'>;

const NO_SCORES: ScoreParts = { docs: new Int32Array(), scores: new Float32Array() };

function scoredOf(parts: readonly ScoreParts[], boost: number): Scored {
  const [only = NO_SCORES] = parts;
  if (parts.length <= 1) return { kind: 'list', ...only, boost };
  return { kind: 'sums', parts, boost };
}

/** Scores of a term as rare as `weight` says. */
export function listScores(term: TermPostings, weight: number, factors: Float64Array): ScoreParts {
  const list = listed(term);
  return { docs: list.docs, scores: scoresOf(list, weight, factors) };
}

/** Sums of the lists by document, made when first asked for. */
export function denseScores(parts: readonly ScoreParts[], bits: DocBits, capacity: number): () => Float32Array {
  let made: Float32Array | null = null;
  return () => {
    if (made !== null) return made;
    made = new Float32Array(capacity);
    for (const { docs, scores } of parts) {
      for (let i = 0; i < docs.length; i++) {
        const doc = docs[i] ?? 0;
        if (bits.has(doc)) made[doc] = (made[doc] ?? 0) + (scores[i] ?? 0);
      }
    }
    return made;
  };
}

export const noPostings = (capacity: number): ListedTerm => ({
  docs: new Int32Array(),
  frequencies: new Uint16Array(),
  norms: new Uint8Array(),
  bits: new DocBits(capacity),
  documentFrequency: 0,
});

/** Documents in at least `required` of the lists. */
export function matching(lists: readonly Pick<TermPostings, 'bits'>[], required: number, capacity: number): DocBits {
  const [first, ...others] = [...new Set(lists)];
  if (first === undefined || required > lists.length) return new DocBits(capacity);
  if (required <= 1) return others.reduce((all, list) => all.or(list.bits), first.bits);
  if (required === lists.length) return others.reduce((all, list) => all.and(list.bits), first.bits);
  const bits = new DocBits(capacity);
  const counts = new Uint16Array(capacity);
  for (const list of lists) {
    list.bits.each((doc) => {
      const count = (counts[doc] ?? 0) + 1;
      counts[doc] = count;
      if (count === required) bits.add(doc);
    });
  }
  return bits;
}
