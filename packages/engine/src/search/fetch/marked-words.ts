import {
  type AnyAnalyser,
  analyse,
  childrenOf,
  editsFor,
  expandQueryString,
  expandSimpleQueryString,
  type FuzzyOptions,
  parseRegexp,
  type Query,
  regexpMatcher,
  type Scalar,
  type SearchableField,
  type Token,
  tokensOf,
  wildcardMatcher,
  wildcardParts,
} from '@datasarana/query';
import { wildcard } from '@datasarana/schema';
import { editDistance } from '../text/edit-distance.ts';
import { intervalWords } from './interval-words.ts';
import { markedPhrases, type Phrase, type WordTest } from './marked-phrases.ts';

/** A field as its texts were analysed. */
export interface MarkedField {
  readonly name: string;
  readonly analyser: AnyAnalyser;
  /** Of a keyword: what its values went through. */
  readonly normalizer: AnyAnalyser | undefined;
}

/** What a query looks for in a field: words anywhere, all that fit a pattern, and words that stand together. */
export interface Wanted {
  readonly words: readonly WordTest[];
  readonly patterns: readonly WordTest[];
  readonly phrases: readonly Phrase[];
}

interface Surroundings {
  readonly field: MarkedField;
  /** What is looked for in other fields counts, too. */
  readonly anyField: boolean;
  readonly fieldNamed: (name: string) => MarkedField | undefined;
  readonly known: readonly SearchableField[];
}

/** What a query looks for in a field; with `anyField` also what it looks for in others, in the words of those. */
export function wantedIn(query: Query, around: Surroundings): Wanted {
  const all = clausesOf(query, around).map((clause) => ofClause(clause, around));
  return joined(all);
}

const joined = (all: readonly Wanted[]): Wanted => ({
  words: all.flatMap(({ words }) => words),
  patterns: all.flatMap(({ patterns }) => patterns),
  phrases: all.flatMap(({ phrases }) => phrases),
});

/** The words of a text that are to be marked, in its order; those that fit one pattern count as one and the same. */
export function markedTokens(tokens: readonly Token[], { words, patterns, phrases }: Wanted): readonly Token[] {
  const standing = markedPhrases(tokens, phrases);
  return tokens.flatMap((token) => {
    if (standing.has(token) || words.some((fits) => fits(token.word))) return token;
    const pattern = patterns.findIndex((fits) => fits(token.word));
    return pattern < 0 ? [] : { ...token, word: `*${pattern}` };
  });
}

/** The clauses without further ones in them that may make a document match. */
function clausesOf(query: Query, around: Surroundings): readonly Query[] {
  switch (query.kind) {
    case 'query_string':
      return clausesOf(expandQueryString(query, around.known), around);
    case 'simple_query_string':
      return clausesOf(expandSimpleQueryString(query, around.known), around);
    case 'bool':
      return childrenOf({ ...query, mustNot: [] }).flatMap((child) => clausesOf(child, around));
    case 'boosting':
      return clausesOf(query.positive, around);
    case 'function_score':
      return clausesOf(query.query, around);
    case 'span_or':
      return query.clauses.flatMap((child) => clausesOf(child, around));
    case 'span_near':
      return query.clauses.every(({ kind }) => kind === 'span_term')
        ? [query]
        : query.clauses.flatMap((child) => clausesOf(child, around));
    case 'span_not':
      return clausesOf(query.include, around);
    case 'span_first':
      return query.match.kind === 'span_term' ? [query] : clausesOf(query.match, around);
    case 'span_multi':
      return clausesOf(query.match, around);
    case 'span_containing':
    case 'span_within':
      return [query.big, query.little].flatMap((child) => clausesOf(child, around));
    default: {
      const inner = childrenOf(query);
      return inner.length === 0 ? [query] : inner.flatMap((child) => clausesOf(child, around));
    }
  }
}

const NOTHING: Wanted = { words: [], patterns: [], phrases: [] };
const words = (...tests: readonly WordTest[]): Wanted => ({ ...NOTHING, words: tests });
const patterns = (...tests: readonly WordTest[]): Wanted => ({ ...NOTHING, patterns: tests });

function ofClause(clause: Query, around: Surroundings): Wanted {
  const fields = [...new Set(namedBy(clause).flatMap((name) => fieldsFor(name, around)))];
  return joined(fields.map((field) => ofLeaf(clause, field)));
}

/** The fields a clause names; an empty list of fields means all of them. */
function namedBy(clause: Query): readonly string[] {
  if (clause.kind === 'multi_match')
    return clause.fields.length === 0 ? ['*'] : clause.fields.map(({ field }) => field);
  if (clause.kind === 'span_near') return clause.clauses.flatMap((each) => ('field' in each ? each.field : []));
  if (clause.kind === 'span_first') return 'field' in clause.match ? [clause.match.field] : [];
  return 'field' in clause && typeof clause.field === 'string' ? [clause.field] : [];
}

/** The field whose words a name stands for; nothing when it stands for other fields than the one that is shown. */
function fieldsFor(name: string, { field, anyField, fieldNamed }: Surroundings): readonly MarkedField[] {
  if (name === field.name || wildcard(name)(field.name)) return [field];
  return anyField ? [fieldNamed(name) ?? field] : [];
}

