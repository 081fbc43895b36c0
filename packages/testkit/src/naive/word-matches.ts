import {
  type AnyAnalyser,
  analyse,
  analyserNamed,
  editsFor,
  type FuzzyOptions,
  type QueryNodes,
  requiredWords,
  type Scalar,
  tokensOf,
} from '@datasarana/query';
import { fieldAt, isNumberField, type Matching, type RawField, searchableFields, valuesOf } from './documents.ts';
import { matchesTerm, terms } from './exact-matches.ts';
import { holdsStretch } from './intervals.ts';

export function matchesWords(node: Omit<QueryNodes['match'], 'kind'>, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  const { fuzzy } = node;
  if (field.type !== 'text') {
    return leniently(node.lenient, field, node.query, () =>
      fuzzy !== undefined && field.type === 'keyword'
        ? matchesClosely(node.field, String(node.query), fuzzy, on)
        : matchesTerm({ ...node, value: node.query, caseInsensitive: false }, on),
    );
  }
  const words = analyse(analyserNamed(node.analyser) ?? field.analyser, String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all';
  const present = new Set(terms(field, on));
  const found = words.filter((word) => (fuzzy ? matchesClosely(node.field, word, fuzzy, on) : present.has(word)));
  return found.length >= requiredWords(node, words.length);
}

export function matchesIntervals(node: QueryNodes['intervals'], on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field?.type !== 'text') return false;
  const [text] = valuesOf(on.index, on.document, field.path);
  if (text === undefined) return false;
  const closely = (word: string, { term, ...options }: FuzzyOptions & { readonly term: string }) =>
    isClose(word, term, options);
  return holdsStretch(node.rule, {
    analyser: field.analyser,
    tokens: tokensOf(field.analyser, String(text)),
    closely,
  });
}

export function matchesBoolPrefix(node: Omit<QueryNodes['match_bool_prefix'], 'kind'>, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  const text = String(node.query);
  const tokens =
    field.type === 'text'
      ? tokensOf(analyserNamed(node.analyser) ?? field.analyser, text)
      : [{ word: text, end: text.length }];
  const words = tokens.map(({ word }) => word);
  if (words.length === 0) return false;
  const all = terms(field, on).map(String);
  const isOpen = tokens.at(-1)?.end === text.length;
  const { fuzzy } = node;
  const found = words.filter((word, i) => {
    if (i === words.length - 1) return isOpen ? all.some((each) => each.startsWith(word)) : all.includes(word);
    return fuzzy ? matchesClosely(node.field, word, fuzzy, on) : all.includes(word);
  });
  return found.length >= requiredWords(node, words.length);
}

export function matchesClosely(path: string, word: string, options: FuzzyOptions, on: Matching): boolean {
  const field = fieldAt(on.index, path);
  return field !== undefined && terms(field, on).some((value) => isClose(String(value), word, options));
}

function isClose(given: string, word: string, options: FuzzyOptions): boolean {
  const wanted = [...word];
  // As in Lucene, a word that is all prefix stands for itself only.
  if (options.prefixLength >= wanted.length) return given === word;
  const characters = [...given];
  const start = wanted.slice(0, options.prefixLength);
  if (!start.every((character, i) => characters[i] === character)) return false;
  return edits(characters, wanted, options.transpositions) <= editsFor(options.fuzziness, wanted.length);
}

/** Edits from one word to another, by trying every one. */
function edits(a: readonly string[], b: readonly string[], transpositions: boolean): number {
  const known = new Map<string, number>();
  const from = (i: number, j: number): number => {
    if (i === a.length || j === b.length) return a.length - i + b.length - j;
    const key = `${i},${j}`;
    const done = known.get(key);
    if (done !== undefined) return done;
    const ways = [from(i + 1, j + 1) + (a[i] === b[j] ? 0 : 1), from(i + 1, j) + 1, from(i, j + 1) + 1];
    const crossed = i + 1 < a.length && j + 1 < b.length && a[i] === b[j + 1] && a[i + 1] === b[j];
    if (transpositions && crossed) ways.push(from(i + 2, j + 2) + 1);
    const least = Math.min(...ways);
    known.set(key, least);
    return least;
  };
  return from(0, 0);
}

