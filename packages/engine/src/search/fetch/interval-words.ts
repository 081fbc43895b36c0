import { type AnyAnalyser, analyse, type IntervalRule } from '@datasarana/query';
import type { WordTest } from './marked-phrases.ts';

/** The words of a rule that are marked wherever they stand, as Lucene marks them. */
export function intervalWords(rule: IntervalRule, analyser: AnyAnalyser): readonly WordTest[] {
  switch (rule.kind) {
    case 'match': {
      const known = new Set(analyse(rule.analyser ?? analyser, rule.query));
      return [(word) => known.has(word)];
    }
    case 'all_of':
    case 'any_of':
      return rule.intervals.flatMap((each) => intervalWords(each, analyser));
    case 'prefix':
      return [(word) => word.startsWith(rule.prefix)];
    default:
      return [];
  }
}
