import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import { Fields, readInteger, readNumber, readOneOrMany } from '../reading/fields.ts';
import type { Json } from '../reading/json.ts';

/** How the first and the second score become one. */
export const RESCORE_MODES = ['total', 'multiply', 'avg', 'max', 'min'] as const;
export type RescoreMode = (typeof RESCORE_MODES)[number];

/** The best matches of each index scored again by another query. */
export interface Rescore {
  /** How many of the best. */
  readonly window: number;
  readonly query: Query;
  readonly queryWeight: number;
  readonly rescoreWeight: number;
  readonly mode: RescoreMode;
}

const weight = (value: unknown, path: string): number => readNumber(value, path);

function readOne(value: unknown, path: string): Rescore {
  const fields = new Fields(value, path, 'rescore');
  const window = fields.optional('window_size', (given, at) => readInteger(given, at, { min: 0 })) ?? 10;
  const inner = fields.required('query', (given, at) => new Fields(given, at, 'query'));
  const node: Rescore = {
    window,
    query: inner.required('rescore_query', (given, at) => readQuery(given, at)),
    queryWeight: inner.optional('query_weight', weight) ?? 1,
    rescoreWeight: inner.optional('rescore_query_weight', weight) ?? 1,
    mode: inner.choice('score_mode', RESCORE_MODES) ?? 'total',
  };
  inner.done();
  fields.done();
  return node;
}

/** `rescore`: one or several, each on what the one before has left. */
export const readRescore = (value: unknown, path: string): readonly Rescore[] => readOneOrMany(value, path, readOne);

export const printRescore = (rescores: readonly Rescore[]): Json =>
  rescores.map(({ window, query, queryWeight, rescoreWeight, mode }) => ({
    window_size: window,
    query: {
      rescore_query: printQuery(query),
      query_weight: queryWeight,
      rescore_query_weight: rescoreWeight,
      score_mode: mode,
    },
  }));
