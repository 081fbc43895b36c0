import { type QueryNodes, requiredOf, type Token } from '@datasarana/query';
import type { Condition, SpanPart } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { someOf } from '../some-of.ts';
import { sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { closeTo } from './fuzzy.ts';
import { phraseOf } from './phrase-of.ts';
import { beginsWith, prefix } from './prefix.ts';
import { spansIn } from './spans.ts';
import { asScored, exactly } from './term.ts';
import { allWays, type Section, type Step, sectionsOf } from './word-graph.ts';

/** As many words a beginning stands for. */
const MOST_BEGUN = 50;

/** Words of a graph: each section is found by its words, or by one of its ways as a phrase. */
export function matchOnGraph(
  node: QueryNodes['match'],
  source: FieldSource,
  tokens: readonly Token[],
  context: ClauseContext,
): Condition {
  const { fuzzy } = node;
  const sections = sectionsOf(tokens);
  const one = (word: string): Condition =>
    fuzzy === undefined ? exactly(source, word, 1, context) : closeTo(source, word, fuzzy, 1, context);
  const onWay = (way: readonly Step[]): Condition =>
    node.synonymPhrases === false
      ? someOf(
          way.map(({ word }) => one(word)),
          way.length,
        )
      : phraseOnWay(way, source, context);
  const should = sections.map((section) => {
    const word = onlyWordOf(section);
    return word === null ? sectionOf(section, source, onWay, context) : one(word);
  });
  return someOf(should, requiredOf(node, sections.length), node.boost);
}

/** The same, of the last word of each way its beginning is enough. */
export function beginningsOnGraph(
  node: Omit<QueryNodes['match_bool_prefix'], 'kind'>,
  source: FieldSource,
  tokens: readonly Token[],
  context: ClauseContext,
): Condition {
  const sections = sectionsOf(tokens);
  const should = sections.map((section, i) => {
    const isLast = i === sections.length - 1;
    const value = isLast ? onlyWordOf(section) : null;
    if (value !== null)
      return prefix({ kind: 'prefix', field: node.field, value, caseInsensitive: false, boost: 1 }, context);
    const onWay = (way: readonly Step[]) => phraseOn(way, source, 0, context, isLast ? MOST_BEGUN : 0);
    return sectionOf(section, source, onWay, context);
  });
  return someOf(should, requiredOf(node, sections.length), node.boost);
}

/** The word of a section that holds nothing else. */
function onlyWordOf(section: Section): string | null {
  const [word = null, ...others] = section.kind === 'words' ? section.words : [];
  return others.length === 0 ? word : null;
}

function sectionOf(
  section: Section,
  source: FieldSource,
  onWay: (way: readonly Step[]) => Condition,
  context: ClauseContext,
): Condition {
  if (section.kind === 'ways') return someOf(section.ways.map(onWay), 1);
  const [word = '', ...others] = section.words;
  if (others.length === 0 || source.postings === null) return exactly(source, word, 1, context);
  const synonyms: Condition = { kind: 'synonyms', postings: source.postings, words: section.words, boost: 1 };
  return asScored(synonyms, 1, source, context);
}

/** The words of one way through a graph as a phrase. */
export const phraseOnWay = (way: readonly Step[], source: FieldSource, context: ClauseContext): Condition =>
  phraseOn(way, source, 0, context);

/** One way through a graph, its words one behind the other; of the last one as many words as may be that begin so. */
function phraseOn(
  way: readonly Step[],
  source: FieldSource,
  slop: number,
  context: ClauseContext,
  begun = 0,
): Condition {
  const [only, ...others] = way;
  if (only !== undefined && others.length === 0 && begun === 0) return exactly(source, only.word, 1, context);
  let position = -1;
  const slots = way.map(({ word, ahead }, i) => {
    position += ahead;
    const start = begun > 0 && i === way.length - 1 ? { prefix: { starts: [word], most: begun } } : {};
    return { words: [word], position, ...start };
  });
  return asScored(phraseOf(source, slots, { slop, boost: 1 }), 1, source, context);
}

/** A phrase with the ways of a graph: near one another any of them counts; else the sections follow each other as spans. */
export function phraseOnGraph(
  { slop, boost }: Pick<QueryNodes['match_phrase'], 'slop' | 'boost'>,
  source: FieldSource,
  tokens: readonly Token[],
  context: ClauseContext,
): Condition {
  if (slop > 0) {
    const phrases = allWays(tokens).map((way) => phraseOn(way, source, slop, context));
    return someOf(phrases, 1, boost);
  }
  const parts = sectionsOf(tokens).map((section) => spanOf(section));
  return spansIn(source, joined('near', parts), boost);
}

/** The same of a phrase whose last word may only have begun. */
export function begunPhraseOnGraph(
  { slop, boost, maxExpansions }: Pick<QueryNodes['match_phrase_prefix'], 'slop' | 'boost' | 'maxExpansions'>,
  source: FieldSource,
  tokens: readonly Token[],
  context: ClauseContext,
): Condition {
  if (slop > 0) {
    const phrases = allWays(tokens).map((way) => phraseOn(way, source, slop, context, maxExpansions));
    return someOf(phrases, 1, boost);
  }
  const sections = sectionsOf(tokens);
  const parts = sections.map((section, i) => spanOf(section, i === sections.length - 1));
  return spansIn(source, joined('near', parts), boost);
}

/** Of the last word of each way, where those are `begun`, the beginning. */
function spanOf(section: Section, begun = false): SpanPart {
  const one = (word: string, isLast: boolean): SpanPart =>
    begun && isLast ? { kind: 'terms_where', where: beginsWith(sql`term`, word) } : { kind: 'words', words: [word] };
  if (section.kind === 'ways')
    return joined(
      'or',
      section.ways.map((way) =>
        joined(
          'near',
          way.map(({ word }, i) => one(word, i === way.length - 1)),
        ),
      ),
    );
  if (!begun) return { kind: 'words', words: section.words };
  return joined(
    'or',
    section.words.map((word) => one(word, true)),
  );
}

function joined(kind: 'near' | 'or', of: readonly SpanPart[]): SpanPart {
  const [only] = of;
  if (only !== undefined && of.length === 1) return only;
  return kind === 'or' ? { kind, of } : { kind, of, slop: 0, inOrder: true };
}
