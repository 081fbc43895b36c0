import type { Query, QueryNodes } from '@datasarana/query';
import { placesFor, quoteAnalyserOf } from '../clauses/analysis.ts';
import { mappedField } from '../mapped-field.ts';
import { typedPart } from '../typed-part.ts';
import { anywhere, boosted, constant, NO_WORDS, type Spelt, together } from './lucene.ts';
import { fieldAt, type SpeltField, type Surroundings } from './surroundings.ts';
import { withoutWords } from './values.ts';

interface Part {
  readonly base: SpeltField;
  readonly words: number;
}

function partAt(path: string, on: Surroundings): Part | null {
  const part = typedPart(path, (base) => mappedField(on.layout, base));
  const base = part && fieldAt(on, part.base);
  return part && base && { base, words: part.words };
}

/** A clause about a part of a `search_as_you_type`; null for one about something else, and without a spelling of its own. */
export function onTypedPart(query: Query, on: Surroundings): Spelt | null {
  const part = 'field' in query ? partAt(query.field, on) : null;
  if (part === null) return null;
  switch (query.kind) {
    case 'term':
      return boosted(inPart(part, `${query.field}:${query.value}`), query.boost);
    case 'terms':
      return boosted(inPart(part, `${query.field}:(${query.values.join(' ')})`), query.boost);
    case 'prefix':
      return boosted(beginning(part, query.value), query.boost);
    case 'exists':
      return boosted(constant(anywhere(`FieldExistsQuery [field=${query.field}]`)), query.boost);
    case 'match':
      return rows(query, part, on, query.zeroTermsQuery);
    case 'match_bool_prefix':
      return rows(query, part, on, 'none');
    case 'match_phrase':
      return phrase(query, part, on);
    default:
      return null;
  }
}

const inPart = ({ base }: Part, text: string): Spelt => ({ text, seesObjects: base.isNested });

const beginning = (part: Part, start: string): Spelt =>
  constant(inPart(part, `${part.base.path}._index_prefix:${start}`));

function rowsIn(text: string, { base, words }: Part, analyser: Parameters<typeof placesFor>[1]): readonly string[] {
  const places = placesFor(base.source, analyser, text);
  const row = (from: number) => places.slice(from, from + words).map(({ words: [word = ''] }) => word);
  return places.slice(words - 1).map((_, from) => row(from).join(' '));
}

function rows(
  node: QueryNodes['match'] | QueryNodes['match_bool_prefix'],
  part: Part,
  on: Surroundings,
  forNothing: QueryNodes['match']['zeroTermsQuery'],
): Spelt {
  const found = rowsIn(String(node.query), part, on.analyser(node.analyser));
  if (found.length === 0) return withoutWords(forNothing, NO_WORDS);
  const isBegun = (at: number) => node.kind === 'match_bool_prefix' && at === found.length - 1;
  const spelt = found.map((row, at) => (isBegun(at) ? beginning(part, row) : inPart(part, `${node.field}:${row}`)));
  return boosted(together(spelt, node), node.boost);
}

function phrase(node: QueryNodes['match_phrase'], part: Part, on: Surroundings): Spelt {
  const found = rowsIn(String(node.query), part, on.analyser(node.analyser) ?? quoteAnalyserOf(part.base.source));
  if (found.length === 0) return withoutWords(node.zeroTermsQuery, NO_WORDS);
  const [only = '', ...more] = found;
  const spelt =
    more.length === 0 ? inPart(part, `${node.field}:${only}`) : anywhere(`${node.field}:"${found.join(' ')}"`);
  return boosted(spelt, node.boost);
}
