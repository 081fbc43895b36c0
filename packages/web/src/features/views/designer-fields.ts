import { isNumberType, type SchemaItem, ValueType } from '@datasarana/schema';
import {
  type BucketFunction,
  COLUMN_TOTALS,
  type ColumnTotal,
  hasWords,
  type MetricFunction,
  type ViewBucket,
  type ViewColumn,
  type ViewDefinition,
  type ViewMetric,
} from '../../views/definition.ts';

/** A field of a template as the designer offers it. */
export interface DesignField {
  readonly name: string;
  readonly label: string;
  readonly value_type: ValueType;
  /** What its template says a view of it shows first (TPL-01). */
  readonly visual?: string;
  readonly aggregation?: string;
  /** Stands behind its values (TPL-31). */
  readonly unit?: string;
  /** Whose records its values refer to (TPL-39). */
  readonly relationship?: string;
  /** A date without a time in all records that are shown. */
  readonly day?: boolean;
  /** The Nested fields it lies under, the outermost first. */
  readonly nested?: readonly string[];
}

export const isNumber = (field: DesignField): boolean => isNumberType(field.value_type);
export const isDate = (field: DesignField): boolean => field.value_type === ValueType.Date;
export const isText = (field: DesignField): boolean => field.value_type === ValueType.Text;
export const isPoint = (field: DesignField): boolean => field.value_type === ValueType.GeoPoint;

/** A field by which a record can be drawn on a map. */
export const hasPlace = (field: DesignField): boolean => isPoint(field) || field.value_type === ValueType.GeoShape;

/** A map of the places that a field holds. */
export function mapOf({ shapes: _, ...view }: ViewDefinition, field: DesignField): ViewDefinition {
  return { ...view, visual: 'Map', point: field.name, ...(!isPoint(field) && { shapes: true }) };
}

/** Fields that can be grouped by or counted; of texts only the words that stand out can be shown. */
export const groupable = (field: DesignField): boolean =>
  isNumber(field) ||
  isDate(field) ||
  field.value_type === ValueType.Keyword ||
  field.value_type === ValueType.Boolean ||
  field.value_type === ValueType.Array;

/** Leaf fields of a template with dotted names; headers hold no data (TPL-04). */
export function designFields(items: readonly SchemaItem[], prefix = ''): readonly DesignField[] {
  return items
    .filter((item) => item.value_type !== ValueType.Header)
    .flatMap((item) => {
      const name = prefix + item.name;
      if (item.value_type === ValueType.Object) return designFields(item.items, `${name}.`);
      const { value_type, default_visual: visual, default_aggregation: aggregation, unit, relationship } = item;
      const wanted = {
        ...(visual && { visual }),
        ...(aggregation && { aggregation }),
        ...(unit && { unit }),
        ...(relationship && { relationship }),
      };
      return [{ name, label: item.display_name ?? item.name, value_type, ...wanted }];
    });
}

/** Those of the records, and those of the objects under Nested that can be grouped by. */
export function groupingFields(items: readonly SchemaItem[]): readonly DesignField[] {
  return [...designFields(items), ...objectFields(items).filter(groupable)];
}

/** Leaf fields of the objects under Nested, with the way to them. */
export const objectFields = (items: readonly SchemaItem[]): readonly DesignField[] => fieldsOfObjects(items, '', []);

function fieldsOfObjects(items: readonly SchemaItem[], prefix: string, around: readonly string[]): DesignField[] {
  return items.flatMap((item) => {
    const name = prefix + item.name;
    const isNested = item.value_type === ValueType.Nested;
    const nested = isNested ? [...around, name] : around;
    const own = isNested ? designFields(item.items, `${name}.`).map((field) => ({ ...field, nested })) : [];
    return [...own, ...fieldsOfObjects(item.items, `${name}.`, nested)];
  });
}

