import {
  expandQueryString,
  expandSimpleQueryString,
  printQuery,
  type Query,
  type QueryKind,
  type QueryNodes,
  requiredMatches,
} from '@datasarana/query';
import type { IndexLayout } from '../../index/layout.ts';
import { javaDouble } from '../aggregations/shown-value.ts';
import { searchableFields } from '../index-fields.ts';
import { analysersOf } from '../named-analysers.ts';
import { idsText } from './identity.ts';
import { ALL, anywhere, bool, boosted, constant, disMax, NO_PATH, NONE, onDocuments, type Spelt } from './lucene.ts';
import { spellSpans } from './spans.ts';
import { fieldAt, type SpeltField, type Surroundings } from './surroundings.ts';
import { onTypedPart } from './typed-parts.ts';
import { anyOf, exactly, exists, rangeOf } from './values.ts';
import { close, match, matchBoolPrefix, matchPhrase, matchPhrasePrefix, multiMatch } from './words.ts';

type Spell<N> = (node: N, on: Surroundings) => Spelt | null;

/** A pattern of a field; one that does not look at case is an automaton there, and stands here as it was written. */
const pattern =
  (spelt: (value: string) => string) =>
  (
    node: { readonly field: string; readonly value: string; readonly boost: number },
    on: Surroundings,
  ): Spelt | null => {
    const field = fieldAt(on, node.field);
    if (field === null) return NONE;
    if (field.type === 'wildcard') return null;
    return boosted(anywhere(`${field.path}:${spelt(node.value)}`), node.boost);
  };

const onField =
  <N extends { readonly field: string; readonly boost: number }>(
    spell: (field: SpeltField, node: N, on: Surroundings) => Spelt | null,
  ): Spell<N> =>
  (node, on) => {
    const field = fieldAt(on, node.field);
    if (field === null) return NONE;
    const spelt = spell(field, node, on);
    return spelt && boosted(spelt, node.boost);
  };

function spellBool(
  { must, mustNot, should, filter, minimumShouldMatch: least, boost }: QueryNodes['bool'],
  on: Surroundings,
) {
  const all = (of: readonly Query[]) => of.map(on.spell);
  const parts = { must: all(must), mustNot: all(mustNot), should: all(should), filter: all(filter) };
  const needed = [...parts.must, ...parts.filter];
  if (needed.length + mustNot.length + should.length === 0) return boosted(ALL, boost);
  if (needed.includes(NONE)) return NONE;
  if (needed.length === 0 && should.length > 0 && parts.should.every((each) => each === NONE)) return NONE;
  const isNegative = needed.length + should.length === 0;
  const required = least === undefined ? 0 : requiredMatches(least, should.length);
  return boosted(bool({ ...parts, required, ...(isNegative && { filter: [ALL] }) }), boost);
}

function spellExists(node: QueryNodes['exists'], on: Surroundings): Spelt {
  const members = [...on.layout.fields.values()].filter(({ path }) => path.startsWith(`${node.field}.`));
  const own = fieldAt(on, node.field);
  const isObject = own === null || own.type === 'object' || own.type === 'nested';
  const fields = isObject ? members.flatMap(({ path }) => fieldAt(on, path) ?? []) : [own];
  const leaves = fields.filter(({ type, isMapped }) => isMapped && type !== 'object' && type !== 'nested');
  if (leaves.length === 0) return NONE;
  return boosted(constant(anywhere(leaves.map(exists).join(' '))), node.boost);
}

function spellNested(node: QueryNodes['nested'], on: Surroundings): Spelt {
  if (!on.layout.fields.has(node.path)) return NO_PATH;
  const of = on.spell(node.query);
  const own = of === ALL ? bool({ must: [of], filter: [anywhere(`_nested_path:${node.path}`)] }) : of;
  return boosted({ text: `ToParentBlockJoinQuery (${own.text})`, seesObjects: false }, node.boost);
}

const spellBoosting: Spell<QueryNodes['boosting']> = ({ positive, negative, negativeBoost, boost }, on) => {
  const [one, other] = [on.spell(positive), on.spell(negative)];
  const scored = `scored by boost(queryboost(score(${other.text}))^${negativeBoost})`;
  return boosted(anywhere(`FunctionScoreQuery(${one.text}, ${scored})`), boost);
};

/** Functions are told by their kinds, where Lucene shows a place in memory. */
const spellFunctions: Spell<QueryNodes['function_score']> = (node, on) => {
  const kinds = node.functions.map((each) => `{${each.value?.kind ?? 'weight'}}`).join('');
  return boosted(anywhere(`function score (${on.spell(node.query).text}, functions: [${kinds}])`), node.boost);
};

