import {
  editsFor,
  type IntervalFilter,
  type IntervalRule,
  isLowerCase,
  lowerCase,
  parseRegexp,
  type QueryNodes,
  REGEXP_FLAGS,
  re2Of,
  regexpMatcher,
  wildcardParts,
} from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition, IntervalPart } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { sql, text } from '../sql.ts';
import { analyserOf, placesFor, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { fits } from './wildcard.ts';

export function intervals(node: QueryNodes['intervals'], context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  if (source.postings === null) {
    throw malformed(
      `Can only use interval queries on text fields - not on [${source.path}] which is of type [${source.type}]`,
      'Use a text field.',
    );
  }
  return {
    kind: 'intervals',
    postings: source.postings,
    column: columnOf(source),
    part: partOf(node.rule, source),
    tokens: (value) => tokensFor(source, undefined, value),
    boost: node.boost,
  };
}

function partOf(rule: IntervalRule, source: FieldSource): IntervalPart {
  const normal = (value: string) => (isLowerCase(analyserOf(source)) ? lowerCase(value) : value);
  switch (rule.kind) {
    case 'match':
      return matchPart(rule, source);
    case 'all_of': {
      const of = rule.intervals.map((each) => partOf(each, source));
      return { kind: 'all', of, mode: rule.mode, maxGaps: rule.maxGaps, ...filterPart(rule.filter, source) };
    }
    case 'any_of': {
      const of = rule.intervals.map((each) => partOf(each, source));
      return { kind: 'any', of, ...filterPart(rule.filter, source) };
    }
    case 'prefix':
      return { kind: 'terms_where', where: sql`starts_with(term, ${text(normal(rule.prefix))})` };
    case 'wildcard':
      return { kind: 'terms_where', where: fits(wildcardParts(normal(rule.pattern)), sql`term`, text) };
    case 'regexp': {
      const expression = parseRegexp(rule.pattern, REGEXP_FLAGS, 'intervals.regexp.pattern', rule.caseInsensitive);
      const re2 = re2Of(expression);
      if (re2 === null) return { kind: 'terms_fit', fits: regexpMatcher(expression) };
      return { kind: 'terms_where', where: sql`regexp_full_match(term, ${text(re2)})` };
    }
    case 'fuzzy':
      return fuzzyPart(rule, source, normal(rule.term));
  }
}

function matchPart(rule: Extract<IntervalRule, { kind: 'match' }>, source: FieldSource): IntervalPart {
  const of = placesFor(source, rule.analyser, rule.query).map(({ words }): IntervalPart => ({ kind: 'words', words }));
  return { kind: 'all', of, mode: rule.mode, maxGaps: rule.maxGaps, ...filterPart(rule.filter, source) };
}

function filterPart(filter: IntervalFilter | undefined, source: FieldSource) {
  return filter === undefined ? {} : { filter: { kind: filter.kind, of: partOf(filter.rule, source) } };
}

function fuzzyPart(rule: Extract<IntervalRule, { kind: 'fuzzy' }>, source: FieldSource, word: string): IntervalPart {
  const length = [...word].length;
  const edits = editsFor(rule.fuzziness, length);
  const { prefixLength, maxExpansions, transpositions } = rule;
  if (edits === 0 || prefixLength >= length) return { kind: 'words', words: [word] };
  const options = { prefixLength, maxExpansions, transpositions };
  return { kind: 'close', to: { kind: 'fuzzy', source, word, edits, ...options, boost: 1 } };
}
