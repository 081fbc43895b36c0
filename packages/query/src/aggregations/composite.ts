import { type GeoBox, printBox, readBox } from '../clauses/geo-bounding-box.ts';
import { printDuration } from '../dates/duration.ts';
import { Fields, readList, readScalar, readText } from '../reading/fields.ts';
import { isObject, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type DateInterval, printDateInterval, readDateInterval, readOffset } from './date-histogram.ts';
import {
  type AggregationForm,
  readAtLeast,
  readField,
  readTimeZone,
  VALUE_TYPES,
  type ValueType,
} from './definition.ts';
import { readZoom } from './geotile-grid.ts';
import { readInterval } from './histogram.ts';
import { illegalArgument, unparsable } from './refusal.ts';

const ORDERS = ['asc', 'desc'] as const;
const MISSING_ORDERS = ['first', 'last', 'default'] as const;

interface SourceBase {
  readonly name: string;
  readonly field: string;
  readonly order: (typeof ORDERS)[number];
  /** Documents without a value get the key null. */
  readonly missingBucket: boolean;
  /** Where null stands; `default` = first when ascending, last when descending. */
  readonly missingOrder: (typeof MISSING_ORDERS)[number];
  readonly valueType?: ValueType;
}

/** What one part of a composite key is made of. */
export type CompositeSource =
  | (SourceBase & { readonly kind: 'terms' })
  | (SourceBase & { readonly kind: 'histogram'; readonly interval: number })
  | (SourceBase & {
      readonly kind: 'date_histogram';
      readonly interval: DateInterval;
      readonly timeZone?: string;
      readonly offset: number;
      readonly format?: string;
    })
  | (SourceBase & { readonly kind: 'geotile_grid'; readonly precision: number; readonly bounds?: GeoBox });

/** All combinations of several keys, page by page. */
export interface CompositeAggregation {
  readonly kind: 'composite';
  readonly sources: readonly CompositeSource[];
  readonly size: number;
  /** The key that the page starts behind, as `after_key` gave it. */
  readonly after?: Readonly<Record<string, Scalar | null>>;
}

/** Buckets of one page. */
const MAX_PAGE = 65_535;

