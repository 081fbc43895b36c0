import { type QueryNodes, requiredWords, type WeightedField } from '@datasarana/query';
import { type BlendedTerm, type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { TRUE } from '../sql.ts';
import { analyserOf, wordsFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { lenient } from './lenient.ts';
import { NOTHING } from './match-none.ts';
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
    const analyser = source.postings === null ? analyserOf(source) : (node.analyser ?? analyserOf(source));
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
  const words = first.source.postings === null ? [text] : wordsFor(first.source, node.analyser, text);
  if (words.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, 1) : NOTHING;
  const should = words.map((word) => anyField(word, group, node, context));
  return {
    kind: 'bool',
    must: [],
    filter: [],
    should,
    mustNot: [],
    required: requiredWords(node, words.length),
    boost: 1,
  };
}

/** A word in any of the fields; what has no rarity to blend stands beside. */
function anyField(word: string, group: readonly OnField[], node: MultiMatch, context: ClauseContext): Condition {
  const terms: BlendedTerm[] = [];
  const others: Condition[] = [];
  for (const { source, boost } of group) {
    const made = () => exactly(source, word, boost, context);
    const condition = node.lenient ? lenient(made) : made();
    if (condition.kind === 'words' || condition.kind === 'rare') terms.push(condition);
    else others.push(condition);
  }
  const tieBreaker = node.tieBreaker ?? 0;
  const blended: Condition = { kind: 'blended', terms, tieBreaker };
  if (others.length === 0) return blended;
  return { kind: 'best', of: terms.length === 0 ? others : [...others, blended], tieBreaker: 1, boost: 1 };
}
