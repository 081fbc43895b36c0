import { invalid } from '@datasarana/schema';
import { printBox } from '../clauses/geo-bounding-box.ts';
import { printArea } from '../geo/read-shape.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { escapeSlashes, parseKeywordOperator } from './keyword.ts';
import { LEAF_CLAUSES, type Leaf, type LeafClause, type LeafRange } from './leaf.ts';
import { AMONG_RECORDS, clauseAt, commonLevel, levelOf, type Place } from './nested-levels.ts';

const refused = (path: string, message: string) => invalid({ [path]: message }, message);

/**
 * The DSL of a leaf, without regard to its clause; on fields under Nested wrapped in a nested query (QRY-23).
 * @throws PlatformError 400 for a leaf that lacks something
 */
export function leafDsl(leaf: Leaf, place: Place = AMONG_RECORDS): JsonObject {
  const boost = boostOf(leaf);
  if (leaf.type === 'keyword') return onAll(leaf, { query_string: keywordSearch(leaf, boost) }, place);
  if (leaf.type === 'multi_match') return onAll(leaf, { multi_match: multiMatch(leaf, boost) }, place);
  const clauses = leaf.fields.flatMap((field) => {
    const level = levelOf(field, place.fields);
    return onField(leaf, field, boost, place).map((clause) => clauseAt(level, clause, place));
  });
  const [only] = clauses;
  if (only === undefined) throw refused('fields', `A ${leaf.type} condition needs at least one field`);
  return clauses.length === 1 ? only : { bool: { should: clauses, minimum_should_match: 1 } };
}

function boostOf({ type, boost }: Leaf): number | undefined {
  if (!(boost >= 0 && boost < Number.POSITIVE_INFINITY))
    throw refused('boost', `A ${type} condition is weighed by a number of at least 0, not [${boost}]`);
  return boost === 1 ? undefined : boost;
}

/** Fields that a leaf looks at, without their weights. */
export const fieldsOf = ({ fields }: Leaf): readonly string[] => fields.map((field) => field.split('^')[0] ?? field);

const onAll = (leaf: Leaf, clause: JsonObject, place: Place): JsonObject =>
  clauseAt(commonLevel(fieldsOf(leaf), place, `A ${leaf.type} condition`), clause, place);

const named = ({ fields }: Leaf) => (fields.length === 0 ? undefined : fields);

function keywordSearch(leaf: Leaf, boost: number | undefined): JsonObject {
  const query = escapeSlashes(textOf(leaf));
  return present({ query, fields: named(leaf), default_operator: parseKeywordOperator(leaf.operator), boost });
}

function multiMatch(leaf: Leaf, boost: number | undefined): JsonObject {
  const type = leaf.multi_match_type === 'best_fields' ? undefined : leaf.multi_match_type;
  // of all types this one alone looks for words that begin so
  const max_expansions = leaf.multi_match_type === 'phrase_prefix' ? leaf.max_expansion : undefined;
  const operator = parseKeywordOperator(leaf.operator);
  return present({ query: leaf.keyword, fields: named(leaf), type, operator, max_expansions, boost });
}

function textOf({ type, keyword }: Leaf): string {
  if (typeof keyword === 'string') return keyword;
  throw refused('keyword', `A ${type} condition needs a text, not [${keyword}]`);
}

function onField(leaf: Leaf, field: string, boost: number | undefined, { fields }: Place): readonly JsonObject[] {
  switch (leaf.type) {
    case 'terms':
      if (boost !== undefined) refuseTaken(leaf, field, ['boost']);
      return [{ terms: { [field]: leaf.keywords, ...present({ boost }) } }];
    case 'exists':
      return [{ exists: present({ field, boost }) }];
    case 'range':
      return rangesOn('number', leaf.ranges, field, boost);
    case 'date_range':
      return rangesOn('string', leaf.dates, field, boost);
    case 'match': {
      const operator = parseKeywordOperator(leaf.operator);
      return [{ match: { [field]: present({ query: leaf.keyword, operator, boost }) } }];
    }
    case 'match_phrase':
      return [{ match_phrase: { [field]: present({ query: leaf.keyword, boost }) } }];
    case 'fuzzy':
      return [{ fuzzy: { [field]: fuzzy(leaf, boost) } }];
    case 'geo_distance':
    case 'geo_box':
      refuseTaken(leaf, field, GEO_SETTINGS);
      return [fields.shapes.includes(field) ? onShape(leaf, field, boost) : onPoint(leaf, field, boost)];
    case 'prefix':
    case 'wildcard':
      return [{ [leaf.type]: { [field]: present({ value: textOf(leaf), boost }) } }];
    case 'term':
      return [{ term: { [field]: present({ value: leaf.keyword, boost }) } }];
    default:
      throw refused('type', `There is no condition of the type [${leaf.type}]`);
  }
}

