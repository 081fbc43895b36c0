import { Fields, readNumber, readOneOrMany, readText } from '../reading/fields.ts';
import { isObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import type { AggregationForm } from './definition.ts';

const MODES = ['avg', 'min', 'max', 'sum', 'median'] as const;

/** Moments of several number fields with their covariances and correlations, over the documents that have all of them. */
export interface MatrixStatsAggregation {
  readonly kind: 'matrix_stats';
  readonly fields: readonly string[];
  /** What counts of several values in one document. */
  readonly mode: (typeof MODES)[number];
  /** Stands in for documents without a value, by field. */
  readonly missing: Readonly<Record<string, number>>;
}

export const matrixStatsForm: AggregationForm<MatrixStatsAggregation> = {
  shape: 'metric',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'matrix_stats');
    const named = fields.required('fields', (given, at) => readOneOrMany(given, at, readText));
    if (named.length === 0) throw wrongShape(fields.at('fields'), 'at least one field', named);
    const node: MatrixStatsAggregation = {
      kind: 'matrix_stats',
      fields: [...new Set(named)].sort(),
      mode: fields.choice('mode', MODES) ?? 'avg',
      missing: fields.optional('missing', readMissing) ?? {},
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      fields: node.fields,
      mode: node.mode === 'avg' ? undefined : node.mode,
      missing: Object.keys(node.missing).length === 0 ? undefined : node.missing,
    }),
};

function readMissing(value: unknown, path: string): Readonly<Record<string, number>> {
  if (!isObject(value)) throw wrongShape(path, 'an object of numbers by field', value);
  return Object.fromEntries(
    Object.entries(value).map(([field, number]) => [field, readNumber(number, `${path}.${field}`)]),
  );
}
