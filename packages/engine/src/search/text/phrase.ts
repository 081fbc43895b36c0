import type { PhraseCondition, PhraseSlot } from '../condition.ts';
import { sql, text } from '../sql.ts';
import { DocBits } from './bits.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import { eachText } from './places.ts';
import type { TermPostings } from './postings-source.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { type Places, sloppyFrequency } from './sloppy.ts';
import { matching, noPostings, resolveWords } from './words.ts';

export async function resolvePhrase(condition: PhraseCondition, context: ResolveContext): Promise<Resolved> {
  const slots = await expanded(condition, context);
  const [only] = slots;
  if (slots.some(({ words }) => words.length === 0)) return sameScore(new DocBits(context.postings.capacity), 0);
  if (slots.length === 1 && only !== undefined) {
    const { postings, boost } = condition;
    return resolveWords({ kind: 'words', postings, words: only.words, required: 1, boost }, context);
  }
  const found = await context.postings.terms(
    condition.postings,
    slots.flatMap(({ words }) => words),
  );
  const { capacity } = context.postings;
  const lists = slots.map(({ words }) => words.map((word) => found.get(word) ?? noPostings(capacity)));
  const any = lists.map((of) => ({ bits: matching(of, 1, capacity), docs: new Int32Array() }));
  const frequencies = await countPhrases(condition, slots, matching(any, any.length, capacity), context);
  return scoredPhrase(condition, lists, frequencies, context);
}

/** The slots with the terms their beginnings stand for. */
async function expanded(condition: PhraseCondition, { postings }: ResolveContext): Promise<readonly PhraseSlot[]> {
  const slots: PhraseSlot[] = [];
  for (const slot of condition.slots) {
    const { prefix } = slot;
    if (prefix === undefined) slots.push(slot);
    else {
      const where = sql`starts_with(term, ${text(prefix.start)})`;
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
): Promise<ReadonlyMap<number, number>> {
  const frequencies = new Map<number, number>();
  const words = slots.flatMap((slot) => slot.words);
  await eachText(condition, candidates, words, context, (doc, places) => {
    const count = condition.slop === 0 ? exactCount(slots, places) : sloppyFrequency(slots, places, condition.slop);
    if (count > 0) frequencies.set(doc, count);
  });
  return frequencies;
}

function exactCount(slots: readonly PhraseSlot[], places: Places): number {
  const [first, ...rest] = slots;
  if (first === undefined) return 0;
  const sets = rest.map((slot) => new Set(slot.words.flatMap((word) => places.get(word) ?? [])));
  const starts = new Set(first.words.flatMap((word) => places.get(word) ?? []));
  let count = 0;
  for (const start of starts) {
    if (rest.every((slot, i) => sets[i]?.has(start + slot.position - first.position))) count++;
  }
  return count;
}

async function scoredPhrase(
  condition: PhraseCondition,
  lists: readonly (readonly TermPostings[])[],
  frequencies: ReadonlyMap<number, number>,
  { postings, scored }: ResolveContext,
): Promise<Resolved> {
  const bits = new DocBits(postings.capacity);
  for (const doc of frequencies.keys()) bits.add(doc);
  if (!scored) return sameScore(bits, 0);
  const size = await postings.size(condition.postings);
  const factors = lengthFactors(size);
  const rarities = lists.flat().filter(({ documentFrequency }) => documentFrequency > 0);
  const weight =
    condition.boost * rarities.reduce((sum, { documentFrequency }) => sum + idf(size.documents, documentFrequency), 0);
  const norms = normsOf(lists[0] ?? [], bits);
  return {
    kind: 'set',
    bits,
    score: (doc) => termScore(weight, frequencies.get(doc) ?? 0, factors[norms.get(doc) ?? 0] ?? 1),
    constant: null,
  };
}

function normsOf(lists: readonly TermPostings[], bits: DocBits): ReadonlyMap<number, number> {
  const norms = new Map<number, number>();
  for (const list of lists) {
    for (const [i, doc] of list.docs.entries()) if (bits.has(doc)) norms.set(doc, list.norms[i] ?? 0);
  }
  return norms;
}