/** What stands beside the field in the clauses of places. */
const GEO_SETTINGS = ['distance', 'distance_type', 'type', 'validation_method', 'ignore_unmapped', 'boost'];

function refuseTaken({ type }: Leaf, field: string, settings: readonly string[]): void {
  if (settings.includes(field))
    throw refused('fields', `A ${type} condition cannot look at [${field}]: a setting of its own is called so`);
}

const fuzzy = ({ keyword, fuzziness, prefix_length, max_expansions }: Leaf, boost: number | undefined): JsonObject =>
  present({ value: keyword, fuzziness, prefix_length, max_expansions, boost });

const onPoint = ({ type, centre, radius, box }: Leaf, field: string, boost: number | undefined): JsonObject =>
  type === 'geo_box'
    ? { geo_bounding_box: present({ [field]: printBox(box), boost }) }
    : { geo_distance: present({ distance: `${radius}m`, [field]: { ...centre }, boost }) };

/** Shapes that the circle or the box touches. */
function onShape({ type, centre, radius, box }: Leaf, field: string, boost: number | undefined): JsonObject {
  const area = type === 'geo_box' ? ({ kind: 'box', box } as const) : circle(centre, radius);
  return { geo_shape: present({ [field]: { shape: printArea(area) }, boost }) };
}

const circle = (centre: Leaf['centre'], metres: number) => ({ kind: 'circle', centre, metres }) as const;

function rangesOn<B extends string | number>(
  kind: 'number' | 'string',
  ranges: readonly LeafRange<B>[],
  field: string,
  boost: number | undefined,
): readonly JsonObject[] {
  const path = kind === 'number' ? 'ranges' : 'dates';
  if (ranges.length === 0 || ranges.some(({ from, to }) => from === undefined && to === undefined)) {
    throw refused(path, `A range on ${field} needs from, to or both`);
  }
  return ranges.map(({ from, to }) => {
    const wrong = [from, to].find(
      (bound) => bound !== undefined && (typeof bound !== kind || (kind === 'number' && !Number.isFinite(bound))),
    );
    if (wrong !== undefined) throw refused(path, WRONG_BOUND[kind](field, wrong));
    return { range: { [field]: present({ gte: from, lt: to, boost }) } };
  });
}

const WRONG_BOUND = {
  number: (field: string, bound: unknown) =>
    `A range on ${field} goes from number to number, not [${bound}]; for dates take a date_range`,
  string: (field: string, bound: unknown) =>
    `A date_range on ${field} goes from date to date, not [${bound}]; for numbers take a range`,
} as const;

/** Leaves combined by their clauses; without any, everything matches. */
export function leavesDsl(leaves: readonly Leaf[], place: Place = AMONG_RECORDS): JsonObject {
  const stray = leaves.find(({ clause }) => !LEAF_CLAUSES.includes(clause));
  if (stray !== undefined)
    throw refused('clause', `A condition is one of ${LEAF_CLAUSES.join(', ')}, not [${stray.clause}]`);
  const of = (clause: LeafClause) => {
    const found = leaves.filter((leaf) => leaf.clause === clause).map((leaf) => leafDsl(leaf, place));
    return found.length === 0 ? [] : [[clause, found] as const];
  };
  return leaves.length === 0 ? { match_all: {} } : { bool: Object.fromEntries(LEAF_CLAUSES.flatMap(of)) };
}
