import type { Query } from '@datasarana/query';
import { conditionOf } from './clauses/index.ts';
import type { BoolCondition, Condition } from './condition.ts';
import { explainFunctionScore } from './explain-function-score.ts';
import { explainPhrase, explainWords } from './explain-text.ts';
import { type Explain, node, type Surroundings, sumOf } from './explanation.ts';
import type { IndexPart, PartContext } from './part.ts';
import { name, sql, whole } from './sql.ts';
import { resolve } from './text/resolve.ts';
import type { ResolveContext } from './text/resolved.ts';
import { visitMatches } from './text/visit.ts';

export type { Explain } from './explanation.ts';

type ConditionOf<K extends Condition['kind']> = Extract<Condition, { readonly kind: K }>;

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
  return explained(conditionOf(query, layout, now), 1, { context, docs, few, fieldOf });
}

async function explained(condition: Condition, boost: number, on: Surroundings): Promise<Explain> {
  switch (condition.kind) {
    case 'words':
      return explainWords(condition, boost, on);
    case 'phrase':
      return condition.slots.length > 1
        ? explainPhrase(condition, boost, on.docs, on)
        : explainWhole(condition, boost, on);
    case 'best':
      return explainBest(condition, boost, on);
    case 'boosting':
      return explainBoosting(condition, boost, on);
    case 'function_score':
      return explainFunctionScore(condition, boost, await explained(condition.of, 1, on), on);
    case 'bool':
      return condition.least === undefined ? explainBool(condition, boost, on) : explainWhole(condition, boost, on);
    default:
      return explainWhole(condition, boost, on);
  }
}

/** The best of several counts, the others by the tie breaker. */
async function explainBest(
  { of, tieBreaker, boost: own }: ConditionOf<'best'>,
  outer: number,
  on: Surroundings,
): Promise<Explain> {
  const parts: Explain[] = [];
  for (const each of of) parts.push(await explained(each, own * outer, on));
  const told = tieBreaker === 0 ? 'max of:' : `max plus ${tieBreaker} times others of:`;
  return (doc) => {
    const found = parts.flatMap((part) => part(doc) ?? []);
    const [only] = found;
    if (only === undefined || of.length === 1) return only ?? null;
    const best = Math.max(...found.map(({ value }) => value));
    const sum = found.reduce((all, { value }) => all + value, 0);
    return node(best + (sum - best) * tieBreaker, told, found);
  };
}

async function explainBoosting(
  { positive, negative, factor, boost: own }: ConditionOf<'boosting'>,
  outer: number,
  on: Surroundings,
): Promise<Explain> {
  const [kept, lessened] = [await explained(positive, own * outer, on), await explainWhole(negative, 1, on)];
  return (doc) => {
    const found = kept(doc);
    if (found === null || lessened(doc) === null) return found;
    return node(found.value * factor, 'product of:', [found, node(factor, 'Matched boosting query')]);
  };
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
  phrase: 'weight of a word [PerFieldSimilarity]',
  spans: 'weight of spans [PerFieldSimilarity]',
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
