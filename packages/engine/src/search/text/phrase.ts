import type { Coded } from '../columns/coded.ts';
import { filled } from '../columns/filled.ts';
import type { PhraseCondition, PhraseSlot } from '../condition.ts';
import { or, sql, text } from '../sql.ts';
import { DocBits } from './bits.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import { ExactPhrase } from './exact-phrase.ts';
import { eachText, PlaceFinder, sharedTexts } from './places.ts';
import { type ResolveContext, type Resolved, type ScoredList, sameScore } from './resolved.ts';
import { SloppyPhrase } from './sloppy.ts';
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
  const phrase = condition.slop === 0 ? new ExactPhrase(slots) : new SloppyPhrase(slots, condition.slop);
  const words = slots.flatMap((slot) => slot.words);
  const shared = await sharedTexts(condition.column, candidates, context);
  if (shared !== null) return countInShared(shared, candidates, countsByText(condition, shared, words, phrase));
  const counts = new PhraseCounts(candidates.size);
  await eachText(condition, candidates, words, context, {
    text: (doc, places) => counts.add(doc, phrase.frequency(places)),
    told: (found) => {
      const count = phrase.counter(found);
      return count && ((doc, wanted) => counts.add(doc, count(wanted)));
    },
  });
  return counts.done();
}

/** Gathers how often a phrase is in documents. */
class PhraseCounts {
  readonly #docs: Int32Array;
  readonly #counts: Float64Array;
  #used = 0;
  #isInOrder = true;

  constructor(most: number) {
    this.#docs = new Int32Array(most);
    this.#counts = new Float64Array(most);
  }

  /** Each document once; one without the phrase is passed over. */
  add(doc: number, count: number): void {
    if (count <= 0) return;
    const used = this.#used++;
    if (used > 0 && (this.#docs[used - 1] ?? 0) > doc) this.#isInOrder = false;
    this.#docs[used] = doc;
    this.#counts[used] = count;
  }

  done(): Counted {
    const [docs, counts] = [this.#docs.slice(0, this.#used), this.#counts.slice(0, this.#used)];
    if (this.#isInOrder) return { docs, counts };
    const order = filled(new Uint32Array(docs.length), (at) => at).sort((a, b) => (docs[a] ?? 0) - (docs[b] ?? 0));
    return {
      docs: filled(new Int32Array(docs.length), (i) => docs[order[i] ?? 0] ?? 0),
      counts: filled(new Float64Array(docs.length), (i) => counts[order[i] ?? 0] ?? 0),
    };
  }
}

/** How often a phrase is in the text of a code, looked into when it is asked for. */
function countsByText(
  condition: PhraseCondition,
  { keys }: Coded,
  words: readonly string[],
  phrase: Pick<ExactPhrase, 'frequency'>,
): (code: number) => number {
  const finder = new PlaceFinder(words, condition);
  const known = new Float64Array(keys.length).fill(Number.NaN);
  return (code) => {
    if (Number.isNaN(known[code])) known[code] = phrase.frequency(finder.in(keys[code]));
    return known[code] ?? 0;
  };
}

/** Texts that many documents share are looked into once. */
function countInShared({ codes }: Coded, candidates: DocBits, countOf: (code: number) => number): Counted {
  const counts = new PhraseCounts(candidates.size);
  candidates.each((doc) => counts.add(doc, countOf(codes[doc] ?? 0)));
  return counts.done();
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
