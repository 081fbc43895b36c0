import { editsFor, type FuzzyOptions, type QueryNodes, tieBreakerOf, weightedFields } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { asKept, type Place, placesFor, quoteAnalyserOf } from '../clauses/analysis.ts';
import { anywhere, boosted, disMax, NO_WORDS, NONE, type Spelt, together, unfit, unmappedFields } from './lucene.ts';
import { fieldAt, type SpeltField, type Surroundings } from './surroundings.ts';
import { onTypedPart } from './typed-parts.ts';
import { exactly, withoutWords } from './values.ts';

type Spell<K extends keyof QueryNodes> = (node: QueryNodes[K], on: Surroundings) => Spelt | null;

const inField = (field: SpeltField, text: string): Spelt => ({
  text: `${field.path}:${text}`,
  seesObjects: field.isNested,
});

/** Words close to one, written with how many letters may differ. */
export function close(field: SpeltField, given: string, { fuzziness }: FuzzyOptions): Spelt {
  const word = asKept(field.source, given);
  return anywhere(`${field.path}:${word}~${editsFor(fuzziness, [...word].length)}`);
}

const placed = (field: SpeltField, { words }: Place, fuzzy: FuzzyOptions | undefined): Spelt => {
  const [word = '', ...others] = words;
  if (others.length > 0) return anywhere(`Synonym(${words.map((each) => `${field.path}:${each}`).join(' ')})`);
  return fuzzy === undefined ? inField(field, word) : close(field, word, fuzzy);
};

/** What the field's type cannot hold matches nothing where that is allowed. */
function unlessUnfit(isLenient: boolean, field: string, made: () => Spelt | null): Spelt | null {
  try {
    return made();
  } catch (error) {
    if (isLenient && error instanceof PlatformError) return unfit(field, error);
    throw error;
  }
}

export const match: Spell<'match'> = (node, on) => {
  const field = fieldAt(on, node.field);
  if (field === null) return onTypedPart(node, on) ?? unmappedFields(node.field);
  const given = on.analyser(node.analyser);
  const { boost, fuzzy, zeroTermsQuery } = node;
  if (field.source.postings === null) {
    const one =
      fuzzy !== undefined && field.type === 'keyword'
        ? close(field, String(node.query), fuzzy)
        : unlessUnfit(node.lenient, field.path, () => exactly(field, node.query, on.now));
    return one && boosted(one, boost);
  }
  const places = placesFor(field.source, given, String(node.query));
  if (places.length === 0) return withoutWords(zeroTermsQuery, NO_WORDS);
  return boosted(
    together(
      places.map((place) => placed(field, place, fuzzy)),
      node,
    ),
    boost,
  );
};

/** `"quick ? fox"`: places without a word are a question mark. */
function phraseText(places: readonly Place[], last = ''): string {
  const [first] = places;
  const texts: string[] = [];
  for (const { position, words } of places) {
    const at = position - (first?.position ?? 0);
    while (texts.length < at) texts.push('?');
    texts.push(words.length > 1 ? `(${words.join(' ')})` : (words[0] ?? ''));
  }
  return `"${texts.join(' ')}${last}"`;
}

const slopText = (slop: number): string => (slop === 0 ? '' : `~${slop}`);

export const matchPhrase: Spell<'match_phrase'> = (node, on) => {
  const field = fieldAt(on, node.field);
  if (field === null) return onTypedPart(node, on) ?? unmappedFields(node.field);
  if (field.source.postings === null) {
    const one = exactly(field, node.query, on.now);
    return one && boosted(one, node.boost);
  }
  const places = placesFor(
    field.source,
    on.analyser(node.analyser) ?? quoteAnalyserOf(field.source),
    String(node.query),
  );
  const [only, ...others] = places;
  if (only === undefined) return withoutWords(node.zeroTermsQuery, NO_WORDS);
  if (others.length === 0) return boosted(placed(field, only, undefined), node.boost);
  return boosted(anywhere(`${field.path}:${phraseText(places)}${slopText(node.slop)}`), node.boost);
};

