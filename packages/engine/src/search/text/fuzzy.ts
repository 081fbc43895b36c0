import { Breath } from '../../store/breath.ts';
import { exactTest } from '../clauses/values.ts';
import type { FuzzyCondition, TermsFitCondition } from '../condition.ts';
import { columnOf, existsTest, type FieldSource, valueCount } from '../index-fields.ts';
import { rowsOf } from '../run.ts';
import { someOf } from '../some-of.ts';
import { and, or, type Sql, sql, text, whole } from '../sql.ts';
import { idf, lengthFactors } from './bm25.ts';
import { editDistance } from './edit-distance.ts';
import { exactScore, exactSize } from './rarity.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { denseScores, listScores, matching } from './words.ts';

/** A word that is found in place of another. */
export interface Close {
  readonly word: string;
  /** How close: 1 = the word itself. */
  readonly weight: number;
}

/**
 * Words close to the one asked for, the closest first, as many as `maxExpansions`. As Lucene's FuzzyQuery: each word
 * found scores as if it were as frequent as the most frequent of them, times its closeness.
 */
export async function resolveFuzzy(condition: FuzzyCondition, context: ResolveContext): Promise<Resolved> {
  const { source, boost } = condition;
  if (source.postings === null) {
    const close = closest(condition, await distinctValues(source, near(condition, sql`v`), context));
    return blendedValues(close, source, boost, context, condition.scoresAlike);
  }
  return blendedWords(await closeWords(condition, source.postings, context), source.postings, boost, context);
}

/** SQL that lets through every value within reach, and some more: DuckDB counts edits of bytes, a character has up to 4. */
export function near(condition: FuzzyCondition, value: Sql): Sql {
  const { word, edits } = condition;
  const length = [...word].length;
  const start = startOf(condition);
  const limit = sql`(CASE WHEN strlen(${value}) = length(${value}) THEN ${whole(edits)} ELSE ${whole(edits * 4)} END)`;
  const isAscii = /^[ -~]*$/.test(word);
  const kept = intactPieces(condition);
  return and([
    ...(kept.length === 0 ? [] : [or(kept.map((piece) => sql`contains(${value}, ${text(piece)})`))]),
    ...(start === '' ? [] : [sql`starts_with(${value}, ${text(start)})`]),
    sql`length(${value}) BETWEEN ${whole(length - edits)} AND ${whole(length + edits)}`,
    ...(isAscii && condition.transpositions ? [sql`damerau_levenshtein(${value}, ${text(word)}) <= ${limit}`] : []),
  ]);
}

/**
 * Pieces of the word of which any word within reach holds one at least: an edit changes one of them, and two that changed places two.
 * DuckDB finds a piece a hundred times as fast as it counts edits.
 */
function intactPieces({ word, edits, transpositions }: FuzzyCondition): readonly string[] {
  const characters = [...word];
  const count = (transpositions ? 2 * edits : edits) + 1;
  if (characters.length < count) return [];
  const bound = (piece: number): number => Math.round((piece * characters.length) / count);
  return Array.from({ length: count }, (_, i) => characters.slice(bound(i), bound(i + 1)).join(''));
}

/** The candidates that are close enough, in the order in which they count. */
export function closest(condition: FuzzyCondition, candidates: readonly string[]): readonly Close[] {
  const { word, edits, prefixLength, maxExpansions, transpositions } = condition;
  const wanted = [...word];
  const rest = wanted.slice(prefixLength);
  const found = candidates.flatMap((candidate): readonly Close[] => {
    const characters = [...candidate];
    const distance = editDistance(characters.slice(prefixLength), rest, edits, transpositions);
    if (distance > edits) return [];
    const weight = distance === 0 ? 1 : 1 - distance / Math.min(characters.length, wanted.length);
    return [{ word: candidate, weight: Math.fround(weight) }];
  });
  return found
    .sort((a, b) => b.weight - a.weight || compareBytes(a.word, b.word))
    .slice(0, maxExpansions)
    .map(({ word: candidate, weight }) => ({ word: candidate, weight: Math.max(0, weight) }));
}

