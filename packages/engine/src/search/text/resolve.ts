import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Condition, PhraseCondition, WordsCondition } from '../condition.ts';
import { chunksOf, rowsOf } from '../run.ts';
import { name, type Sql, sql } from '../sql.ts';
import { DocBits } from './bits.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import type { PostingsReader, TermPostings } from './postings.ts';

/** A condition whose text parts have been looked up. */
export type Resolved =
  | { readonly kind: 'test'; readonly test: Sql; readonly score: number; readonly costly?: boolean }
  | ResolvedSet
  | ResolvedBool
  | { readonly kind: 'best'; readonly of: readonly Resolved[]; readonly boost: number };

export interface ResolvedSet {
  readonly kind: 'set';
  readonly bits: DocBits;
  readonly score: (doc: number) => number;
  /** The score of every member, when it is the same. */
  readonly constant: number | null;
  /** All members with their scores, when they stand ready in a list. */
  readonly scored?: ScoredList | null;
}

export interface ScoredList {
  /** In order of arrival. */
  readonly docs: Int32Array;
  readonly scores: Float32Array;
}

const sameScore = (bits: DocBits, constant: number): ResolvedSet => ({
  kind: 'set',
  bits,
  score: () => constant,
  constant,
});

export interface ResolvedBool {
  readonly kind: 'bool';
  readonly must: readonly Resolved[];
  readonly filter: readonly Resolved[];
  readonly should: readonly Resolved[];
  readonly mustNot: readonly Resolved[];
  readonly required: number;
  readonly boost: number;
}

export interface ResolveContext {
  readonly connection: DuckDBConnection;
  readonly postings: PostingsReader;
  /** Documents table. */
  readonly docs: string;
  /** Whether scores matter; without them less is read. */
  readonly scored: boolean;
}

export async function resolve(condition: Condition, context: ResolveContext): Promise<Resolved> {
  switch (condition.kind) {
    case 'test':
      return condition;
    case 'rare':
      return { kind: 'test', test: condition.test, score: context.scored ? await rarity(condition, context) : 1 };
    case 'words':
      return resolveWords(condition, context);
    case 'phrase':
      return resolvePhrase(condition, context);
    case 'terms_where': {
      const bits = await context.postings.termsWhere(condition.postings, condition.where);
      return sameScore(bits, condition.score);
    }
    case 'best':
      return { ...condition, of: await resolveAll(condition.of, context) };
    case 'bool': {
      const unscored = { ...context, scored: false };
      return {
        ...condition,
        must: await resolveAll(condition.must, context),
        filter: await resolveAll(condition.filter, unscored),
        should: await resolveAll(condition.should, context),
        mustNot: await resolveAll(condition.mustNot, unscored),
      };
    }
  }
}

async function resolveAll(conditions: readonly Condition[], context: ResolveContext): Promise<readonly Resolved[]> {
  const resolved: Resolved[] = [];
  for (const condition of conditions) resolved.push(await resolve(condition, context));
  return resolved;
}

/** One value in a field without length: frequency and length are 1, which leaves idf. */
async function rarity(
  condition: Extract<Condition, { kind: 'rare' }>,
  { connection, docs }: ResolveContext,
): Promise<number> {
  const [row] = await rowsOf(
    connection,
    sql`SELECT count(*) FILTER (${condition.test}), count(*) FILTER (${condition.present}) FROM ${name(docs)}`,
  );
  return condition.boost * idf(Number(row?.[1] ?? 0), Number(row?.[0] ?? 0));
}