export const compositeForm: AggregationForm<CompositeAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'composite');
    const given = fields.take('sources');
    if (given === undefined) throw illegalArgument('Required [sources]', `Name them in ${fields.at('sources')}.`);
    const list = Array.isArray(given) ? given : [given];
    const sources = readList(list, fields.at('sources'), readSource);
    if (sources.length === 0)
      throw illegalArgument('Composite [sources] cannot be null or empty', 'Give at least one.');
    refuseTwins(sources);
    const size = readAtLeast(fields, 'size', 1, name) ?? 10;
    if (size > MAX_PAGE) {
      throw illegalArgument(
        `Trying to create too many buckets. Must be less than or equal to: [${MAX_PAGE}] but was [${size}]. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
        'Ask for smaller pages, one after the other.',
      );
    }
    const after = fields.optional('after', (key, at) => readAfter(key, at, sources));
    fields.done();
    return { kind: 'composite', sources, size, ...present({ after }) } as CompositeAggregation;
  },
  print: (node) =>
    present({
      sources: node.sources.map((source) => ({ [source.name]: { [source.kind]: printSource(source) } })),
      size: node.size === 10 ? undefined : node.size,
      after: node.after,
    }),
};

function refuseTwins(sources: readonly CompositeSource[]): void {
  const names = sources.map(({ name }) => name);
  const twins = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
  if (twins.length === 0) return;
  throw illegalArgument(
    `Composite source names must be unique, found duplicates: [${twins.join(',')}]`,
    'Name every source differently.',
  );
}

function readAfter(value: unknown, path: string, sources: readonly CompositeSource[]) {
  if (!isObject(value)) throw wrongShape(path, 'an object with a value for every source', value);
  const names = sources.map(({ name }) => name);
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw illegalArgument(`Missing value for [after.${missing}]`, `Add it to ${path}.`);
  if (Object.keys(value).length !== names.length) {
    throw illegalArgument(
      `[after] has ${Object.keys(value).length} value(s) but [sources] has ${names.length}`,
      'Send back the after_key of the last answer.',
    );
  }
  const read = ({ name, missingBucket }: CompositeSource) => {
    const each = value[name];
    if (each !== null) return readScalar(each, `${path}.${name}`);
    if (missingBucket) return null;
    throw illegalArgument(
      `Invalid value for [after.${name}], expected comparable, got [null]`,
      `Give the value as after_key told it, or ask [${name}] for its missing_bucket.`,
    );
  };
  return Object.fromEntries(sources.map((source) => [source.name, read(source)]));
}

function readSource(value: unknown, path: string): CompositeSource {
  const [name, ...more] = isObject(value) ? Object.keys(value) : [];
  const body = isObject(value) && name !== undefined ? value[name] : undefined;
  const [kind, ...others] = isObject(body) ? Object.keys(body) : [];
  if (!isObject(body) || name === undefined || more.length > 0 || kind === undefined || others.length > 0) {
    throw wrongShape(path, 'a source such as {"name": {"terms": {"field": "…"}}}', value);
  }
  const fields = new Fields(body[kind], `${path}.${name}.${kind}`, kind);
  const source = readKind(kind, name, fields);
  fields.done();
  return source;
}

function readKind(kind: string, name: string, fields: Fields): CompositeSource {
  const base = readBase(name, fields);
  switch (kind) {
    case 'terms':
      return { kind, ...base };
    case 'histogram':
      return { kind, ...base, interval: fields.required('interval', (value, at) => readInterval(value, at, name)) };
    case 'date_histogram':
      return {
        kind,
        ...base,
        interval: readDateInterval(fields),
        offset: fields.optional('offset', readOffset) ?? 0,
        ...present({
          timeZone: fields.optional('time_zone', readTimeZone),
          format: fields.optional('format', readFormat),
        }),
      } as CompositeSource;
    case 'geotile_grid':
      return {
        kind,
        ...base,
        precision: fields.optional('precision', readZoom) ?? 7,
        ...present({ bounds: fields.optional('bounds', readBox) }),
      } as CompositeSource;
    default:
      throw unparsable(`invalid source type: ${kind}`, 'Use terms, histogram, date_histogram or geotile_grid.');
  }
}

function readFormat(value: unknown, path: string): string {
  if (value === '') throw illegalArgument('No date pattern provided', `Leave ${path} out.`);
  return readText(value, path);
}

function readBase(name: string, fields: Fields): SourceBase {
  const missingBucket = fields.flag('missing_bucket', false);
  const missingOrder = fields.choice('missing_order', MISSING_ORDERS) ?? 'default';
  if (missingOrder !== 'default' && !missingBucket) {
    throw illegalArgument('missing_order require missing_bucket is true', `Set ${fields.at('missing_bucket')}.`);
  }
  return {
    name,
    field: readField(fields),
    order: fields.choice('order', ORDERS) ?? 'asc',
    missingBucket,
    missingOrder,
    ...present({ valueType: fields.choice('value_type', VALUE_TYPES) }),
  } as SourceBase;
}

function printSource(source: CompositeSource): JsonObject {
  const base = {
    field: source.field,
    order: source.order === 'asc' ? undefined : source.order,
    missing_bucket: source.missingBucket || undefined,
    missing_order: source.missingOrder === 'default' ? undefined : source.missingOrder,
    value_type: source.valueType,
  };
  switch (source.kind) {
    case 'terms':
      return present(base);
    case 'histogram':
      return present({ ...base, interval: source.interval });
    case 'date_histogram':
      return present({
        ...base,
        ...printDateInterval(source.interval),
        time_zone: source.timeZone,
        offset: source.offset === 0 ? undefined : printDuration(source.offset),
        format: source.format,
      });
    case 'geotile_grid':
      return present({
        ...base,
        precision: source.precision === 7 ? undefined : source.precision,
        bounds: source.bounds && printBox(source.bounds),
      });
  }
}