export const matchPhrasePrefix: Spell<'match_phrase_prefix'> = (node, on) => {
  const field = fieldAt(on, node.field);
  if (field === null) return onTypedPart(node, on) ?? unmappedFields(node.field);
  if (field.source.postings === null) return null;
  const places = placesFor(
    field.source,
    on.analyser(node.analyser) ?? quoteAnalyserOf(field.source),
    String(node.query),
  );
  if (places.length === 0) return withoutWords(node.zeroTermsQuery, NO_WORDS);
  return boosted(anywhere(`${field.path}:${phraseText(places, '*')}${slopText(node.slop)}`), node.boost);
};

export const matchBoolPrefix: Spell<'match_bool_prefix'> = (node, on) => {
  const field = fieldAt(on, node.field);
  if (field === null) return onTypedPart(node, on) ?? unmappedFields(node.field);
  if (field.source.postings === null) return null;
  const places = placesFor(field.source, on.analyser(node.analyser), String(node.query));
  const [last] = places.slice(-1);
  if (last === undefined) return NO_WORDS;
  const words = [
    ...places.slice(0, -1).map((place) => placed(field, place, node.fuzzy)),
    anywhere(`${field.path}:${last.words[0]}*`),
  ];
  return boosted(together(words, node), node.boost);
};

function ofType(
  type: QueryNodes['multi_match']['type'],
  one: Omit<QueryNodes['match'], 'kind'> & { readonly slop: number; readonly maxExpansions: number },
  on: Surroundings,
): Spelt | null {
  switch (type) {
    case 'phrase':
      return matchPhrase({ ...one, kind: 'match_phrase' }, on);
    case 'phrase_prefix':
      return matchPhrasePrefix({ ...one, kind: 'match_phrase_prefix' }, on);
    case 'bool_prefix':
      return matchBoolPrefix({ ...one, kind: 'match_bool_prefix' }, on);
    default:
      return match({ ...one, kind: 'match' }, on);
  }
}

export const multiMatch: Spell<'multi_match'> = (node, on) => {
  if (node.type === 'cross_fields') return crossFields(node, on);
  const { kind: _kind, fields: _fields, type: _type, tieBreaker: _tie, ...words } = node;
  const of: Spelt[] = [];
  for (const { field, boost } of weightedFields(node.fields, on.searchable())) {
    const one = { ...words, field, boost };
    const spelt = unlessUnfit(node.lenient, field, () => ofType(node.type, one, on));
    if (spelt === null) return null;
    of.push(spelt);
  }
  const [only] = of;
  if (only === undefined) return NONE;
  return boosted(of.length === 1 ? only : disMax(of, tieBreakerOf(node)), node.boost);
};

/** Words that may be in any of several fields; only of fields with one analyser. */
const crossFields: Spell<'multi_match'> = (node, on) => {
  const fields = weightedFields(node.fields, on.searchable()).flatMap(({ field, boost }) => {
    const found = fieldAt(on, field);
    return found === null ? [] : [{ found, boost }];
  });
  const [first] = fields;
  const analysers = new Set(
    fields.map(({ found }) => JSON.stringify(found.source.field?.field.analyser ?? 'standard')),
  );
  const isPlain = fields.every(({ found, boost }) => found.type === 'text' && boost === 1);
  if (first === undefined || fields.length === 1 || analysers.size > 1 || !isPlain) return null;
  const words = placesFor(first.found.source, on.analyser(node.analyser), String(node.query)).map(
    ({ words: [word] }) => {
      const terms = fields.map(({ found }) => `${found.path}:${word}`);
      return anywhere(`blended(terms:[${terms.join(', ')}])`);
    },
  );
  if (words.length === 0) return withoutWords(node.zeroTermsQuery, NO_WORDS);
  return boosted(together(words, node), node.boost);
};
