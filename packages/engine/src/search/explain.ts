import type { Query } from '@datasarana/query';
import { conditionOf } from './clauses/index.ts';
import type { BoolCondition, Condition, WordsCondition } from './condition.ts';
import type { IndexPart, PartContext } from './part.ts';
import type { Explanation } from './response.ts';
import { name, sql, whole } from './sql.ts';
import { B, floatText, idf, K1, LENGTHS } from './text/bm25.ts';
import { resolve } from './text/resolve.ts';
import type { ResolveContext } from './text/resolved.ts';
import { visitMatches } from './text/visit.ts';
import { placeOf } from './text/words.ts';

/** Where the score of a document comes from; null when this part of the query does not match it. */
export type Explain = (doc: number) => Explanation | null;

/** Explains the scores of a few documents by the clauses of the query, as OpenSearch lays it out. */
export async function explainDocs(
  query: Query,
  part: IndexPart,
  docs: readonly number[],
  { connection, now }: PartContext,
): Promise<Explain> {
  const { layout, postings } = part;
  if (docs.length === 0) return () => null;
  const numbers = docs.map((doc) => whole(doc)).reduce((all, each) => sql`${all}, ${each}`);
  const few = sql`(SELECT * FROM ${name(layout.docs)} WHERE _doc IN (${numbers}))`;
  const fieldOf = (table: string) => [...layout.fields.values()].find((each) => each.postings === table)?.path ?? table;
  const context: ResolveContext = { connection, postings, docs: name(layout.docs), scored: true };
  return explained(conditionOf(query, layout, now), 1, { context, few, fieldOf });
}

interface Surroundings {
  readonly fieldOf: (postings: string) => string;
  readonly context: ResolveContext;
  /** The documents that are explained. */
  readonly few: ResolveContext['docs'];
}

function explained(condition: Condition, boost: number, on: Surroundings): Promise<Explain> {
  if (condition.kind === 'words') return explainWords(condition, boost, on);
  if (condition.kind === 'bool' && condition.least === undefined) return explainBool(condition, boost, on);
  return explainWhole(condition, boost, on);
}

const node = (value: number, description: string, details: readonly Explanation[] = []): Explanation => ({
  value: floatText(value),
  description,
  details,
});

const sumOf = (parts: readonly Explanation[]): Explanation | null => {
  const [only] = parts;
  if (parts.length <= 1) return only ?? null;
  return node(
    parts.reduce((sum, { value }) => sum + value, 0),
    'sum of:',
    parts,
  );
};

async function explainWords(
  { postings: table, words, boost: own, required }: WordsCondition,
  outer: number,
  { context: { postings }, fieldOf }: Surroundings,
): Promise<Explain> {
  const boost = own * outer;
  const found = await postings.terms(table, words);
  const { documents, tokens } = await postings.size(table);
  const average = documents === 0 ? 1 : Math.fround(tokens / documents);
  return (doc) => {
    const parts = words.flatMap((word) => {
      const list = found.get(word);
      const at = list === undefined ? -1 : placeOf(list.docs, doc, 0);
      if (list === undefined || list.docs[at] !== doc) return [];
      const [frequency = 0, length = 0] = [list.frequencies[at], LENGTHS[list.norms[at] ?? 0]];
      const counts = { documents, withTerm: list.documentFrequency };
      return [weight(`${fieldOf(table)}:${word} in ${doc}`, boost, counts, { frequency, length, average })];
    });
    return parts.length < required ? null : sumOf(parts);
  };
}

function weight(
  term: string,
  boost: number,
  { documents, withTerm }: { readonly documents: number; readonly withTerm: number },
  { frequency, length, average }: { readonly frequency: number; readonly length: number; readonly average: number },
): Explanation {
  const rare = idf(documents, withTerm);
  const tf = frequency / (frequency + K1 * (1 - B + (B * length) / average));
  const score = node(boost * (K1 + 1) * rare * tf, `score(freq=${frequency}.0), computed as boost * idf * tf from:`, [
    node(boost * (K1 + 1), 'boost'),
    node(rare, 'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:', [
      node(withTerm, 'n, number of documents containing term'),
      node(documents, 'N, total number of documents with field'),
    ]),
    node(tf, 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:', [
      node(frequency, 'freq, occurrences of term within document'),
      node(K1, 'k1, term saturation parameter'),
      node(B, 'b, length normalization parameter'),
      node(length, 'dl, length of field'),
      node(average, 'avgdl, average length of field'),
    ]),
  ]);
  return { ...score, description: `weight(${term}) [PerFieldSimilarity], result of:`, details: [score] };
}

async function explainBool(condition: BoolCondition, outer: number, on: Surroundings): Promise<Explain> {
  const boost = condition.boost * outer;
  const all = async (list: readonly Condition[]): Promise<readonly Explain[]> => {
    const made: Explain[] = [];
    for (const each of list) made.push(await explained(each, boost, on));
    return made;
  };
  const { must, should, filter } = condition;
  const [needed, optional, filters] = [await all(must), await all(should), await all(filter)];
  const whole = await explainWhole(condition, outer, on);
  return (doc) => {
    if (whole(doc) === null) return null;
    const scored = [...needed, ...optional].flatMap((each) => each(doc) ?? []);
    const passed = filters.map(() =>
      node(0, 'match on required clause, product of:', [node(0, '# clause'), node(1, 'filter')]),
    );
    return sumOf([...scored, ...passed]);
  };
}

const NAMES: Partial<Record<Condition['kind'], string>> = {
  test: 'ConstantScore',
  constant: 'ConstantScore',
  terms_where: 'ConstantScore',
  terms_fit: 'ConstantScore',
  rare: 'weight of an exact value [PerFieldSimilarity]',
  phrase: 'weight of a phrase [PerFieldSimilarity]',
  spans: 'weight of spans [PerFieldSimilarity]',
  best: 'max plus tie breaker of others',
  function_score: 'function score',
};

/** The score of a clause as one figure. */
async function explainWhole(condition: Condition, boost: number, { context, few }: Surroundings): Promise<Explain> {
  const scores = new Map<number, number>();
  const resolved = await resolve(condition, context);
  await visitMatches(resolved, { ...context, docs: few }, [], (doc, score) => {
    scores.set(doc, score * boost);
  });
  return (doc) => {
    const score = scores.get(doc);
    return score === undefined ? null : node(score, NAMES[condition.kind] ?? `score of ${condition.kind}`);
  };
}
