import { type QueryNodes, requiredOf, requiredWords, type Token, type WeightedField } from '@datasarana/query';
import { type BlendedTerm, type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { someOf } from '../some-of.ts';
import { TRUE } from '../sql.ts';
import { placesFor, searchAnalyserOf, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { lenient } from './lenient.ts';
import { NOTHING } from './match-none.ts';
import { keptWhole } from './on-completion.ts';
import { phraseOnWay } from './on-graph.ts';
import { asScored, exactly } from './term.ts';
import { isGraph, type Step, sectionsOf } from './word-graph.ts';

type MultiMatch = QueryNodes['multi_match'];

interface OnField {
  readonly source: FieldSource;
  readonly boost: number;
}

/** Fields of the same analyser as if they were one: each word may be in any of them, rarity is counted over all. */
export function crossFields(node: MultiMatch, fields: readonly WeightedField[], context: ClauseContext): Condition {
  const groups = new Map<string, OnField[]>();
  // as in OpenSearch, the first by its name stands for all of its group
  for (const { field, boost } of fields.toSorted((a, b) => (a.field < b.field ? -1 : 1))) {
    const source = context.field(field);
    if (source === null) continue;
    context.sought.add(String(node.query).length, 'multi_match', field);
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
  const tokens = isWhole ? [] : tokensFor(first.source, given, text);
  if (isGraph(tokens)) return onGraph(node, group, tokens, context);
  const places = isWhole ? [[text]] : placesFor(first.source, given, text).map(({ words }) => words);
  if (places.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, 1) : NOTHING;
  const should = places.map((words) => anyField(words, group, node, context));
  return someOf(should, requiredWords(node, places.length));
}

/**
 * Sections of a graph, each in any of the fields; a way of several words is a phrase in one of them, or its words by
 * themselves where the first field has no places.
 */
function onGraph(
  node: MultiMatch,
  group: readonly OnField[],
  tokens: readonly Token[],
  context: ClauseContext,
): Condition {
  const sections = sectionsOf(tokens);
  const onWay = (way: readonly Step[]): Condition => {
    const [only, ...others] = way;
    if (only !== undefined && others.length === 0) return anyField([only.word], group, node, context);
    if (group[0]?.source.postings === null)
      return someOf(
        way.map(({ word }) => anyField([word], group, node, context)),
        way.length,
      );
    const of = group.map(({ source, boost }) => someOf([phraseOnWay(way, source, context)], 1, boost));
    return { kind: 'best', of, tieBreaker: node.tieBreaker ?? 0, boost: 1 };
  };
  const should = sections.map((section) =>
    section.kind === 'words' ? anyField(section.words, group, node, context) : someOf(section.ways.map(onWay), 1),
  );
  return someOf(should, requiredOf(node, sections.length));
}

/** Words of one place in any of the fields; what has no rarity to blend stands beside. */
function anyField(
  words: readonly string[],
  group: readonly OnField[],
  node: MultiMatch,
  context: ClauseContext,
): Condition {
  const [only, ...more] = group;
  const postings = only?.source.postings ?? null;
  // of a field alone there is nothing to blend
  if (only !== undefined && more.length === 0 && words.length > 1 && postings !== null)
    return asScored({ kind: 'synonyms', postings, words, boost: only.boost }, only.boost, only.source, context);
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
