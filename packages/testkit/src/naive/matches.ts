import {
  analyse,
  distanceMetres,
  expandQueryString,
  type GeoBox,
  type GeoPoint,
  isLowerCase,
  lowerCase,
  parseQuery,
  type Query,
  type QueryNodes,
  type QueryVisitor,
  readDate,
  requiredShould,
  requiredWords,
  type Scalar,
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
  multi_match: (node) => matchesAnyField(node, on),
  prefix: (node) => someText(node, on, (text) => folded(text, node).startsWith(folded(node.value, node))),
  wildcard: (node) => matchesWildcard(node, on),
  bool: (node) => matchesBool(node, on),
  query_string: (node) => matches(expandQueryString(node, searchableFields(on.index)), on),
  geo_bounding_box: (node) => points(node.field, on).some((point) => isInBox(point, node.box)),
  geo_distance: (node) => points(node.field, on).some((point) => distanceMetres(node.centre, point) <= node.metres),
});

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

function matchesWords(node: QueryNodes['match'], on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  if (field.type !== 'text')
    return leniently(node.lenient, field, node.query, () =>
      matchesTerm({ ...node, value: node.query, caseInsensitive: false }, on),
    );
  const words = analyse(node.analyser ?? field.analyser, String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all';
  const present = new Set(terms(field, on));
  return words.filter((word) => present.has(word)).length >= requiredWords(node, words.length);
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

function matchesPhrase(node: QueryNodes['match_phrase'], on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  if (field.type !== 'text') return matchesTerm({ ...node, value: node.query, caseInsensitive: false }, on);
  const words = analyse(node.analyser ?? field.analyser, String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all';
  return valuesOf(on.index, on.document, field.path).some((text) => {
    const tokens = analyse(field.analyser, String(text));
    return tokens.some((_, start) => words.every((word, i) => tokens[start + i] === word));
  });
}

function matchesAnyField(node: QueryNodes['multi_match'], on: Matching): boolean {
  const names =
    node.fields.length === 0
      ? searchableFields(on.index).map(({ name }) => name)
      : node.fields.map(({ field }) => field);
  const lenient = node.lenient || node.fields.length === 0;
  return names.some((name) => {
    const field = fieldAt(on.index, name);
    if (field === undefined || field.type === 'geo_point') return false;
    if (node.type !== 'phrase') return matchesWords({ ...node, kind: 'match', field: name, lenient }, on);
    return leniently(lenient, field, node.query, () =>
      matchesPhrase({ ...node, kind: 'match_phrase', field: name }, on),
    );
  });
}

type Folding = { readonly caseInsensitive: boolean };
const folded = (text: string, { caseInsensitive }: Folding): string => (caseInsensitive ? text.toLowerCase() : text);

function someText({ field: path }: { readonly field: string }, on: Matching, test: (text: string) => boolean): boolean {
  const field = fieldAt(on.index, path);
  return field !== undefined && terms(field, on).some((value) => typeof value === 'string' && test(value));
}

function matchesWildcard(node: QueryNodes['wildcard'], on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  const lower = field?.type === 'text' && isLowerCase(field.analyser);
  const pattern = wildcardParts(lower ? lowerCase(node.value) : node.value).map((part) => {
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

export function isInBox({ lat, lon }: GeoPoint, { top, left, bottom, right }: GeoBox): boolean {
  const across = left > right ? lon >= left || lon <= right : lon >= left && lon <= right;
  return lat <= top && lat >= bottom && across;
}

/** The rows that match a clause written as DSL. */
export function naiveMatches(index: RawIndex, clause: unknown, now: number): readonly RawDocument[] {
  const query = parseQuery(clause);
  return index.documents.filter((document) => matches(query, { index, document, now }));
}