async function resolveWords(condition: WordsCondition, context: ResolveContext): Promise<Resolved> {
  const { postings } = context;
  const found = await postings.terms(condition.postings, condition.words);
  const lists = condition.words.map((word) => found.get(word) ?? noPostings(postings.capacity));
  const bits = matching(lists, condition.required, postings.capacity);
  if (!context.scored) return sameScore(bits, 0);
  const parts: ScoredList[] = [];
  for (const [i, list] of lists.entries()) {
    parts.push({ docs: list.docs, scores: await postings.scores(condition.postings, condition.words[i] ?? '', list) });
  }
  const [only] = parts;
  const dense = denseScores(parts, bits, postings.capacity);
  const single = parts.length === 1 && only !== undefined && condition.boost === 1 ? only : null;
  return { kind: 'set', bits, score: (doc) => condition.boost * (dense()[doc] ?? 0), constant: null, scored: single };
}

/** Sums of the lists by document, made when first asked for. */
function denseScores(parts: readonly ScoredList[], bits: DocBits, capacity: number): () => Float32Array {
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

const noPostings = (capacity: number): TermPostings => ({
  docs: new Int32Array(),
  frequencies: new Uint16Array(),
  norms: new Uint8Array(),
  bits: new DocBits(capacity),
  documentFrequency: 0,
});

/** Documents in at least `required` of the lists. */
function matching(lists: readonly TermPostings[], required: number, capacity: number): DocBits {
  const [first, ...others] = [...new Set(lists)];
  if (first === undefined || required > lists.length) return new DocBits(capacity);
  if (required <= 1) return others.reduce((all, list) => all.with(list.bits, (a, b) => a | b), first.bits);
  if (required === lists.length) return others.reduce((all, list) => all.with(list.bits, (a, b) => a & b), first.bits);
  const bits = new DocBits(capacity);
  const counts = new Uint16Array(capacity);
  for (const list of lists) {
    for (let i = 0; i < list.docs.length; i++) {
      const doc = list.docs[i] ?? 0;
      const count = (counts[doc] ?? 0) + 1;
      counts[doc] = count;
      if (count === required) bits.add(doc);
    }
  }
  return bits;
}

async function resolvePhrase(condition: PhraseCondition, context: ResolveContext): Promise<Resolved> {
  const { postings, connection, docs } = context;
  const found = await postings.terms(condition.postings, condition.words);
  const lists = condition.words.map((word) => found.get(word) ?? noPostings(postings.capacity));
  const candidates = matching(lists, lists.length, postings.capacity);
  const frequencies = new Map<number, number>();
  const bits = new DocBits(postings.capacity);
  const texts = await chunksOf(
    connection,
    sql`SELECT _doc, ${condition.column} FROM ${name(docs)} WHERE ${candidates.test()}`,
  );
  for (const chunk of texts) {
    // Analysing is our own work: others get their turn in between.
    await setImmediate();
    for (const [doc, value] of chunk.getRows()) {
      const count = phraseCount(condition, value);
      if (count === 0) continue;
      bits.add(Number(doc));
      frequencies.set(Number(doc), count);
    }
  }
  if (!context.scored) return sameScore(bits, 0);
  const size = await postings.size(condition.postings);
  const factors = lengthFactors(size);
  const weight = condition.boost * lists.reduce((sum, list) => sum + idf(size.documents, list.documentFrequency), 0);
  const norms = normsOf(lists[0] ?? noPostings(postings.capacity), bits);
  return {
    kind: 'set',
    bits,
    score: (doc) => termScore(weight, frequencies.get(doc) ?? 0, factors[norms.get(doc) ?? 0] ?? 1),
    constant: null,
  };
}

function normsOf(list: TermPostings, bits: DocBits): ReadonlyMap<number, number> {
  const norms = new Map<number, number>();
  for (const [i, doc] of list.docs.entries()) if (bits.has(doc)) norms.set(doc, list.norms[i] ?? 0);
  return norms;
}

function phraseCount({ words, analyse }: PhraseCondition, value: unknown): number {
  const items: readonly unknown[] =
    typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
      ? value.items
      : [value];
  let count = 0;
  for (const item of items) {
    if (typeof item !== 'string') continue;
    const tokens = analyse(item);
    for (let i = 0; i + words.length <= tokens.length; i++) {
      if (words.every((word, j) => tokens[i + j] === word)) count++;
    }
  }
  return count;
}
