import { ClauseFields, type Fields, readFieldEntry, readInteger, readList, readScalar } from '../reading/fields.ts';
import { isScalar, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf, type ClauseContext } from './clause.ts';
import type { FuzzyQuery } from './fuzzy.ts';
import type { PrefixQuery } from './prefix.ts';
import type { RegexpQuery } from './regexp.ts';
import type { WildcardQuery } from './wildcard.ts';

/** Places of one term, which is not analysed. */
export interface SpanTermQuery {
  readonly kind: 'span_term';
  readonly field: string;
  readonly value: Scalar;
  readonly boost: number;
}

type MultiTerm = PrefixQuery | WildcardQuery | RegexpQuery | FuzzyQuery;

/** Places of every term that a clause on terms finds. */
export interface SpanMultiQuery {
  readonly kind: 'span_multi';
  readonly match: MultiTerm;
  readonly boost: number;
}

/** One span of each clause with at most `slop` words between them. */
export interface SpanNearQuery {
  readonly kind: 'span_near';
  readonly clauses: readonly SpanQuery[];
  readonly slop: number;
  readonly inOrder: boolean;
  readonly boost: number;
}

/** The spans of any of the clauses. */
export interface SpanOrQuery {
  readonly kind: 'span_or';
  readonly clauses: readonly SpanQuery[];
  readonly boost: number;
}

/** Spans that no excluded one reaches into, widened by `pre` words before and `post` after them. */
export interface SpanNotQuery {
  readonly kind: 'span_not';
  readonly include: SpanQuery;
  readonly exclude: SpanQuery;
  readonly pre: number;
  readonly post: number;
  readonly boost: number;
}

/** Spans that end within the first `end` words. */
export interface SpanFirstQuery {
  readonly kind: 'span_first';
  readonly match: SpanQuery;
  readonly end: number;
  readonly boost: number;
}

/** Large spans that hold a small one (`span_containing`), or small ones inside a large one (`span_within`). */
export interface SpanHoldQuery<K extends 'span_containing' | 'span_within'> {
  readonly kind: K;
  readonly big: SpanQuery;
  readonly little: SpanQuery;
  readonly boost: number;
}

export interface SpanNodes {
  readonly span_term: SpanTermQuery;
  readonly span_multi: SpanMultiQuery;
  readonly span_near: SpanNearQuery;
  readonly span_or: SpanOrQuery;
  readonly span_not: SpanNotQuery;
  readonly span_first: SpanFirstQuery;
  readonly span_containing: SpanHoldQuery<'span_containing'>;
  readonly span_within: SpanHoldQuery<'span_within'>;
}

/** A clause that finds stretches of words, not only documents. */
export type SpanQuery = SpanNodes[keyof SpanNodes] & { readonly name?: string };

type Context = ClauseContext<{ readonly kind: string }>;
type Print = (query: SpanQuery | MultiTerm) => JsonObject;

export function parseSpanTerm(value: unknown, path: string): SpanTermQuery {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, 'span_term'), 'span_term');
  if (isScalar(body)) return { kind: 'span_term', field, value: body, boost: 1 };
  const fields = new ClauseFields(body, at, 'span_term');
  const own = fields.optional('value', readScalar) ?? fields.required('term', readScalar);
  const node: SpanTermQuery = { kind: 'span_term', field, value: own, boost: fields.boost() };
  fields.done();
  return node;
}

export const printSpanTerm = (node: SpanTermQuery): JsonObject => ({
  [node.field]: present({ value: node.value, boost: boostOf(node) }),
});

export function parseSpanMulti(value: unknown, path: string, context: Context): SpanMultiQuery {
  return reading('span_multi', value, path, (fields) => {
    const match = fields.required('match', context.query);
    if (isMultiTerm(match)) return { kind: 'span_multi', match, boost: fields.boost() };
    const wanted = 'a prefix, wildcard, regexp or fuzzy clause';
    throw wrongShape(fields.at('match'), wanted, match.kind, '[span_multi] [match] must be of type multi term query');
  });
}

export const printSpanMulti = (node: SpanMultiQuery, print: Print): JsonObject =>
  present({ match: print(node.match), boost: boostOf(node) });

export function parseSpanNear(value: unknown, path: string, context: Context): SpanNearQuery {
  return reading('span_near', value, path, (fields) => ({
    kind: 'span_near',
    clauses: readClauses(fields, context),
    slop: fields.optional('slop', readInteger) ?? 0,
    inOrder: fields.flag('in_order', true),
    boost: fields.boost(),
  }));
}

