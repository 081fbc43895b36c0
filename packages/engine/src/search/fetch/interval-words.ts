import { type AnyAnalyser, analyse, type IntervalRule, type NamedAnalysers } from '@datasarana/query';
import type { WordTest } from './marked-phrases.ts';

interface OnField {
  /** What words that are looked for go through. */
  readonly searching: AnyAnalyser;
  /** What a rule may name instead. */
  readonly named: NamedAnalysers;
}

/** The words of a rule that are marked wherever they stand, as Lucene marks them. */
export function intervalWords(rule: IntervalRule, field: OnField): readonly WordTest[] {
  switch (rule.kind) {
    case 'match': {
      const known = new Set(analyse(field.named(rule.analyser) ?? field.searching, rule.query));
      return [(word) => known.has(word)];
    }
    case 'all_of':
    case 'any_of':
      return rule.intervals.flatMap((each) => intervalWords(each, field));
    case 'prefix':
      return [(word) => word.startsWith(rule.prefix)];
    default:
      return [];
  }
}