/** A query text that the field's type cannot hold is no match when the caller is lenient. */
function leniently(lenient: boolean, field: RawField, value: Scalar, test: () => boolean): boolean {
  if (!lenient) return test();
  if (isNumberField(field) && (String(value).trim() === '' || Number.isNaN(Number(value)))) return false;
  if (field.type === 'boolean' && !['true', 'false', ''].includes(String(value))) return false;
  if (field.type !== 'date') return test();
  try {
    return test();
  } catch {
    return false;
  }
}

type Phrase = Omit<QueryNodes['match_phrase'], 'kind'>;

export function matchesPhrase(node: Phrase, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  if (field.type !== 'text') return matchesTerm({ ...node, value: node.query, caseInsensitive: false }, on);
  return holdsPhrase(node, field, on, (each, word) => each === word);
}

export function matchesPhrasePrefix(node: Omit<QueryNodes['match_phrase_prefix'], 'kind'>, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  if (field.type !== 'text') return false;
  return holdsPhrase(node, field, on, (each, word, isLast) => (isLast ? each.startsWith(word) : each === word));
}

/** Whether words that fit can be picked, one for each of the phrase, whose shifts against the phrase differ by `slop` at most. */
function holdsPhrase(
  node: Phrase,
  field: RawField,
  on: Matching,
  fits: (each: string, word: string, isLast: boolean) => boolean,
): boolean {
  const words = tokensOf(analyserNamed(node.analyser) ?? field.analyser, String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all';
  return valuesOf(on.index, on.document, field.path).some((text) => {
    const tokens = tokensOf(field.analyser, String(text));
    const shifts = (i: number, used: readonly number[]): readonly (readonly number[])[] => {
      const wanted = words[i];
      if (wanted === undefined) return [[]];
      const places = tokens.filter(({ word, position }) => {
        return fits(word, wanted.word, i === words.length - 1) && !used.includes(position);
      });
      return places.flatMap(({ position }) =>
        shifts(i + 1, [...used, position]).map((rest) => [position - wanted.position, ...rest]),
      );
    };
    return shifts(0, []).some((each) => Math.max(...each) - Math.min(...each) <= node.slop);
  });
}

export function matchesAnyField(node: QueryNodes['multi_match'], on: Matching): boolean {
  const names =
    node.fields.length === 0
      ? searchableFields(on.index).map(({ name }) => name)
      : node.fields.map(({ field }) => field);
  if (node.type === 'cross_fields') return matchesAcross(node, names, on);
  return names.some((name) => {
    const field = fieldAt(on.index, name);
    if (field === undefined || field.type === 'geo_point') return false;
    if (node.type === 'best_fields' || node.type === 'most_fields') {
      return matchesWords({ ...node, field: name }, on);
    }
    if (node.type === 'bool_prefix' && field.type !== 'text' && field.type !== 'keyword') return false;
    if (node.type === 'phrase_prefix') return matchesPhrasePrefix({ ...node, field: name }, on);
    if (node.type === 'bool_prefix') return matchesBoolPrefix({ ...node, field: name }, on);
    return leniently(node.lenient, field, node.query, () => matchesPhrase({ ...node, field: name }, on));
  });
}

/** Fields of one analyser as if they were one. */
function matchesAcross(node: QueryNodes['multi_match'], names: readonly string[], on: Matching): boolean {
  const groups = new Map<AnyAnalyser, RawField[]>();
  for (const name of names) {
    const field = fieldAt(on.index, name);
    if (field === undefined || field.type === 'geo_point') continue;
    const analyser = field.type === 'text' ? (analyserNamed(node.analyser) ?? field.analyser) : 'keyword';
    groups.set(analyser, [...(groups.get(analyser) ?? []), field]);
  }
  return [...groups.values()].some((fields) => {
    const [first] = fields;
    const text = String(node.query);
    const words = first?.type === 'text' ? analyse(analyserNamed(node.analyser) ?? first.analyser, text) : [text];
    if (words.length === 0) return node.zeroTermsQuery === 'all';
    const found = words.filter((word) =>
      fields.some((field) =>
        leniently(node.lenient, field, word, () =>
          matchesTerm({ field: field.path, value: word, caseInsensitive: false }, on),
        ),
      ),
    );
    return found.length >= requiredWords(node, words.length);
  });
}
