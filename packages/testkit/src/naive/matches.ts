import {
  type AnyAnalyser,
  analyse,
  distanceMetres,
  editsFor,
  expandQueryString,
  expandSimpleQueryString,
  type FuzzyOptions,
  type GeoArea,
  type GeoBox,
  type GeoPoint,
  parseQuery,
  parseRegexp,
  type Query,
  type QueryNodes,
  type QueryVisitor,
  readDate,
  regexpMatcher,
  requiredShould,
  requiredWords,
  type Scalar,
  tokensOf,
  visitQuery,
  wildcardParts,
  zoneOf,
} from '@datasarana/query';
import {
  compareValues,
  fieldAt,
  fieldsOf,
  isNumberField,
  isPoint,
  type RawDocument,
  type RawField,
  type RawIndex,
  searchableFields,
  type Value,
  valuesOf,
} from './documents.ts';
import { holdsStretch } from './intervals.ts';

export interface Matching {
  readonly index: RawIndex;
  readonly document: RawDocument;
  readonly now: number;
}

/** Whether a row matches a clause, straight from the clause's definition. */
export function matches(query: Query, on: Matching): boolean {
  return visitQuery(query, visitor(on));
}

const visitor = (on: Matching): QueryVisitor<boolean> => ({
  match_all: () => true,
  match_none: () => false,
  ids: (node) => node.values.includes(on.document.id),
  term: (node) => matchesTerm(node, on),
  terms: (node) => node.values.some((value) => matchesTerm({ field: node.field, value, caseInsensitive: false }, on)),
  range: (node) => matchesRange(node, on),
  exists: (node) => hasValue(node.field, on),
  match: (node) => matchesWords(node, on),
  match_phrase: (node) => matchesPhrase(node, on),
  match_phrase_prefix: (node) => matchesPhrasePrefix(node, on),
  match_bool_prefix: (node) => matchesBoolPrefix(node, on),
  multi_match: (node) => matchesAnyField(node, on),
  prefix: (node) => someText(node, on, (text) => folded(text, node).startsWith(folded(node.value, node))),
  wildcard: (node) => matchesWildcard(node, on),
  intervals: (node) => matchesIntervals(node, on),
  regexp: (node) => {
    const fits = regexpMatcher(parseRegexp(node.value, node.flags, 'value', node.caseInsensitive));
    return someText(node, on, fits);
  },
  fuzzy: (node) => matchesClosely(node.field, String(node.value), node, on),
  terms_set: (node) => matchesSet(node, on),
  bool: (node) => matchesBool(node, on),
  constant_score: (node) => matches(node.filter, on),
  boosting: (node) => matches(node.positive, on),
  dis_max: (node) => node.queries.some((query) => matches(query, on)),
  query_string: (node) => matches(expandQueryString(node, searchableFields(on.index)), on),
  simple_query_string: (node) => matches(expandSimpleQueryString(node, searchableFields(on.index)), on),
  function_score: (node) => {
    assertPlain(node);
    return matches(node.query, on);
  },
  distance_feature: (node) => hasValue(node.field, on),
  more_like_this: () => {
    throw new Error('more_like_this depends on what is typical of the whole index');
  },
  span_term: refuseSpans,
  span_multi: refuseSpans,
  span_near: refuseSpans,
  span_or: refuseSpans,
  span_not: refuseSpans,
  span_first: refuseSpans,
  span_containing: refuseSpans,
  span_within: refuseSpans,
  nested: (node) => matchesNested(node, on),
  geo_bounding_box: (node) => points(node.field, on).some((point) => isInBox(point, node.box)),
  geo_polygon: (node) => points(node.field, on).some((point) => isInPolygon(point, node.points)),
  geo_shape: (node) => matchesShape(node, on),
  geo_distance: (node) => points(node.field, on).some((point) => distanceMetres(node.centre, point) <= node.metres),
});

