import { ClauseFields, readText } from '../reading/fields.ts';
import { isObject, type Json, type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf, type ClauseContext } from './clause.ts';

/** How the scores of objects become the score of their document. */
export const NESTED_SCORE_MODES = ['avg', 'max', 'min', 'sum', 'none'] as const;
export type NestedScoreMode = (typeof NESTED_SCORE_MODES)[number];

/** At least one object of the nested field matches the query as a whole. */
export interface NestedQuery<Q> {
  readonly kind: 'nested';
  readonly path: string;
  readonly query: Q;
  /** How the scores of the objects that match become the document's. */
  readonly scoreMode: NestedScoreMode;
  /** A path that is not mapped matches nothing instead of failing. */
  readonly ignoreUnmapped: boolean;
  /** What to show of the objects that match; read where hits are made. */
  readonly innerHits?: JsonObject;
  readonly boost: number;
}

export function parseNested<Q>(value: unknown, path: string, context: ClauseContext<Q>): NestedQuery<Q> {
  const fields = new ClauseFields(value, path, 'nested', 'all');
  const node: NestedQuery<Q> = {
    kind: 'nested',
    path: fields.required('path', readText),
    query: fields.required('query', context.query),
    scoreMode: fields.choice('score_mode', NESTED_SCORE_MODES) ?? 'avg',
    ignoreUnmapped: fields.flag('ignore_unmapped', false),
    ...present({ innerHits: fields.optional('inner_hits', readInnerHits) }),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

function readInnerHits(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw wrongShape(path, 'an object with the parameters of inner_hits', value);
  if (value.name !== undefined) readText(value.name, `${path}.name`);
  return value as Readonly<Record<string, Json>>;
}

export const printNested = <Q>(node: NestedQuery<Q>, print: (query: Q) => JsonObject): JsonObject =>
  present({
    path: node.path,
    query: print(node.query),
    score_mode: node.scoreMode === 'avg' ? undefined : node.scoreMode,
    ignore_unmapped: node.ignoreUnmapped || undefined,
    inner_hits: node.innerHits,
    boost: boostOf(node),
  });
