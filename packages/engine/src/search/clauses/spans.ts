import { everyClause, type QueryNodes, type SpanQuery } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition, SpanPart } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { analyserOf, gapOf } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';

/** Documents with a stretch of words that the clause, the outermost of its kind, describes. */
export function spans(node: SpanQuery, context: ClauseContext): Condition {
  const source = sourceOf(node, context);
  return source === null ? NOTHING : spansIn(source, partOf(node, context), node.boost);
}

/** Stretches of words in a text field. */
export function spansIn(source: FieldSource, part: SpanPart, boost: number): Condition {
  if (source.postings === null) return NOTHING;
  return {
    kind: 'spans',
    postings: source.postings,
    column: columnOf(source),
    part,
    analyser: analyserOf(source),
    gap: gapOf(source),
    boost,
  };
}

function sourceOf(node: SpanQuery, context: ClauseContext): FieldSource | null {
  const [field, other] = new Set(everyClause(node).flatMap(fieldsOf));
  if (field === undefined) return null;
  if (other !== undefined)
    throw malformed(
      `Cannot add clause of [${other}] to a span query for field [${field}]`,
      'Ask for one field in a span query.',
    );
  const source = context.field(field);
  if (source !== null && source.postings === null) {
    throw malformed(
      `field "${field}" was indexed without position data; cannot run SpanTermQuery`,
      'Use a text field.',
    );
  }
  return source;
}

function fieldsOf(node: ReturnType<typeof everyClause>[number]): readonly string[] {
  if (node.kind === 'span_term') return [node.field];
  return node.kind === 'span_multi' ? [node.match.field] : [];
}

function partOf(node: SpanQuery, context: ClauseContext): SpanPart {
  const inside = (each: SpanQuery) => partOf(each, context);
  switch (node.kind) {
    case 'span_term':
      return { kind: 'words', words: [String(node.value)] };
    case 'span_multi':
      return termsOf(context.condition(node.match));
    case 'span_near':
      return { kind: 'near', of: node.clauses.map(inside), slop: node.slop, inOrder: node.inOrder };
    case 'span_or':
      return { kind: 'or', of: node.clauses.map(inside) };
    case 'span_not':
      return { kind: 'not', of: [inside(node.include), inside(node.exclude)], pre: node.pre, post: node.post };
    case 'span_first':
      return { kind: 'first', of: [inside(node.match)], end: node.end };
    case 'span_containing':
      return { kind: 'containing', of: [inside(node.big), inside(node.little)] };
    case 'span_within':
      return { kind: 'within', of: [inside(node.big), inside(node.little)] };
  }
}

/** The terms a clause on a text field finds. */
function termsOf(condition: Condition): SpanPart {
  switch (condition.kind) {
    case 'terms_where':
    case 'terms_fit':
    case 'words':
      return condition;
    case 'fuzzy':
      return { kind: 'close', to: condition };
    default:
      return { kind: 'words', words: [] };
  }
}

type SpanMakers = {
  readonly [K in SpanQuery['kind']]: (node: QueryNodes[K], context: ClauseContext) => Condition;
};

export const SPANS: SpanMakers = {
  span_term: spans,
  span_multi: spans,
  span_near: spans,
  span_or: spans,
  span_not: spans,
  span_first: spans,
  span_containing: spans,
  span_within: spans,
};