/** Spans are compared with what OpenSearch recorded: which of overlapping ones count is a matter of its walk. */
const refuseSpans = (): never => {
  throw new Error('Spans are not decided by trying all there are');
};

type Exact = Pick<QueryNodes['term'], 'field' | 'value' | 'caseInsensitive'>;

function matchesTerm({ field: path, value, caseInsensitive }: Exact, on: Matching): boolean {
  if (path === '_id') return on.document.id === String(value);
  const field = fieldAt(on.index, path);
  if (field === undefined) return false;
  if (field.type === 'date') {
    const bound = typeof value === 'boolean' ? String(value) : value;
    return matchesRange({ field: path, gte: bound, lte: bound }, on);
  }
  const wanted = wantedValue(field, value);
  return terms(field, on).some((each) => each === wanted || (caseInsensitive && isSameText(each, wanted)));
}

const isSameText = (a: Value, b: Value): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

function wantedValue(field: RawField, value: Scalar): Value {
  if (isNumberField(field)) return Number(value);
  if (field.type === 'boolean') return value === true || value === 'true';
  return String(value);
}

/** What exact clauses see of a field: words of a text, values of anything else. */
function terms(field: RawField, { index, document }: Pick<Matching, 'index' | 'document'>): readonly Value[] {
  const values = valuesOf(index, document, field.path);
  return field.type === 'text' ? values.flatMap((value) => analyse(field.analyser, String(value))) : values;
}

type Limits = Pick<QueryNodes['range'], 'field' | 'gt' | 'gte' | 'lt' | 'lte' | 'format' | 'timeZone'>;

function matchesRange(node: Limits, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  const limit = (bound: string | number | undefined, roundUp: boolean): Value | undefined => {
    if (bound === undefined) return undefined;
    const reading = { format: node.format, zone: zoneOf(node.timeZone), now: on.now, roundUp };
    return field.type === 'date' ? readDate(bound, node.field, reading) : wantedValue(field, bound);
  };
  const [gt, gte, lt, lte] = [
    limit(node.gt, true),
    limit(node.gte, false),
    limit(node.lt, false),
    limit(node.lte, true),
  ];
  return terms(field, on).some(
    (value) =>
      (gt === undefined || compareValues(value, gt) > 0) &&
      (gte === undefined || compareValues(value, gte) >= 0) &&
      (lt === undefined || compareValues(value, lt) < 0) &&
      (lte === undefined || compareValues(value, lte) <= 0),
  );
}

function hasValue(path: string, { index, document }: Matching): boolean {
  const paths = fieldsOf(index.fields).map((field) => field.path);
  return paths
    .filter((each) => each === path || each.startsWith(`${path}.`))
    .filter((each) => fieldAt(index, each)?.type !== 'object')
    .some((each) => valuesOf(index, document, each).length > 0);
}

