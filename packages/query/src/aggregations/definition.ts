import { Fields, readInteger, readScalar, readText } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { unsupported } from '../reading/refusal.ts';
import { illegalArgument } from './refusal.ts';

/** How one aggregation is read from DSL and written back; registered by kind in `aggregation.ts`. */
export interface AggregationForm<N> {
  /** `name` is the caller's, for messages. */
  readonly parse: (value: unknown, path: string, name: string) => N;
  /** The value that stands below the aggregation's name. */
  readonly print: (node: N) => JsonObject;
  /**
   * Buckets hold other aggregations, metrics do not (AGG-28). The last two are computed from finished results: of the
   * buckets they stand in, or of buckets beside them.
   */
  readonly shape: 'bucket' | 'metric' | 'parent_pipeline' | 'sibling_pipeline';
}

/** Whether an aggregation is computed from the results of others. */
export const isPipelineShape = (shape: AggregationForm<unknown>['shape']): boolean =>
  shape === 'parent_pipeline' || shape === 'sibling_pipeline';

/** What every aggregation of the values of one field has. */
export interface OfField {
  readonly field: string;
  /** Stands in for documents without a value. */
  readonly missing?: Scalar;
  /** What the values are taken for when no index has the field. */
  readonly valueType?: ValueType;
  /** How values are written as text (`value_as_string`, `key_as_string`): a date format or a decimal pattern. */
  readonly format?: string;
}

/** The types a caller may say a field without values has. */
export const VALUE_TYPES = [
  'string',
  'long',
  'unsigned_long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'numeric',
  'number',
  'date',
  'boolean',
  'ip',
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** The field an aggregation is of. @throws PlatformError 32 when none is named */
export function readField(fields: Fields): string {
  const field = fields.text('field');
  if (field === undefined) {
    const script = fields.take('script');
    if (script !== undefined) throw unsupported(fields.at('script'), 'A script instead of a field');
    throw illegalArgument(
      'Required one of fields [field, script], but none were specified. ',
      `Name the field in ${fields.at('field')}.`,
    );
  }
  return field;
}

/** A field that stands beside others has a name that is not empty. */
export function refuseNameless({ field }: { readonly field: string }, path: string): void {
  if (field === '')
    throw illegalArgument('[field] and [script] cannot both be null', `Name the field in ${path}.field.`);
}

/** The field an aggregation is of, with what stands in for missing values and how values are written. */
export function readOfField(fields: Fields): OfField {
  return {
    field: readField(fields),
    ...present({
      missing: fields.optional('missing', readScalar),
      format: fields.text('format'),
      valueType: fields.choice('value_type', VALUE_TYPES),
    }),
  };
}

/** The opposite of `readOfField`. */
export const printOfField = (node: OfField) => ({
  field: node.field,
  missing: node.missing,
  format: node.format,
  value_type: node.valueType,
});

/** A whole number of at least `min`, refused in OpenSearch's words. */
export function readAtLeast(fields: Fields, name: string, min: 0 | 1, owner: string): number | undefined {
  return fields.optional(name, (value, path) => {
    const number = readInteger(value, path, name.endsWith('doc_count') ? { max: Number.MAX_SAFE_INTEGER } : {});
    if (number >= min) return number;
    const bound = min === 1 ? 'greater than 0' : 'greater than or equal to 0';
    throw illegalArgument(`[${name}] must be ${bound}. Found [${number}] in [${owner}]`, `Correct ${path}.`);
  });
}

/** A zone by its name, or by its hours. */
export function readTimeZone(value: unknown, path: string): string {
  if (typeof value !== 'number') return readText(value, path);
  const hours = readInteger(value, path, { min: -18, max: 18 });
  return hours === 0 ? 'UTC' : `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

/** A metric with no parameter but its field. */
export interface FieldMetric<K extends string> extends OfField {
  readonly kind: K;
}

/** The form of a metric that has no parameter but its field. */
export function fieldMetric<K extends string>(kind: K): AggregationForm<FieldMetric<K>> {
  return {
    shape: 'metric',
    parse: (value, path) => {
      const fields = new Fields(value, path, kind);
      const node = { kind, ...readOfField(fields) };
      fields.hints('execution_hint');
      fields.done();
      return node;
    },
    print: (node) => present(printOfField(node)),
  };
}
