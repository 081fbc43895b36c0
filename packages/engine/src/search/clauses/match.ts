import { analyse, type QueryNodes, requiredWords } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { isMatchOnly, mappedField } from '../mapped-field.ts';
import { someOf } from '../some-of.ts';
import { TRUE } from '../sql.ts';
import { type Place, placesFor, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { closeTo } from './fuzzy.ts';
import { isIp } from './ip.ts';
import { lenient } from './lenient.ts';
import { NOTHING } from './match-none.ts';
import { keptWhole } from './on-completion.ts';
import { matchOnGraph } from './on-graph.ts';
import { asScored, exactly } from './term.ts';
import { rangeTest } from './within-limits.ts';
import { isGraph } from './word-graph.ts';

export function match(node: QueryNodes['match'], context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  if (source.postings === null) {
    return matchExactly(node, source, context);
  }
  const given = context.analyser(node.analyser);
  const tokens = tokensFor(source, given, String(node.query));
  if (isGraph(tokens)) return matchOnGraph(node, source, tokens, context);
  const places = placesFor(source, given, String(node.query));
  if (places.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  return matchPlaces(node, source, places, context);
}

function matchPlaces(
  node: QueryNodes['match'],
  source: FieldSource,
  places: readonly Place[],
  context: ClauseContext,
): Condition {
  const { postings } = source;
  if (postings === null) throw new Error(`Field ${source.path} has no postings`);
  const { fuzzy, boost } = node;
  const required = requiredWords(node, places.length);
  const isScored = !isMatchOnly(context.layout, source.path);
  if (fuzzy === undefined && isScored && places.every(({ words }) => words.length === 1)) {
    return { kind: 'words', postings, words: places.flatMap(({ words }) => words), required, boost };
  }
  const should = places.map(({ words }): Condition => {
    const [word = ''] = words;
    if (words.length > 1) return asScored({ kind: 'synonyms', postings, words, boost: 1 }, 1, source, context);
    return fuzzy === undefined ? exactly(source, word, 1, context) : closeTo(source, word, fuzzy, 1, context);
  });
  return someOf(should, required, boost);
}

function matchExactly(node: QueryNodes['match'], source: FieldSource, context: ClauseContext): Condition {
  const { boost, fuzzy } = node;
  const given = context.analyser(node.analyser);
  const isKeyword = source.type === 'keyword' && !isIp(source, context.layout);
  const unlessUnfit = (made: () => Condition) => (node.lenient ? lenient(made) : made());
  if (source.type === 'completion') return unlessUnfit(() => matchCompletion(node, source, context));
  if (given === undefined && source.type === 'date') return unlessUnfit(() => dateOf(node, source, context));
  if (given === undefined && !isKeyword) return unlessUnfit(() => exactly(source, node.query, boost, context));
  const close = isKeyword ? fuzzy : undefined;
  const one = (word: string, by: number): Condition =>
    unlessUnfit(() =>
      close === undefined ? exactly(source, word, by, context) : closeTo(source, word, close, by, context),
    );
  const words = given === undefined ? keywordWords(node, source, context) : analyse(given, String(node.query));
  const [only] = words;
  if (only === undefined) return node.zeroTermsQuery === 'all' ? test(TRUE, boost) : NOTHING;
  if (words.length === 1) return one(only, boost);
  const each = words.map((word) => one(word, 1));
  return someOf(each, requiredWords(node, words.length), boost);
}

function dateOf(
  { query, timeZone, boost }: QueryNodes['match'],
  source: FieldSource,
  context: ClauseContext,
): Condition {
  if (timeZone === undefined) return exactly(source, query, boost, context);
  const day = String(query);
  return test(rangeTest(source, { gte: day, lte: day, timeZone }, context), boost);
}

function matchCompletion(node: QueryNodes['match'], source: FieldSource, context: ClauseContext): Condition {
  const { query, fuzzy, boost, zeroTermsQuery } = node;
  const key = keptWhole(source, String(query), context.analyser(node.analyser), context);
  if (key === '') return zeroTermsQuery === 'all' ? test(TRUE, boost) : NOTHING;
  return fuzzy === undefined ? exactly(source, key, boost, context) : closeTo(source, key, fuzzy, boost, context);
}

/** A keyword is asked for as a whole, unless the mapping says otherwise. */
function keywordWords(
  { query }: QueryNodes['match'],
  source: FieldSource,
  { layout }: ClauseContext,
): readonly string[] {
  const splits = mappedField(layout, source.path)?.parameters.split_queries_on_whitespace;
  return splits === true || splits === 'true' ? analyse('whitespace', String(query)) : [String(query)];
}