/** What a clause looks for in a field that it names. */
function ofLeaf(clause: Query, field: MarkedField): Wanted {
  switch (clause.kind) {
    case 'match':
      return ofWords(clause.query, clause, field);
    case 'match_bool_prefix':
      return joined([ofWords(clause.query, clause, field), patterns(startOf(clause.query, field))]);
    case 'match_phrase':
      return phrase(clause.query, clause.slop, field, false);
    case 'match_phrase_prefix':
      return phrase(clause.query, clause.slop, field, true);
    case 'multi_match':
      if (clause.type === 'phrase') return phrase(clause.query, clause.slop, field, false);
      if (clause.type === 'phrase_prefix') return phrase(clause.query, clause.slop, field, true);
      return clause.type === 'bool_prefix'
        ? joined([ofWords(clause.query, clause, field), patterns(startOf(clause.query, field))])
        : ofWords(clause.query, clause, field);
    case 'term':
      return words(same(keptBy(field, clause.value), clause.caseInsensitive));
    case 'span_term':
      return words(same(String(clause.value), false));
    case 'span_near':
      return { ...NOTHING, phrases: [inSpans(clause)] };
    case 'span_first':
      return { ...NOTHING, phrases: [inSpans({ clauses: [clause.match], slop: 0, inOrder: true }, clause.end)] };
    case 'range':
      return patterns(between(clause));
    case 'terms_set':
      return words(...clause.terms.map((value) => same(keptBy(field, value), false)));
    case 'terms': {
      const known = new Set(clause.values.map((value) => keptBy(field, value)));
      return words((word) => known.has(word));
    }
    case 'prefix':
      return patterns(startsWith(keptBy(field, clause.value), clause.caseInsensitive));
    case 'wildcard':
      return patterns(wildcardTest(keptBy(field, clause.value), clause.caseInsensitive));
    case 'regexp':
      return patterns(
        regexpMatcher(parseRegexp(keptBy(field, clause.value), clause.flags, 'regexp.value', clause.caseInsensitive)),
      );
    case 'fuzzy':
      return patterns(near(keptBy(field, clause.value), clause));
    case 'intervals':
      return words(...intervalWords(clause.rule, field.analyser));
    default:
      return NOTHING;
  }
}

const keptBy = ({ normalizer }: MarkedField, value: Scalar): string =>
  normalizer === undefined ? String(value) : (analyse(normalizer, String(value))[0] ?? '');

interface WordsAsked {
  readonly analyser?: AnyAnalyser;
  readonly fuzzy?: FuzzyOptions;
}

function ofWords(text: Scalar, { analyser, fuzzy }: WordsAsked, field: MarkedField): Wanted {
  const own = analyse(analyser ?? field.normalizer ?? field.analyser, String(text));
  if (fuzzy !== undefined) return patterns(...own.map((word) => near(word, fuzzy)));
  const known = new Set(own);
  return words((word) => known.has(word));
}

const cased = (text: string, ignoreCase: boolean): string => (ignoreCase ? text.toLowerCase() : text);

function same(wanted: string, ignoreCase: boolean): WordTest {
  const known = cased(wanted, ignoreCase);
  return (word) => cased(word, ignoreCase) === known;
}

function startsWith(start: string, ignoreCase: boolean): WordTest {
  const known = cased(start, ignoreCase);
  return (word) => cased(word, ignoreCase).startsWith(known);
}

function startOf(text: Scalar, field: MarkedField): WordTest {
  const last = analyse(field.normalizer ?? field.analyser, String(text)).at(-1);
  return last === undefined ? () => false : startsWith(last, false);
}

function wildcardTest(pattern: string, ignoreCase: boolean): WordTest {
  const parts = wildcardParts(cased(pattern, ignoreCase));
  const fits = wildcardMatcher(parts);
  return (word) => fits(cased(word, ignoreCase));
}

function near(wanted: string, { fuzziness, prefixLength, transpositions }: FuzzyOptions): WordTest {
  const letters = [...wanted];
  const edits = editsFor(fuzziness, letters.length);
  const start = letters.slice(0, prefixLength).join('');
  return (word) => word.startsWith(start) && editDistance([...word], letters, edits, transpositions) <= edits;
}

function between({ gt, gte, lt, lte }: Extract<Query, { kind: 'range' }>): WordTest {
  const unlessAbsent = (limit: Scalar | undefined, holds: (at: string) => boolean) =>
    limit === undefined || holds(String(limit));
  return (word) =>
    unlessAbsent(gt, (limit) => word > limit) &&
    unlessAbsent(gte, (limit) => word >= limit) &&
    unlessAbsent(lt, (limit) => word < limit) &&
    unlessAbsent(lte, (limit) => word <= limit);
}

/** Words one behind the other, of which the last may go on. */
function phrase(text: Scalar, slop: number, field: MarkedField, isOpen: boolean): Wanted {
  const tokens = tokensOf(field.normalizer ?? field.analyser, String(text));
  const last = tokens.at(-1)?.position;
  const slots = tokens.map(({ word, position }) => ({
    position,
    fits: isOpen && position === last ? startsWith(word, false) : same(word, false),
  }));
  return {
    ...NOTHING,
    phrases: slots.length === 0 ? [] : [{ slots, slop, isOrdered: slop === 0, end: Number.POSITIVE_INFINITY }],
  };
}

type Near = Pick<Extract<Query, { kind: 'span_near' }>, 'clauses' | 'slop' | 'inOrder'>;

const inSpans = ({ clauses, slop, inOrder }: Near, end = Number.POSITIVE_INFINITY): Phrase => ({
  end,
  slots: clauses.map((each, position) => ({
    position,
    fits: same(each.kind === 'span_term' ? String(each.value) : '', false),
  })),
  slop,
  isOrdered: inOrder,
});
