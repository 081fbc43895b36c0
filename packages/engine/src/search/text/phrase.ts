import type { Coded } from '../columns/coded.ts';
import type { PhraseCondition, PhraseSlot } from '../condition.ts';
import { or, sql, text } from '../sql.ts';
import { DocBits } from './bits.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import { eachText, PlaceFinder, sharedTexts } from './places.ts';
import { type ResolveContext, type Resolved, type ScoredList, sameScore } from './resolved.ts';
import { type Places, placesOf, SloppyPhrase } from './sloppy.ts';
import { cursorOf, documentsOf, type TermPostings } from './term-postings.ts';
import { matching, noPostings, resolveWords, scoredSet } from './words.ts';

export async function resolvePhrase(condition: PhraseCondition, context: ResolveContext): Promise<Resolved> {
  const slots = await expanded(condition, context);
  const [only] = slots;
  if (slots.some(({ words }) => words.length === 0)) return sameScore(new DocBits(context.postings.capacity), 0);
  if (slots.length === 1 && only !== undefined) {
    const { postings, boost } = condition;
    return resolveWords({ kind: 'words', postings, words: only.words, required: 1, boost }, context);
  }
  const { boost, postings, slop } = condition;
  const key = JSON.stringify([postings, slop, slots, boost]);
  const { bits, list } = await context.postings.remembered(`phrase/${key}`, async () => {
    const made = await scoredPhrase(condition, slots, context);
    const { docs, scores } = made.list;
    return [made, made.bits.data.length + docs.byteLength + scores.byteLength + key.length * 2];
  });
  return context.scored ? scoredSet(bits, list) : sameScore(bits, 0);
}

/** How often a phrase of several places is in each of the given documents that hold it, and the words of its places. */
export async function phraseCounts(
  condition: PhraseCondition,
  docs: readonly number[],
  context: ResolveContext,
): Promise<{ readonly slots: readonly PhraseSlot[]; readonly counts: ReadonlyMap<number, number> }> {
  const slots = await expanded(condition, context);
  const wanted = DocBits.of(Int32Array.from(docs), context.postings.capacity);
  const found = await countPhrases(condition, slots, wanted, context);
  return { slots, counts: new Map(Array.from(found.docs, (doc, i) => [doc, found.counts[i] ?? 0])) };
}

/** Documents with a phrase, ascending, and how often it is in them. */
interface Counted {
  readonly docs: Int32Array;
  readonly counts: Float64Array;
}

/** The slots with the terms their beginnings stand for. */
async function expanded(condition: PhraseCondition, { postings }: ResolveContext): Promise<readonly PhraseSlot[]> {
  const slots: PhraseSlot[] = [];
  for (const slot of condition.slots) {
    const { prefix } = slot;
    if (prefix === undefined) slots.push(slot);
    else {
      const where = or(prefix.starts.map((start) => sql`starts_with(term, ${text(start)})`));
      slots.push({ ...slot, words: await postings.dictionary(condition.postings, where, prefix.most) });
    }
  }
  return slots;
}

/** How often the phrase is in each of the candidates that hold it. */
async function countPhrases(
  condition: PhraseCondition,
  slots: readonly PhraseSlot[],
  candidates: DocBits,
  context: ResolveContext,
): Promise<Counted> {
  const sloppy = new SloppyPhrase(slots, condition.slop);
  const countIn = (places: Places): number =>
    condition.slop === 0 ? exactCount(slots, places) : sloppy.frequency(places);
  const words = slots.flatMap((slot) => slot.words);
  const shared = await sharedTexts(condition.column, candidates, context);
  if (shared !== null) return countInShared(shared, candidates, countsByText(condition, shared, words, countIn));
  const counts = new Map<number, number>();
  await eachText(condition, candidates, words, context, (doc, places) => {
    const count = countIn(places);
    if (count > 0) counts.set(doc, count);
  });
  const docs = Int32Array.from(counts.keys()).sort();
  return { docs, counts: Float64Array.from(docs, (doc) => counts.get(doc) ?? 0) };
}

