import { ClauseFields, type Fields, readFieldEntry, readPattern } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';

/** A limit of a range: a number, a date or date math such as `now-1d/d`. */
export type Bound = string | number;

/** How a stored range lies to the limits. */
export const RANGE_RELATIONS = ['intersects', 'contains', 'within'] as const;
export type RangeRelation = (typeof RANGE_RELATIONS)[number];

/** The field holds a value between the limits that are given. */
export interface RangeQuery {
  readonly kind: 'range';
  readonly field: string;
  readonly gt?: Bound;
  readonly gte?: Bound;
  readonly lt?: Bound;
  readonly lte?: Bound;
  /** Date format of the limits; absent = the format of the field. */
  readonly format?: string;
  /** `+07:00` or `Asia/Jakarta`; for limits with no zone of their own and for rounding. */
  readonly timeZone?: string;
  /** How ranges of a range field have to lie to this one; absent = intersects. */
  readonly relation?: RangeRelation;
  /** Limits that do not fit the field find nothing; said by text of a search bar alone. */
  readonly lenient?: boolean;
  readonly boost: number;
}

export function readBound(value: unknown, path: string): Bound {
  return typeof value === 'boolean' ? String(value) : readLimit(value, path);
}

/** The limit of a bucket, which is no boolean. */
export function readLimit(value: unknown, path: string): Bound {
  if (typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value))) return value;
  throw wrongShape(path, 'a number, a text or a date', value);
}

export function parseRange(value: unknown, path: string): RangeQuery {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, 'range'), 'range');
  const fields = new ClauseFields(body, at, 'range', LIMITS);
  const limits = readLimits(fields, Object.keys(Object(body)));
  const node: RangeQuery = {
    kind: 'range',
    field,
    ...limits,
    ...present({
      format: fields.text('format'),
      timeZone: fields.optional('time_zone', readPattern),
      relation: fields.choice('relation', RANGE_RELATIONS),
    }),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

const LIMITS = ['gt', 'gte', 'lt', 'lte', 'from', 'to'];

type Limits = Pick<RangeQuery, 'gt' | 'gte' | 'lt' | 'lte'>;

interface End {
  readonly bound: Bound | undefined;
  readonly isIncluded: boolean;
}

const OPEN: End = { bound: undefined, isIncluded: true };

/** Limits in the order they are said: of several of one end the last counts, as in OpenSearch, and so does what is said of including it. */
function readLimits(fields: Fields, names: readonly string[]): Limits {
  const bound = (name: string) => fields.optional(name, readBound);
  let [lower, upper] = [OPEN, OPEN];
  for (const name of names) {
    if (name === 'gt' || name === 'gte') lower = { bound: bound(name), isIncluded: name === 'gte' };
    if (name === 'lt' || name === 'lte') upper = { bound: bound(name), isIncluded: name === 'lte' };
    if (name === 'from') lower = { ...lower, bound: bound(name) };
    if (name === 'to') upper = { ...upper, bound: bound(name) };
    if (name === 'include_lower') lower = { ...lower, isIncluded: fields.flag(name, true) };
    if (name === 'include_upper') upper = { ...upper, isIncluded: fields.flag(name, true) };
  }
  return present({
    [lower.isIncluded ? 'gte' : 'gt']: lower.bound,
    [upper.isIncluded ? 'lte' : 'lt']: upper.bound,
  }) as Limits;
}

export const printRange = (node: RangeQuery): JsonObject => ({
  [node.field]: present({
    gt: node.gt,
    gte: node.gte,
    lt: node.lt,
    lte: node.lte,
    format: node.format,
    time_zone: node.timeZone,
    relation: node.relation,
    boost: boostOf(node),
  }),
});