/** How a field is grouped at first; of objects it has to be asked what to count (QRY-23). */
export const bucketFor = (field: DesignField, id: string): ViewBucket => ({
  ...plainBucket(field, id),
  ...(field.nested && { nested: field.nested }),
});

function plainBucket(field: DesignField, id: string): ViewBucket {
  if (isDate(field)) return { id, function: 'date_histogram', field: field.name, calendar: 'month' };
  if (isNumber(field)) return { id, function: 'histogram', field: field.name, interval: 50 };
  if (isText(field)) return { id, function: 'significant_text', field: field.name, size: WORDS };
  return { id, function: 'terms', field: field.name, size: FIRST_SIZE };
}

const FIRST_SIZE = 10;
const WORDS = 50;

/** A cloud of ten words says little: a number of values that nobody chose grows to fifty. */
export const withManyWords = (bucket: ViewBucket): ViewBucket =>
  hasWords(bucket) && (bucket.size ?? FIRST_SIZE) === FIRST_SIZE ? { ...bucket, size: WORDS } : bucket;

/** The groupings a field allows. */
export function bucketFunctions(field: DesignField | undefined): readonly BucketFunction[] {
  if (!field) return ['terms'];
  if (isDate(field)) return ['date_histogram', 'terms'];
  if (isText(field)) return ['significant_text'];
  if (isNumber(field)) return ['histogram', 'range', 'terms'];
  // what is usual is counted among records
  return field.nested ? ['terms'] : ['terms', 'significant_terms'];
}

/** A figure of a field, in the field's unit. */
export const metricFor = (
  field: DesignField,
  id: string,
  figure: MetricFunction = isNumber(field) ? 'avg' : 'cardinality',
): ViewMetric => ({
  id,
  function: figure,
  field: field.name,
  ...(field.unit && { unit: field.unit }),
  ...(field.nested && { nested: field.nested }),
});

/** A field as a column of records; the total below it is the one its template asks for. */
export function columnFor(field: DesignField): ViewColumn {
  const { name, value_type, unit, aggregation } = field;
  const wanted = aggregation === 'Sum' ? 'sum' : aggregation === 'Average' ? 'avg' : undefined;
  const total = wanted && columnTotals(field).includes(wanted) ? wanted : undefined;
  return { field: name, value_type, ...(unit && { unit }), ...(total && { total }) };
}

/** The totals that say something of a field. */
export const columnTotals = (field: Pick<DesignField, 'value_type' | 'name' | 'label'>): readonly ColumnTotal[] =>
  isNumber(field) ? COLUMN_TOTALS : groupable(field) && !isDate(field) ? ['cardinality'] : [];

const NUMBER_METRICS: readonly MetricFunction[] = ['sum', 'avg', 'min', 'max', 'median', 'cardinality'];

/** The figures a field allows. */
export function metricFunctions(field: DesignField | undefined): readonly MetricFunction[] {
  if (!field) return ['count'];
  if (isNumber(field)) return ['count', ...NUMBER_METRICS];
  return isDate(field) ? ['count', 'min', 'max', 'cardinality'] : ['count', 'cardinality'];
}

/** The next free id of a list: `b1`, `b2` … */
export function freeId(prefix: string, taken: readonly { readonly id: string }[]): string {
  for (let n = 1; ; n++) {
    const id = `${prefix}${n}`;
    if (!taken.some((entry) => entry.id === id)) return id;
  }
}

export const BUCKET_WORDS: Readonly<Record<BucketFunction, string>> = {
  terms: 'Top values',
  significant_terms: 'Values that stand out',
  significant_text: 'Words that stand out',
  date_histogram: 'Over time',
  histogram: 'Number ranges',
  range: 'Own ranges',
  geohash_grid: 'Map grid',
};

export const METRIC_WORDS: Readonly<Record<MetricFunction, string>> = {
  count: 'Count',
  sum: 'Sum',
  avg: 'Mean',
  min: 'Least',
  max: 'Most',
  cardinality: 'Different values',
  median: 'Median',
};