export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Terms of a text field close to a word: of those in memory where there is room for them, as they are asked again and again. */
export async function closeWords(
  to: FuzzyCondition,
  table: string,
  { postings, connection }: Pick<ResolveContext, 'postings' | 'connection'>,
): Promise<readonly Close[]> {
  // a query of hundreds of words goes through all terms for each of them
  await new Breath(connection).take();
  const length = [...to.word].length;
  const known = await postings.termsOfLengths(table, length - to.edits, length + to.edits);
  if (known === null) return closest(to, await postings.dictionary(table, near(to, sql`term`)));
  return closest(to, known.filter(isNear(to)));
}

/** As `near`, of words in memory that are about as long. */
export function isNear(condition: FuzzyCondition): (word: string) => boolean {
  const start = startOf(condition);
  const kept = intactPieces(condition);
  return (word) => word.startsWith(start) && (kept.length === 0 || kept.some((piece) => word.includes(piece)));
}

/** What each word that is found begins with. */
const startOf = ({ word, prefixLength }: FuzzyCondition): string => [...word].slice(0, prefixLength).join('');

/** Any of some words, each as if it were as frequent as the most frequent of them. */
export async function blendedWords(
  close: readonly Close[],
  table: string,
  boost: number,
  context: ResolveContext,
): Promise<Resolved> {
  const { postings } = context;
  const words = close.map(({ word }) => word);
  const lists = await postings.terms(table, words);
  const found = close.flatMap(({ word, weight }) => {
    const list = lists.get(word);
    return list === undefined ? [] : [{ list, weight }];
  });
  const bits = matching(
    found.map(({ list }) => list),
    1,
    postings.capacity,
  );
  if (!context.scored) return sameScore(bits, 0);
  const size = await postings.size(table);
  const factors = lengthFactors(size);
  const rarest = idf(size.documents, Math.max(0, ...found.map(({ list }) => list.documentFrequency)));
  const parts = found.map(({ list, weight }) => listScores(list, rarest * weight * boost, factors));
  const dense = denseScores(parts, bits, postings.capacity);
  // A word as far away as it is long counts nothing, and sums tell what matches by its score.
  const isTelling = boost > 0 && found.every(({ weight }) => weight > 0);
  const scored = isTelling ? ({ kind: 'sums', parts, boost: 1 } as const) : null;
  return { kind: 'set', bits, score: (doc) => dense()[doc] ?? 0, constant: null, scored };
}

/** The same of values of a keyword. */
export async function blendedValues(
  close: readonly Close[],
  source: FieldSource,
  boost: number,
  context: ResolveContext,
  scoresAlike = false,
): Promise<Resolved> {
  const tests = close.map(({ word }) => exactTest(source, [word]));
  if (scoresAlike) return { kind: 'test', test: or(tests), score: boost };
  if (!context.scored || close.length === 0) return { kind: 'test', test: or(tests), score: 0 };
  const size = await exactSize(existsTest(source), valueCount(source), context);
  const counts = tests.map((each) => sql`count(*) FILTER (${each})`);
  const list = counts.reduce((all, each) => sql`${all}, ${each}`);
  const [row] = await rowsOf(context.connection, sql`SELECT ${list} FROM ${context.docs}`);
  const score = boost * exactScore(size, Math.max(0, ...(row ?? []).map(Number)));
  const should = close.map(({ weight }, i) => ({
    kind: 'test' as const,
    test: tests[i] ?? sql`FALSE`,
    score: score * weight,
  }));
  return someOf(should, 1);
}

/** Values of a keyword that fit `where`, which reads `v`. */
export async function distinctValues(
  source: FieldSource,
  where: Sql,
  { connection, docs }: ResolveContext,
): Promise<readonly string[]> {
  const column = columnOf(source);
  const value = source.list ? sql`unnest(${column})` : column;
  const rows = await rowsOf(
    connection,
    sql`SELECT DISTINCT v FROM (SELECT ${value} AS v FROM ${docs}) WHERE v IS NOT NULL AND ${where}`,
  );
  return rows.map(([found]) => String(found));
}

/** Looks at every term or value there is, for what SQL cannot decide. */
export async function resolveTermsFit(condition: TermsFitCondition, context: ResolveContext): Promise<Resolved> {
  const { source, fits, score } = condition;
  if (source.postings === null) {
    const values = await distinctValues(source, sql`TRUE`, context);
    return { kind: 'test', test: exactTest(source, values.filter(fits)), score };
  }
  const words = (await context.postings.dictionary(source.postings, sql`TRUE`)).filter(fits);
  const lists = await context.postings.terms(source.postings, words);
  return sameScore(matching([...lists.values()], 1, context.postings.capacity), score);
}