function matchesWords(node: Omit<QueryNodes['match'], 'kind'>, on: Matching): boolean {
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
  const words = analyse(node.analyser ?? field.analyser, String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all';
  const present = new Set(terms(field, on));
  const found = words.filter((word) => (fuzzy ? matchesClosely(node.field, word, fuzzy, on) : present.has(word)));
  return found.length >= requiredWords(node, words.length);
}

function matchesIntervals(node: QueryNodes['intervals'], on: Matching): boolean {
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

function matchesBoolPrefix(node: Omit<QueryNodes['match_bool_prefix'], 'kind'>, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  const text = String(node.query);
  const tokens =
    field.type === 'text' ? tokensOf(node.analyser ?? field.analyser, text) : [{ word: text, end: text.length }];
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

function matchesClosely(path: string, word: string, options: FuzzyOptions, on: Matching): boolean {
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

function matchesSet(node: QueryNodes['terms_set'], on: Matching): boolean {
  const values = valuesOf(on.index, on.document, node.minimumShouldMatchField).map(Number);
  const found = node.terms.filter((value) => matchesTerm({ field: node.field, value, caseInsensitive: false }, on));
  return values.length > 0 && found.length >= Math.max(1, Math.trunc(Math.min(...values)));
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

function matchesPhrase(node: Phrase, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  if (field.type !== 'text') return matchesTerm({ ...node, value: node.query, caseInsensitive: false }, on);
  return holdsPhrase(node, field, on, (each, word) => each === word);
}

function matchesPhrasePrefix(node: Omit<QueryNodes['match_phrase_prefix'], 'kind'>, on: Matching): boolean {
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
  const words = tokensOf(node.analyser ?? field.analyser, String(node.query));
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

function matchesAnyField(node: QueryNodes['multi_match'], on: Matching): boolean {
  const names =
    node.fields.length === 0
      ? searchableFields(on.index).map(({ name }) => name)
      : node.fields.map(({ field }) => field);
  const lenient = node.lenient || node.fields.length === 0;
  if (node.type === 'cross_fields') return matchesAcross(node, names, lenient, on);
  return names.some((name) => {
    const field = fieldAt(on.index, name);
    if (field === undefined || field.type === 'geo_point') return false;
    if (node.type === 'best_fields' || node.type === 'most_fields') {
      return matchesWords({ ...node, field: name, lenient }, on);
    }
    if (node.type === 'bool_prefix' && field.type !== 'text' && field.type !== 'keyword') return false;
    if (node.type === 'phrase_prefix') return matchesPhrasePrefix({ ...node, field: name }, on);
    if (node.type === 'bool_prefix') return matchesBoolPrefix({ ...node, field: name }, on);
    return leniently(lenient, field, node.query, () => matchesPhrase({ ...node, field: name }, on));
  });
}

/** Fields of one analyser as if they were one. */
function matchesAcross(
  node: QueryNodes['multi_match'],
  names: readonly string[],
  lenient: boolean,
  on: Matching,
): boolean {
  const groups = new Map<AnyAnalyser, RawField[]>();
  for (const name of names) {
    const field = fieldAt(on.index, name);
    if (field === undefined || field.type === 'geo_point') continue;
    const analyser = field.type === 'text' ? (node.analyser ?? field.analyser) : 'keyword';
    groups.set(analyser, [...(groups.get(analyser) ?? []), field]);
  }
  return [...groups.values()].some((fields) => {
    const [first] = fields;
    const text = String(node.query);
    const words = first?.type === 'text' ? analyse(node.analyser ?? first.analyser, text) : [text];
    if (words.length === 0) return node.zeroTermsQuery === 'all';
    const found = words.filter((word) =>
      fields.some((field) =>
        leniently(lenient, field, word, () =>
          matchesTerm({ field: field.path, value: word, caseInsensitive: false }, on),
        ),
      ),
    );
    return found.length >= requiredWords(node, words.length);
  });
}

type Folding = { readonly caseInsensitive: boolean };
const folded = (text: string, { caseInsensitive }: Folding): string => (caseInsensitive ? text.toLowerCase() : text);

function someText({ field: path }: { readonly field: string }, on: Matching, test: (text: string) => boolean): boolean {
  const field = fieldAt(on.index, path);
  return field !== undefined && terms(field, on).some((value) => typeof value === 'string' && test(value));
}

function matchesWildcard(node: QueryNodes['wildcard'], on: Matching): boolean {
  const pattern = wildcardParts(node.value).map((part) => {
    if (part.kind === 'text') return folded(part.text, node).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    return part.kind === 'any' ? '.*' : '.';
  });
  const whole = new RegExp(`^${pattern.join('')}$`, 'su');
  return someText(node, on, (text) => whole.test(folded(text, node)));
}

function matchesBool(node: QueryNodes['bool'], on: Matching): boolean {
  const all = [...node.must, ...node.filter].every((query) => matches(query, on));
  const some = node.should.filter((query) => matches(query, on)).length >= requiredShould(node);
  return all && some && !node.mustNot.some((query) => matches(query, on));
}

function points(path: string, { index, document }: Matching): readonly GeoPoint[] {
  return valuesOf(index, document, path).filter(isPoint);
}

function matchesShape({ field, areas, relation }: QueryNodes['geo_shape'], on: Matching): boolean {
  const given = points(field, on);
  const inside = given.filter((point) => areas.some((area) => isInArea(point, area)));
  if (relation === 'intersects') return inside.length > 0;
  if (relation === 'disjoint') return given.length > 0 && inside.length === 0;
  if (relation === 'within') return given.length > 0 && inside.length === given.length;
  return areas.every((area) => area.kind === 'point' && given.some((point) => isInArea(point, area)));
}

function isInArea(point: GeoPoint, area: GeoArea): boolean {
  if (area.kind === 'point') return point.lat === area.point.lat && point.lon === area.point.lon;
  if (area.kind === 'line') return isOnLine(point, area.points);
  if (area.kind === 'box') return isInBox(point, area.box);
  if (area.kind === 'circle') return distanceMetres(area.centre, point) <= area.metres;
  const [outer = [], ...holes] = area.rings;
  return isInPolygon(point, outer) && !holes.some((hole) => isInPolygon(point, hole));
}

/** On the grid of 1e-7 degrees, where whole numbers of 64 bits are exact. */
function isOnLine(point: GeoPoint, points: readonly GeoPoint[]): boolean {
  const grid = ({ lat, lon }: GeoPoint) => [BigInt(Math.round(lon * 1e7)), BigInt(Math.round(lat * 1e7))] as const;
  const [x, y] = grid(point);
  return points.slice(1).some((to, i) => {
    const [[ax, ay], [bx, by]] = [grid(points[i] ?? to), grid(to)];
    const isBeside = (x - ax) * (x - bx) <= 0n && (y - ay) * (y - by) <= 0n;
    return isBeside && (bx - ax) * (y - ay) === (by - ay) * (x - ax);
  });
}

export function isInBox({ lat, lon }: GeoPoint, { top, left, bottom, right }: GeoBox): boolean {
  const across = left > right ? lon >= left || lon <= right : lon >= left && lon <= right;
  return lat <= top && lat >= bottom && across;
}

/** Scores are not computed here, so none can decide about a match. */
function assertPlain({ minScore }: QueryNodes['function_score']): void {
  if (minScore !== undefined) throw new Error('min_score of function_score needs scores');
}

/** Each object of the nested field as a row of its own, which goes by the id of its row. */
function matchesNested(node: QueryNodes['nested'], on: Matching): boolean {
  const field = on.index.fields.find(({ name }) => name === node.path);
  if (field?.type !== 'nested') return false;
  const given = Object.entries(on.document.source).find(([name]) => name === node.path)?.[1];
  const objects: readonly unknown[] = Array.isArray(given) ? given : [];
  const index: RawIndex = { ...on.index, fields: [{ ...field, type: 'object' }] };
  return objects.some((object) =>
    matches(node.query, { ...on, index, document: { id: on.document.id, source: { [node.path]: object } } }),
  );
}

/** The edges that a line to the west crosses are an odd number. */
function isInPolygon({ lat, lon }: GeoPoint, corners: readonly GeoPoint[]): boolean {
  const crossed = corners.filter((from, i) => {
    const to = corners[(i + 1) % corners.length] ?? from;
    const isAcross = from.lat > lat !== to.lat > lat;
    return isAcross && lon < ((to.lon - from.lon) * (lat - from.lat)) / (to.lat - from.lat) + from.lon;
  });
  return crossed.length % 2 === 1;
}

/** The rows that match a clause written as DSL. */
export function naiveMatches(index: RawIndex, clause: unknown, now: number): readonly RawDocument[] {
  const query = parseQuery(clause);
  return index.documents.filter((document) => matches(query, { index, document, now }));
}