const spellPoint: Spell<QueryNodes['geo_distance']> = ({ field, centre, metres, boost }) => {
  const [at, radius] = [[centre.lat, centre.lon].map(javaDouble), javaDouble(metres)];
  const index = `${field}:${at.join(',')} +/- ${radius} meters`;
  const column = `${field}:INTERSECTS:geometries([CIRCLE([${at.join(',')}] radius = ${radius} meters)])`;
  return boosted(anywhere(`IndexOrDocValuesQuery(indexQuery=${index}, dvQuery=${column})`), boost);
};

const spellTermsSet: Spell<QueryNodes['terms_set']> = (
  { field: path, terms, minimumShouldMatchField: least, boost },
  on,
) => {
  const field = fieldAt(on, path);
  if (field === null) return NONE;
  const queries = terms.flatMap((term) => exactly(field, term, on.now)?.text ?? []);
  const text = `CoveringQuery(queries=[${queries.join(', ')}], minimumNumberMatch=long(${least}))`;
  return queries.length < terms.length ? null : boosted(anywhere(text), boost);
};

const spellPolygon: Spell<QueryNodes['geo_polygon']> = ({ field, points, boost }) => {
  const [first] = points;
  const closed = first === undefined ? points : [...points, first];
  const text = `${closed.map(({ lat, lon }) => `[${javaDouble(lat)}, ${javaDouble(lon)}] `).join('')}`;
  const index = `LatLonPointQuery: field=${field}:[${text},]`;
  const column = `${field}:INTERSECTS:geometries([${text}])`;
  return boosted(anywhere(`IndexOrDocValuesQuery(indexQuery=${index}, dvQuery=${column})`), boost);
};

/** What has a spelling of its own. The others stand as they are sent. */
const SPELLINGS: { readonly [K in QueryKind]?: Spell<QueryNodes[K]> } = {
  match_all: ({ boost }) => boosted(ALL, boost),
  match_none: () => NONE,
  ids: ({ values, boost }) => (values.length === 0 ? NONE : boosted(anywhere(idsText(values)), boost)),
  term: onField((field, { value, caseInsensitive }, { now }) =>
    caseInsensitive ? anywhere(`${field.path}:${value}`) : exactly(field, value, now),
  ),
  terms: onField((field, { values }, { now }) => anyOf(field, values, now)),
  range: onField((field, node, { now }) => rangeOf(field, node, now)),
  exists: spellExists,
  match,
  match_phrase: matchPhrase,
  match_phrase_prefix: matchPhrasePrefix,
  match_bool_prefix: matchBoolPrefix,
  multi_match: multiMatch,
  prefix: pattern((value) => `${value}*`),
  wildcard: pattern((value) => value),
  regexp: pattern((value) => `/${value}/`),
  fuzzy: onField((field, node) => close(field, String(node.value), node)),
  bool: spellBool,
  constant_score: ({ filter, boost }, on) => boosted(constant(on.spell(filter)), boost),
  dis_max: ({ queries, tieBreaker, boost }, on) => boosted(disMax(queries.map(on.spell), tieBreaker), boost),
  boosting: spellBoosting,
  function_score: spellFunctions,
  nested: spellNested,
  query_string: (node, on) => on.spell(expandQueryString(node, on.searchable(), on.analyser)),
  simple_query_string: (node, on) => on.spell(expandSimpleQueryString(node, on.searchable(), on.analyser)),
  geo_distance: spellPoint,
  geo_polygon: spellPolygon,
  terms_set: spellTermsSet,
  ...spellSpans,
};

/**
 * What a query becomes on one index, in Lucene's spelling, as `_validate/query` tells it. A clause without a spelling of its own
 * stands as it was sent.
 */
export function spellQuery(query: Query, layout: IndexLayout, now: number): string {
  const on: Surroundings = {
    layout,
    now,
    analyser: analysersOf(layout),
    searchable: () => searchableFields(layout),
    spell: (node) => {
      const spell = SPELLINGS[node.kind] as Spell<Query> | undefined;
      return onTypedPart(node, on) ?? spell?.(node, on) ?? anywhere(JSON.stringify(printQuery(node)));
    },
  };
  const spelt = on.spell(query);
  const hasObjects = [...layout.fields.values()].some(({ type }) => type === 'nested');
  return (hasObjects ? onDocuments(spelt) : spelt).text;
}
