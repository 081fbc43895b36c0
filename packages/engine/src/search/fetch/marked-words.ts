import {
  type AnyAnalyser,
  analyse,
  childrenOf,
  expandQueryString,
  expandSimpleQueryString,
  type FuzzyOptions,
  type NamedAnalysers,
  parseRegexp,
  type Query,
  regexpMatcher,
  type Scalar,
  type SearchableField,
  type Token,
  tokensOf,
  usualFields,
} from '@datasarana/query';
import { isGraph, type Section, type Step, sectionsOf } from '../clauses/word-graph.ts';
import { intervalWords } from './interval-words.ts';
import { markedPhrases, type Phrase, type WordTest } from './marked-phrases.ts';
import { near, same, startsWith, wildcardTest } from './word-tests.ts';

/** A field as its texts were analysed. */
export interface MarkedField {
  readonly name: string;
  /** What an alias stands for; else its name. */
  readonly path: string;
  readonly analyser: AnyAnalyser;
  /** What words that are looked for go through: of a keyword what its values went through. */
  readonly searching: AnyAnalyser;
  /** The same for phrases. */
  readonly quoted: AnyAnalyser;
  /** What a query may name instead. */
  readonly named: NamedAnalysers;
  /** Of a keyword: what its values went through. */
  readonly normalizer: AnyAnalyser | undefined;
  /** Places between two texts of a list. */
  readonly gap: number;
}

/** What a query looks for in a field: words anywhere, all that fit a pattern, and words that stand together. */
export interface Wanted {
  readonly words: readonly WordTest[];
  readonly patterns: readonly WordTest[];
  readonly phrases: readonly Phrase[];
  /** Words are looked for where they stand, so that each pattern a word fits counts (Lucene's MemoryIndexOffsetStrategy). */
  readonly isPlaced: boolean;
}

interface Surroundings {
  readonly field: MarkedField;
  /** What is looked for in other fields counts, too. */
  readonly anyField: boolean;
  /** The fields a name or pattern stands for. */
  readonly fieldNamed: (name: string) => readonly MarkedField[];
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
  isPlaced: all.some(({ isPlaced }) => isPlaced),
});

/** The words of each text that are to be marked, in their order; those that fit one pattern count as one and the same. */
export function markedTokens(texts: readonly (readonly Token[])[], wanted: Wanted): readonly (readonly Token[])[] {
  const standing = markedPhrases(texts.flat(), wanted.phrases);
  return texts.map((tokens) => tokens.flatMap((token) => marksOf(token, wanted, standing.has(token))));
}

function marksOf(token: Token, wanted: Wanted, stands: boolean): readonly Token[] {
  const isWord = stands || wanted.words.some((fits) => fits(token.word));
  const own = isWord ? [token] : [];
  if (isWord && !wanted.isPlaced) return own;
  const fitting = wanted.patterns.flatMap((fits, i) => (fits(token.word) ? { ...token, word: `*${i}` } : []));
  return wanted.isPlaced ? [...own, ...fitting] : fitting.slice(0, 1);
}

