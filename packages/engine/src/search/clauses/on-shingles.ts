import { type Query, type QueryNodes, requiredWords } from '@datasarana/query';
import { malformed, type PlatformError } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import { existsTest, type FieldSource } from '../index-fields.ts';
import { mappedField } from '../mapped-field.ts';
import { someOf } from '../some-of.ts';
import { sql, TRUE } from '../sql.ts';
import { LONGEST_BEGINNING, type TypedPart, typedPart } from '../typed-part.ts';
import { type Place, placesFor, quoteAnalyserOf } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { phraseOf } from './phrase-of.ts';
import { beginsWith } from './prefix.ts';

/** None of the parts of a `search_as_you_type` is kept: a row of words is found as a phrase is. */
interface Part extends TypedPart {
  readonly source: FieldSource;
}

type Words = readonly Pick<Place, 'words' | 'position'>[];

function partAt(path: string, context: ClauseContext): Part | null {
  const part = context.field(path) === null ? typedPart(path, (base) => mappedField(context.layout, base)) : null;
  const source = part && context.field(part.base);
  return part && source && { ...part, source };
}

const noText = ({ isBeginning }: Part, path: string, use: string): PlatformError =>
  malformed(
    `Can only use ${use} queries on text fields - not on [${path}] which is of type [${isBeginning ? 'prefix' : 'search_as_you_type'}]`,
    'Ask for the field itself.',
  );

/** What a clause finds in a part of a `search_as_you_type`; null where it is about something else. */
export function onShingles(query: Query, context: ClauseContext): Condition | null {
  const part = 'field' in query ? partAt(query.field, context) : null;
  if (part === null) return null;
  switch (query.kind) {
    case 'term':
      return row(part, String(query.value), query.boost);
    case 'terms': {
      const of = query.values.map((value) => row(part, String(value), 1));
      return { kind: 'constant', of: someOf(of, 1), score: query.boost };
    }
    case 'prefix':
      return beginning(part, wordsOf(query.caseInsensitive ? query.value.toLowerCase() : query.value), query.boost);
    case 'exists':
      return test(existsTest(part.source), query.boost);
    case 'match':
      return rowsOf(part, query, query.zeroTermsQuery, context, (each) => inPart(part, each));
    case 'match_bool_prefix': {
      const { length } = String(query.query);
      const isBegun = (last: Place | undefined) => last?.end === length;
      return rowsOf(part, query, 'none', context, (each, isLast) =>
        isLast && isBegun(each.at(-1)) ? beginning(part, each, 1) : inPart(part, each),
      );
    }
    case 'match_phrase':
    case 'match_phrase_prefix':
      return phrase(part, query, context);
    case 'intervals':
      throw noText(part, query.field, 'interval');
    default:
      return null;
  }
}

const wordsOf = (text: string): Words => text.split(' ').map((word, position) => ({ words: [word], position }));

/** One value of the part. */
function row(part: Part, value: string, boost: number): Condition {
  const words = wordsOf(value);
  if (part.isBeginning) return value.length > LONGEST_BEGINNING ? NOTHING : beginning(part, words, boost);
  return words.length === part.words ? phraseOf(part.source, words, { slop: 0, boost }) : NOTHING;
}

const inPart = (part: Part, words: Words): Condition =>
  part.isBeginning ? beginning(part, words, 1) : phraseOf(part.source, words, { slop: 0, boost: 1 });

/** Words of which the beginning of the last is enough; whatever is found scores the same. */
function beginning({ source, most }: Part, words: Words, score: number): Condition {
  const last = words.at(-1);
  if (source.postings === null || last === undefined || words.length > most) return NOTHING;
  const [start = ''] = last.words;
  if (words.length === 1)
    return { kind: 'terms_where', postings: source.postings, where: beginsWith(sql`term`, start), score };
  const prefix = { starts: last.words, most: Number.MAX_SAFE_INTEGER };
  const of = phraseOf(source, [...words.slice(0, -1), { ...last, prefix }], { slop: 0, boost: 1 });
  return { kind: 'constant', of, score };
}

type Matched = QueryNodes['match'] | QueryNodes['match_bool_prefix'];
type ForNothing = QueryNodes['match']['zeroTermsQuery'];

/** Every row of the words of a text, as many of them as the clause asks for. */
function rowsOf(
  part: Part,
  node: Matched,
  forNothing: ForNothing,
  context: ClauseContext,
  one: (row: readonly Place[], isLast: boolean) => Condition,
): Condition {
  const places = placesFor(part.source, context.analyser(node.analyser), String(node.query));
  const rows = places.slice(part.words - 1).map((_, i) => places.slice(i, i + part.words));
  if (rows.length === 0) return forNothing === 'all' ? test(TRUE, node.boost) : NOTHING;
  const should = rows.map((each, i) => one(each, i === rows.length - 1));
  return someOf(should, requiredWords(node, rows.length), node.boost);
}

/** Rows one behind the other are a longer one. */
function phrase(
  part: Part,
  node: QueryNodes['match_phrase'] | QueryNodes['match_phrase_prefix'],
  context: ClauseContext,
): Condition {
  if (part.isBeginning) {
    throw noText(part, node.field, node.kind === 'match_phrase' ? 'phrase' : 'phrase prefix');
  }
  const analyser = context.analyser(node.analyser) ?? quoteAnalyserOf(part.source);
  const places = placesFor(part.source, analyser, String(node.query));
  const last = places.at(-1);
  if (last === undefined || places.length < part.words)
    return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  if (node.kind === 'match_phrase') return phraseOf(part.source, places, node);
  const prefix = { starts: last.words, most: node.maxExpansions };
  return phraseOf(part.source, [...places.slice(0, -1), { ...last, prefix }], node);
}
