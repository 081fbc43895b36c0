import { ClauseFields, type Fields, readList, readNumber } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf, type ClauseContext } from './clause.ts';
import { printScoreValue, readScoreValue, SCORE_VALUES, type ScoreValue } from './score-value.ts';

/** A number computed for the documents that match the filter. */
export interface ScoreFunction<Q> {
  /** Absent = all documents. */
  readonly filter?: Q;
  /** Absent = 1. */
  readonly weight?: number;
  /** Absent = the weight alone. */
  readonly value?: ScoreValue;
}

/** How the scores of several functions become one. */
export const SCORE_MODES = ['multiply', 'sum', 'avg', 'first', 'max', 'min'] as const;
export type ScoreMode = (typeof SCORE_MODES)[number];

/** How that score and the query's own become one. */
export const BOOST_MODES = ['multiply', 'replace', 'sum', 'avg', 'max', 'min'] as const;
export type BoostMode = (typeof BOOST_MODES)[number];

/** What matches the query, its score changed by functions. */
export interface FunctionScoreQuery<Q> {
  readonly kind: 'function_score';
  readonly query: Q;
  readonly functions: readonly ScoreFunction<Q>[];
  /** How several functions combine. */
  readonly scoreMode: ScoreMode;
  /** How their result combines with the score of the query. */
  readonly boostMode: BoostMode;
  /** The result of the functions counts as this at most. */
  readonly maxBoost?: number;
  /** Documents below it do not match. */
  readonly minScore?: number;
  /** Of the query's score. */
  readonly boost: number;
}

export function parseFunctionScore<Q>(
  value: unknown,
  path: string,
  context: ClauseContext<Q>,
  everything: Q,
): FunctionScoreQuery<Q> {
  const fields = new ClauseFields(value, path, 'function_score', 'all');
  const own = readFunction(fields, { query: context.query, takesFilter: false });
  const listed = fields.optional('functions', (list, at) =>
    readList(list, at, (each, where) => readListed(each, where, context)),
  );
  if (listed !== undefined && own !== null) {
    throw wrongShape(path, 'either [functions] or a single function, not both', value);
  }
  const node: FunctionScoreQuery<Q> = {
    kind: 'function_score',
    query: fields.optional('query', context.query) ?? everything,
    functions: listed ?? (own === null ? [] : [own]),
    scoreMode: fields.choice('score_mode', SCORE_MODES) ?? 'multiply',
    boostMode: fields.choice('boost_mode', BOOST_MODES) ?? 'multiply',
    ...present({
      maxBoost: fields.optional('max_boost', (given, at) => readNumber(given, at)),
      minScore: fields.optional('min_score', (given, at) => readNumber(given, at)),
    }),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

function readListed<Q>(value: unknown, path: string, context: ClauseContext<Q>): ScoreFunction<Q> {
  const fields = new ClauseFields(value, path, 'a function of function_score', 'all');
  const found = readFunction(fields, { query: context.query, takesFilter: true });
  fields.done();
  if (found !== null) return found;
  throw wrongShape(path, `one of weight, ${SCORE_VALUES.join(', ')}`, value);
}

/** The function that stands in an object; null when there is none. */
function readFunction<Q>(
  fields: Fields,
  { query, takesFilter }: { query: ClauseContext<Q>['query']; takesFilter: boolean },
): ScoreFunction<Q> | null {
  const filter = takesFilter ? fields.optional('filter', query) : undefined;
  const weight = fields.optional('weight', (given, at) => readNumber(given, at, { min: 0 }));
  const values = SCORE_VALUES.flatMap(
    (kind) => fields.optional(kind, (body, at) => [readScoreValue(kind, body, at)]) ?? [],
  );
  if (values.length > 1)
    throw wrongShape(
      fields.path,
      'one function in an object',
      values.map(({ kind }) => kind),
    );
  const [value] = values;
  if (value === undefined && weight === undefined) return null;
  if (!takesFilter && value !== undefined && weight !== undefined) {
    const reason = `failed to parse [function_score] query. already found function [${value.kind}], now encountering [weight]. use [functions] array if you want to define several functions.`;
    throw wrongShape(fields.path, 'either weight or one function', weight, reason);
  }
  return { ...present({ filter, weight, value }) } as ScoreFunction<Q>;
}

export function printFunctionScore<Q>(node: FunctionScoreQuery<Q>, print: (query: Q) => JsonObject): JsonObject {
  return present({
    query: print(node.query),
    functions: node.functions.map(({ filter, weight, value }) =>
      present({ filter: filter && print(filter), weight, ...(value && printScoreValue(value)) }),
    ),
    score_mode: node.scoreMode === 'multiply' ? undefined : node.scoreMode,
    boost_mode: node.boostMode === 'multiply' ? undefined : node.boostMode,
    max_boost: node.maxBoost,
    min_score: node.minScore,
    boost: boostOf(node),
  });
}
