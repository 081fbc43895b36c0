import {
  editsFor,
  type IntervalFilter,
  type IntervalRule,
  isLowerCase,
  lowerCase,
  type NamedAnalysers,
  parseRegexp,
  type QueryNodes,
  re2Of,
  regexpMatcher,
  wildcardParts,
} from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition, IntervalPart } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { sql, text } from '../sql.ts';
import { analyserOf, gapOf, placesFor, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { fits } from './wildcard.ts';
import { isGraph, type Section, sectionsOf } from './word-graph.ts';

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
    part: partOf(node.rule, { source, analyser: context.analyser }),
    analyser: analyserOf(source),
    gap: gapOf(source),
    boost: node.boost,
  };
}

interface OnField {
  readonly source: FieldSource;
  readonly analyser: NamedAnalysers;
}

function partOf(rule: IntervalRule, on: OnField): IntervalPart {
  const { source } = on;
  const normal = (value: string, analyser?: string) =>
    isLowerCase(on.analyser(analyser) ?? analyserOf(source)) ? lowerCase(value) : value;
  switch (rule.kind) {
    case 'match':
      return matchPart(rule, on);
    case 'all_of': {
      const of = rule.intervals.map((each) => partOf(each, on));
      // one rule alone is itself in OpenSearch: what is between several does not concern it
      const maxGaps = of.length === 1 ? -1 : rule.maxGaps;
      return { kind: 'all', of, mode: rule.mode, maxGaps, ...filterPart(rule.filter, on) };
    }
    case 'any_of': {
      const of = rule.intervals.map((each) => partOf(each, on));
      return { kind: 'any', of, ...filterPart(rule.filter, on) };
    }
    case 'prefix':
      return { kind: 'terms_where', where: sql`starts_with(term, ${text(normal(rule.prefix, rule.analyser))})` };
    case 'wildcard':
      return { kind: 'terms_where', where: fits(wildcardParts(normal(rule.pattern, rule.analyser)), sql`term`, text) };
    case 'regexp': {
      const expression = parseRegexp(rule.pattern, rule.flags, 'intervals.regexp.pattern', rule.caseInsensitive);
      const re2 = re2Of(expression);
      if (re2 === null) return { kind: 'terms_fit', fits: regexpMatcher(expression) };
      return { kind: 'terms_where', where: sql`regexp_full_match(term, ${text(re2)})` };
    }
    case 'fuzzy':
      return fuzzyPart(rule, source, normal(rule.term, rule.analyser));
  }
}

function matchPart(rule: Extract<IntervalRule, { kind: 'match' }>, on: OnField): IntervalPart {
  const given = on.analyser(rule.analyser);
  const tokens = tokensFor(on.source, given, rule.query);
  const of = isGraph(tokens)
    ? sectionsOf(tokens).map(sectionPart)
    : placesFor(on.source, given, rule.query).map(({ words }): IntervalPart => ({ kind: 'words', words }));
  // one part alone is itself: what is between several does not concern it
  const maxGaps = of.length === 1 ? -1 : rule.maxGaps;
  return { kind: 'all', of, mode: rule.mode, maxGaps, ...filterPart(rule.filter, on) };
}

/** Words of one place, or ways of several words one behind the other. */
function sectionPart(section: Section): IntervalPart {
  if (section.kind === 'words') return { kind: 'words', words: section.words };
  const ways = section.ways.map((way): IntervalPart => {
    const of = way.map(({ word }): IntervalPart => ({ kind: 'words', words: [word] }));
    return { kind: 'all', of, mode: 'ordered', maxGaps: 0 };
  });
  return { kind: 'any', of: ways };
}

function filterPart(filter: IntervalFilter | undefined, on: OnField) {
  return filter === undefined ? {} : { filter: { kind: filter.kind, of: partOf(filter.rule, on) } };
}

function fuzzyPart(rule: Extract<IntervalRule, { kind: 'fuzzy' }>, source: FieldSource, word: string): IntervalPart {
  const length = [...word].length;
  const edits = editsFor(rule.fuzziness, length);
  const { prefixLength, maxExpansions, transpositions } = rule;
  if (edits === 0 || prefixLength >= length) return { kind: 'words', words: [word] };
  const options = { prefixLength, maxExpansions, transpositions };
  return { kind: 'close', to: { kind: 'fuzzy', source, word, edits, ...options, boost: 1 } };
}