/** How often a phrase is in the text of a code, looked into when it is asked for. */
function countsByText(
  condition: PhraseCondition,
  { keys }: Coded,
  words: readonly string[],
  countIn: (places: Places) => number,
): (code: number) => number {
  const finder = new PlaceFinder(words, condition);
  const known = new Float64Array(keys.length).fill(Number.NaN);
  return (code) => {
    if (Number.isNaN(known[code])) known[code] = countIn(finder.in(keys[code]));
    return known[code] ?? 0;
  };
}

/** Texts that many documents share are looked into once. */
function countInShared({ codes }: Coded, candidates: DocBits, countOf: (code: number) => number): Counted {
  const docs = new Int32Array(candidates.size);
  const counts = new Float64Array(docs.length);
  let used = 0;
  candidates.each((doc) => {
    const count = countOf(codes[doc] ?? 0);
    if (count <= 0) return;
    docs[used] = doc;
    counts[used++] = count;
  });
  return { docs: docs.slice(0, used), counts: counts.slice(0, used) };
}

function exactCount([first, ...rest]: readonly PhraseSlot[], places: Places): number {
  if (first === undefined) return 0;
  // as in Lucene, a place where several of the words stand counts for each of them
  let starts = placesOf([...new Set(first.words)], places);
  for (const { words, position } of rest) {
    if (starts.length === 0) return 0;
    starts = followed(starts, placesOf(words, places), position - first.position);
  }
  return starts.length;
}

/** Those of some places that have one of the others so far behind them. */
function followed(starts: readonly number[], others: readonly number[], distance: number): readonly number[] {
  const kept: number[] = [];
  let at = 0;
  for (const start of starts) {
    const place = start + distance;
    while ((others[at] ?? place) < place) at++;
    if (others[at] === place) kept.push(start);
  }
  return kept;
}

async function scoredPhrase(
  condition: PhraseCondition,
  slots: readonly PhraseSlot[],
  context: ResolveContext,
): Promise<{ readonly bits: DocBits; readonly list: ScoredList }> {
  const { postings } = context;
  const { capacity } = postings;
  const words = slots.flatMap((slot) => slot.words);
  const found = await postings.terms(condition.postings, words, { placed: true });
  const lists = slots.map((slot) => slot.words.map((word) => found.get(word) ?? noPostings(capacity)));
  const any = lists.map((of) => ({ bits: matching(of, 1, capacity) }));
  const { docs, counts } = await countPhrases(condition, slots, matching(any, any.length, capacity), context);
  const size = await postings.size(condition.postings);
  const factors = lengthFactors(size);
  const rarities = lists.flat().filter(({ documentFrequency }) => documentFrequency > 0);
  const weight =
    condition.boost * rarities.reduce((sum, { documentFrequency }) => sum + idf(size.documents, documentFrequency), 0);
  const norms = normsOf(shortest(lists), docs);
  const scores = new Float32Array(docs.length);
  for (let i = 0; i < docs.length; i++) scores[i] = termScore(weight, counts[i] ?? 0, factors[norms[i] ?? 0] ?? 1);
  return { bits: DocBits.of(docs, capacity), list: { kind: 'list', docs, scores, boost: 1 } };
}

/** The words of the slot with the fewest places. */
const shortest = (slots: readonly (readonly TermPostings[])[]): readonly TermPostings[] => {
  const howMany = (lists: readonly TermPostings[]): number => lists.reduce((sum, list) => sum + documentsOf(list), 0);
  return slots.reduce((least, lists) => (howMany(lists) < howMany(least) ? lists : least));
};

/** Lengths of the documents as bytes; each is in one of the lists at least. */
export function normsOf(lists: readonly TermPostings[], docs: Int32Array): Uint8Array {
  const norms = new Uint8Array(docs.length);
  for (const list of lists) {
    const cursor = cursorOf(list);
    for (let i = 0; i < docs.length; i++) if (cursor.seek(docs[i] ?? 0)) norms[i] = cursor.norm;
  }
  return norms;
}
