import { type QueryNodes, requiredWords, type WeightedField } from '@datasarana/query';
import { type BlendedTerm, type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { someOf } from '../some-of.ts';
import { TRUE } from '../sql.ts';
import { placesFor, searchAnalyserOf } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { lenient } from './lenient.ts';
import { NOTHING } from './match-none.ts';
import { keptWhole } from './on-completion.ts';
import { exactly } from './term.ts';

type MultiMatch = QueryNodes['multi_match'];

interface OnField {
  readonly source: FieldSource;
  readonly boost: number;
}

/** Fields of the same analyser as if they were one: each word may be in any of them, rarity is counted over all. */
export function crossFields(node: MultiMatch, fields: readonly WeightedField[], context: ClauseContext): Condition {
  const groups = new Map<string, OnField[]>();
  for (const { field, boost } of fields) {
    const source = context.field(field);
    if (source === null) continue;
    const analyser = context.analyser(node.analyser) ?? searchAnalyserOf(source);
    // fields that were read from a file have an object each
    const name = JSON.stringify(analyser);
    groups.set(name, [...(groups.get(name) ?? []), { source, boost }]);
  }
  const of = [...groups.values()].map((group) => groupOf(node, group, context));
  if (of.length === 0) return NOTHING;
  return { kind: 'best', of, tieBreaker: node.tieBreaker ?? 0, boost: node.boost };
}

function groupOf(node: MultiMatch, group: readonly OnField[], context: ClauseContext): Condition {
  const [first] = group;
  if (first === undefined) return NOTHING;
  const text = String(node.query);
  const given = context.analyser(node.analyser);
  const isWhole = first.source.postings === null && given === undefined;
  const places = isWhole ? [[text]] : placesFor(first.source, given, text).map(({ words }) => words);
  if (places.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, 1) : NOTHING;
  const should = places.map((words) => anyField(words, group, node, context));
  return someOf(should, requiredWords(node, places.length));
}

/** Words of one place in any of the fields; what has no rarity to blend stands beside. */
function anyField(
  words: readonly string[],
  group: readonly OnField[],
  node: MultiMatch,
  context: ClauseContext,
): Condition {
  const terms: BlendedTerm[] = [];
  const others: Condition[] = [];
  for (const { source, boost } of group) {
    for (const word of words) {
      const whole = keptWhole(source, word, context.analyser(node.analyser), context);
      const made = () => exactly(source, whole, boost, context);
      const condition = node.lenient ? lenient(made) : made();
      if (condition.kind === 'words' || condition.kind === 'rare') terms.push(condition);
      else others.push(condition);
    }
  }
  const tieBreaker = node.tieBreaker ?? 0;
  const blended: Condition = { kind: 'blended', terms, tieBreaker };
  if (others.length === 0) return blended;
  return { kind: 'best', of: terms.length === 0 ? others : [...others, blended], tieBreaker, boost: 1 };
}