export const printSpanNear = (node: SpanNearQuery, print: Print): JsonObject =>
  present({ clauses: node.clauses.map(print), slop: node.slop, in_order: node.inOrder, boost: boostOf(node) });

export function parseSpanOr(value: unknown, path: string, context: Context): SpanOrQuery {
  return reading('span_or', value, path, (fields) => ({
    kind: 'span_or',
    clauses: readClauses(fields, context),
    boost: fields.boost(),
  }));
}

export const printSpanOr = (node: SpanOrQuery, print: Print): JsonObject =>
  present({ clauses: node.clauses.map(print), boost: boostOf(node) });

/** OpenSearch takes fewer words than none for none. */
const atLeastNone = (value: unknown, path: string): number => Math.max(0, readInteger(value, path));

export function parseSpanNot(value: unknown, path: string, context: Context): SpanNotQuery {
  return reading('span_not', value, path, (fields) => {
    const distance = fields.optional('dist', atLeastNone) ?? 0;
    const pre = fields.optional('pre', atLeastNone) ?? distance;
    const post = fields.optional('post', atLeastNone) ?? distance;
    const include = readSpan(fields, 'include', context);
    return {
      kind: 'span_not',
      include,
      exclude: readSpan(fields, 'exclude', context),
      pre,
      post,
      boost: fields.boost(),
    };
  });
}

export const printSpanNot = (node: SpanNotQuery, print: Print): JsonObject =>
  present({
    include: print(node.include),
    exclude: print(node.exclude),
    pre: node.pre,
    post: node.post,
    boost: boostOf(node),
  });

export function parseSpanFirst(value: unknown, path: string, context: Context): SpanFirstQuery {
  return reading('span_first', value, path, (fields) => ({
    kind: 'span_first',
    match: readSpan(fields, 'match', context),
    end: fields.required('end', (given, at) => readInteger(given, at, { min: 0 })),
    boost: fields.boost(),
  }));
}

export const printSpanFirst = (node: SpanFirstQuery, print: Print): JsonObject =>
  present({ match: print(node.match), end: node.end, boost: boostOf(node) });

export const parseSpanContaining = (value: unknown, path: string, context: Context) =>
  readHold('span_containing', value, path, context);

export const parseSpanWithin = (value: unknown, path: string, context: Context) =>
  readHold('span_within', value, path, context);

export const printSpanHold = (node: SpanHoldQuery<'span_containing' | 'span_within'>, print: Print): JsonObject =>
  present({ big: print(node.big), little: print(node.little), boost: boostOf(node) });

function readHold<K extends 'span_containing' | 'span_within'>(
  kind: K,
  value: unknown,
  path: string,
  context: Context,
): SpanHoldQuery<K> {
  return reading(kind, value, path, (fields) => {
    const big = readSpan(fields, 'big', context);
    return { kind, big, little: readSpan(fields, 'little', context), boost: fields.boost() };
  });
}

function reading<N>(kind: string, value: unknown, path: string, read: (fields: Fields) => N): N {
  const fields = new ClauseFields(value, path, kind);
  const node = read(fields);
  fields.done();
  return node;
}

function readClauses(fields: Fields, context: Context): readonly SpanQuery[] {
  const clauses = fields.required('clauses', (list, at) =>
    readList(list, at, (each, where) => asSpan(context.query(each, where), 'clauses', where, fields.owner)),
  );
  if (clauses.length > 0) return clauses;
  throw wrongShape(fields.at('clauses'), 'at least one clause', [], `${fields.owner} must include [clauses]`);
}

const readSpan = (fields: Fields, name: string, context: Context): SpanQuery =>
  fields.required(name, (value, at) => asSpan(context.query(value, at), name, at, fields.owner));

/** As in OpenSearch only the outermost span may have a boost: those inside are places, which do not score. */
function asSpan(query: { readonly kind: string }, name: string, path: string, owner: string): SpanQuery {
  if (!isSpan(query)) {
    throw wrongShape(path, 'a span clause', query.kind, `${owner} [${name}] must be of type span query`);
  }
  if (query.boost === 1) return query;
  const reason = `${owner} [${name}] as a nested span clause can't have non-default boost value [${query.boost}]`;
  throw wrongShape(`${path}.${query.kind}.boost`, '1 inside another span clause', query.boost, reason);
}

const isMultiTerm = (query: { readonly kind: string }): query is MultiTerm =>
  ['prefix', 'wildcard', 'regexp', 'fuzzy'].includes(query.kind);

const isSpan = (query: { readonly kind: string }): query is SpanQuery => query.kind.startsWith('span_');
