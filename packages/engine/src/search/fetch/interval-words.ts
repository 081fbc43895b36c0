import {
  type AnyAnalyser,
  analyse,
  type IntervalFilter,
  type IntervalRule,
  type NamedAnalysers,
  parseRegexp,
  REGEXP_FLAGS,
  regexpMatcher,
} from '@datasarana/query';
import type { WordTest } from './marked-phrases.ts';
import { near, startsWith, wildcardTest } from './word-tests.ts';

interface OnField {
  /** What words that are looked for go through. */
  readonly searching: AnyAnalyser;
  /** What a rule may name instead. */
  readonly named: NamedAnalysers;
}

/** The words of a rule that are marked wherever they stand, as Lucene marks them; those it keeps away from are not. */
export function intervalWords(rule: IntervalRule, field: OnField): readonly WordTest[] {
  switch (rule.kind) {
    case 'match': {
      const known = new Set(analyse(field.named(rule.analyser) ?? field.searching, rule.query));
      return [(word) => known.has(word), ...filterWords(rule.filter, field)];
    }
    case 'all_of':
    case 'any_of':
      return [...rule.intervals.flatMap((each) => intervalWords(each, field)), ...filterWords(rule.filter, field)];
    case 'prefix':
      return [startsWith(rule.prefix, false)];
    case 'wildcard':
      return [wildcardTest(rule.pattern, false)];
    case 'fuzzy':
      return [near(rule.term, rule)];
    case 'regexp':
      return [regexpMatcher(parseRegexp(rule.pattern, REGEXP_FLAGS, 'regexp.pattern', rule.caseInsensitive))];
  }
}

const filterWords = (filter: IntervalFilter | undefined, field: OnField): readonly WordTest[] =>
  filter === undefined || filter.kind.startsWith('not_') ? [] : intervalWords(filter.rule, field);
