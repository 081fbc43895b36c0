import type { BlendedCondition, BlendedTerm } from '../condition.ts';
import { rowsOf } from '../run.ts';
import { sql } from '../sql.ts';
import { idf, lengthFactors } from './bm25.ts';
import { exactScore, exactSize } from './rarity.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { documentsOf } from './term-postings.ts';
import { denseScores, listScores, noPostings } from './words.ts';

/** One word in one field with what its rarity depends on. */
interface Counted {
  readonly withTerm: number;
  readonly documents: number;
  readonly tokens: number;
  readonly made: (withTerm: number) => Promise<Resolved>;
}

/**
 * A word that may be in any of several fields scores in each as if it were as frequent as where it is most frequent, so
 * that a rare place does not count more (OpenSearch's BlendedTermQuery).
 */
export async function resolveBlended(condition: BlendedCondition, context: ResolveContext): Promise<Resolved> {
  const counted: Counted[] = [];
  for (const term of condition.terms) counted.push(await countTerm(term, context));
  const blended = blend(counted);
  const of: Resolved[] = [];
  for (const [i, each] of counted.entries()) of.push(await each.made(blended[i] ?? each.withTerm));
  return { kind: 'best', of, tieBreaker: condition.tieBreaker, boost: 1 };
}

function blend(counted: readonly Counted[]): readonly number[] {
  const known = counted.filter(({ withTerm }) => withTerm > 0);
  const least = Math.min(...known.map(({ tokens }) => tokens));
  const most = Math.max(0, ...counted.map(({ withTerm }) => withTerm));
  const order = [...known].sort((a, b) => b.withTerm - a.withTerm);
  const blended = new Map<Counted, number>();
  let actual = Math.min(least, most);
  let previous = order[0]?.withTerm ?? 0;
  for (const each of order) {
    if (previous > each.withTerm) actual++;
    blended.set(each, Math.min(least, actual));
    previous = each.withTerm;
  }
  return counted.map((each) => blended.get(each) ?? each.withTerm);
}

function countTerm(term: BlendedTerm, context: ResolveContext): Promise<Counted> {
  return term.kind === 'words' ? countWord(term, context) : countValue(term, context);
}

async function countWord(term: Extract<BlendedTerm, { kind: 'words' }>, context: ResolveContext): Promise<Counted> {
  const { postings } = context;
  const [word = ''] = term.words;
  const list = (await postings.terms(term.postings, [word])).get(word) ?? noPostings(postings.capacity);
  const size = await postings.size(term.postings);
  return {
    withTerm: list.documentFrequency,
    documents: size.documents,
    tokens: size.tokens,
    made: async (withTerm) => {
      if (!context.scored || documentsOf(list) === 0) return sameScore(list.bits, 0);
      const part = listScores(list, term.boost * idf(size.documents, withTerm), lengthFactors(size));
      const dense = denseScores([part], list.bits, postings.capacity);
      return { kind: 'set', bits: list.bits, score: (doc) => dense()[doc] ?? 0, constant: null };
    },
  };
}

async function countValue(term: Extract<BlendedTerm, { kind: 'rare' }>, context: ResolveContext): Promise<Counted> {
  const size = await exactSize(term.present, term.values, context);
  const [row] = await rowsOf(context.connection, sql`SELECT count(*) FILTER (${term.test}) FROM ${context.docs}`);
  return {
    withTerm: Number(row?.[0] ?? 0),
    documents: size.documents,
    tokens: Math.round(size.documents * size.averageLength),
    made: async (withTerm) => ({ kind: 'test', test: term.test, score: term.boost * exactScore(size, withTerm) }),
  };
}