/** The clauses without further ones in them that may make a document match. */
function clausesOf(query: Query, around: Surroundings): readonly Query[] {
  switch (query.kind) {
    case 'query_string':
      return clausesOf(expandQueryString(query, around.known, around.field.named), around);
    case 'simple_query_string':
      return clausesOf(expandSimpleQueryString(query, around.known, around.field.named), around);
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

const NOTHING: Wanted = { words: [], patterns: [], phrases: [], isPlaced: false };
const words = (...tests: readonly WordTest[]): Wanted => ({ ...NOTHING, words: tests });
const patterns = (...tests: readonly WordTest[]): Wanted => ({ ...NOTHING, patterns: tests });

function ofClause(clause: Query, around: Surroundings): Wanted {
  const fields = namedBy(clause, around).flatMap((name) => fieldsFor(name, around));
  return joined([...new Map(fields.map((field) => [field.path, field])).values()].map((each) => ofLeaf(clause, each)));
}

/** The fields a clause names; an empty list of fields means the usual ones, or all of them. */
function namedBy(clause: Query, { known }: Surroundings): readonly string[] {
  if (clause.kind === 'multi_match') {
    const named = clause.fields.length === 0 ? usualFields(known) : clause.fields;
    return named?.map(({ field }) => field) ?? ['*'];
  }
  if (clause.kind === 'span_near') return clause.clauses.flatMap((each) => ('field' in each ? each.field : []));
  if (clause.kind === 'span_first') return 'field' in clause.match ? [clause.match.field] : [];
  return 'field' in clause && typeof clause.field === 'string' ? [clause.field] : [];
}

/** The fields whose words a name stands for; nothing when it stands for other fields than the one that is shown. */
function fieldsFor(name: string, { field, anyField, fieldNamed }: Surroundings): readonly MarkedField[] {
  const named = fieldNamed(name);
  if (anyField) return named;
  return name === field.name || named.some(({ path }) => path === field.path) ? [field] : [];
}

/** What a clause looks for in a field that it names. */
function ofLeaf(clause: Query, field: MarkedField): Wanted {
  switch (clause.kind) {
    case 'match':
      return ofWords(clause, field);
    case 'match_bool_prefix':
      return joined([ofWords(clause, field), patterns(startOf(clause, field))]);
    case 'match_phrase':
      return phrase(clause, field, false);
    case 'match_phrase_prefix':
      return phrase(clause, field, true);
    case 'multi_match':
      if (clause.type === 'phrase') return phrase(clause, field, false);
      if (clause.type === 'phrase_prefix') return phrase(clause, field, true);
      return clause.type === 'bool_prefix'
        ? joined([ofWords(clause, field), patterns(startOf(clause, field))])
        : ofWords(clause, field);
    case 'term':
      return words(same(keptBy(field, clause.value), clause.caseInsensitive));
    case 'span_term':
      return { ...words(same(String(clause.value), false)), isPlaced: true };
    case 'span_near':
      return placed(inSpans(clause));
    case 'span_first':
      return placed(inSpans({ clauses: [clause.match], slop: 0, inOrder: true }, clause.end));
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
      return words(...intervalWords(clause.rule, field));
    default:
      return NOTHING;
  }
}

const keptBy = ({ normalizer }: MarkedField, value: Scalar): string =>
  normalizer === undefined ? String(value) : (analyse(normalizer, String(value))[0] ?? '');

interface WordsAsked {
  readonly query: Scalar;
  readonly analyser?: string;
  readonly fuzzy?: FuzzyOptions;
  readonly synonymPhrases?: false;
}

function ofWords({ query, analyser, fuzzy, synonymPhrases }: WordsAsked, field: MarkedField): Wanted {
  const by = field.named(analyser) ?? field.searching;
  const tokens = fuzzy === undefined && synonymPhrases !== false ? tokensOf(by, String(query)) : [];
  if (isGraph(tokens)) return joined(sectionsOf(tokens).map(ofSection));
  const own = analyse(by, String(query));
  if (fuzzy !== undefined) return patterns(...own.map((word) => near(word, fuzzy)));
  const known = new Set(own);
  return words((word) => known.has(word));
}

/** Synonyms of several words are marked where they stand together. */
function ofSection(section: Section): Wanted {
  if (section.kind === 'words') return words(...section.words.map((word) => same(word, false)));
  return joined(section.ways.map((way) => (way.length === 1 ? words(...testsOf(way)) : standing(way))));
}

const testsOf = (way: readonly Step[]): readonly WordTest[] => way.map(({ word }) => same(word, false));

const standing = (way: readonly Step[]): Wanted =>
  placed({
    slots: testsOf(way).map((fits, position) => ({ position, fits })),
    slop: 0,
    isOrdered: true,
    end: Number.POSITIVE_INFINITY,
  });

function startOf({ query, analyser }: WordsAsked, field: MarkedField): WordTest {
  const [last, before] = tokensOf(field.named(analyser) ?? field.searching, String(query)).toReversed();
  if (last === undefined) return () => false;
  return last.position === before?.position ? same(last.word, false) : startsWith(last.word, false);
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
function phrase(
  { query, analyser, slop }: WordsAsked & { readonly slop: number },
  field: MarkedField,
  isOpen: boolean,
): Wanted {
  const tokens = tokensOf(field.named(analyser) ?? field.quoted, String(query));
  if (isGraph(tokens)) return ofSections(sectionsOf(tokens), slop, isOpen);
  const last = tokens.at(-1)?.position;
  const slots = [...Map.groupBy(tokens, ({ position }) => position)].map(([position, meant]) => {
    const tests = meant.map(({ word }) => (isOpen && position === last ? startsWith(word, false) : same(word, false)));
    return { position, fits: (word: string) => tests.some((fits) => fits(word)) };
  });
  if (slots.length === 0) return NOTHING;
  if (!isOpen && slots.every(({ position }) => position === last)) return words(...slots.map(({ fits }) => fits));
  return placed({ slots, slop, isOrdered: slop === 0, end: Number.POSITIVE_INFINITY });
}

/** A phrase with more ways than this is marked section by section. */
const MOST_WAYS = 1024;

/** A phrase in which words stand for several others, and those for it: each way through it is one of its own. */
function ofSections(sections: readonly Section[], slop: number, isOpen: boolean): Wanted {
  const count = sections.reduce((product, section) => product * readingsOf(section).length, 1);
  if (count > MOST_WAYS) return joined(sections.map(ofSection));
  const ways = sections.reduce<readonly Reading[]>(
    (begun, section) => begun.flatMap((way) => readingsOf(section).map((more) => [...way, ...more])),
    [[]],
  );
  return joined(
    ways.map((way) => {
      const slots = way.map((meant, position) => {
        const isBegun = isOpen && position === way.length - 1;
        const tests = meant.map((word) => (isBegun ? startsWith(word, false) : same(word, false)));
        return { position, fits: (word: string) => tests.some((fits) => fits(word)) };
      });
      return placed({ slots, slop, isOrdered: slop === 0, end: Number.POSITIVE_INFINITY });
    }),
  );
}

/** Places one behind the other, each with the words that may stand there. */
type Reading = readonly (readonly string[])[];

const readingsOf = (section: Section): readonly Reading[] =>
  section.kind === 'words' ? [[section.words]] : section.ways.map((way) => way.map(({ word }) => [word]));

const placed = (found: Phrase): Wanted => ({ ...NOTHING, phrases: [found], isPlaced: true });

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
