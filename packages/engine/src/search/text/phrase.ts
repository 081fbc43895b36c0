import { setImmediate } from 'node:timers/promises';
import type { Token } from '@datasarana/query';
import type { PhraseCondition, PhraseSlot } from '../condition.ts';
import { chunksOf } from '../run.ts';
import { sql, text } from '../sql.ts';
import { DocBits } from './bits.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import type { TermPostings } from './postings-source.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { type Places, sloppyFrequency } from './sloppy.ts';
import { matching, noPostings, resolveWords } from './words.ts';

/** Places between two values of a list, as OpenSearch's `position_increment_gap`. */
const GAP = 100;

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
  { connection, docs }: ResolveContext,
): Promise<ReadonlyMap<number, number>> {
  const frequencies = new Map<number, number>();
  const wanted = new Set(slots.flatMap(({ words }) => words));
  const chunks = await chunksOf(
    connection,
    sql`SELECT _doc::INTEGER, ${condition.column} FROM ${docs} WHERE ${candidates.test()}`,
  );
  for (const chunk of chunks) {
    // Analysing is our own work: others get their turn in between.
    await setImmediate();
    for (const [doc, value] of chunk.getRows()) {
      const places = placesOf(value, wanted, condition.tokens);
      const count = condition.slop === 0 ? exactCount(slots, places) : sloppyFrequency(slots, places, condition.slop);
      if (count > 0) frequencies.set(Number(doc), count);
    }
  }
  return frequencies;
}

/** Where each wanted word stands in the text, or in the texts of a list one after another. */
function placesOf(value: unknown, wanted: ReadonlySet<string>, tokens: (text: string) => readonly Token[]): Places {
  const items: readonly unknown[] =
    typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
      ? value.items
      : [value];
  const places = new Map<string, number[]>();
  let start = 0;
  for (const item of items) {
    if (typeof item !== 'string') continue;
    let last = -1;
    for (const { word, position } of tokens(item)) {
      last = Math.max(last, position);
      if (!wanted.has(word)) continue;
      const known = places.get(word);
      if (known) known.push(start + position);
      else places.set(word, [start + position]);
    }
    start += last + 1 + GAP;
  }
  return places;
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
