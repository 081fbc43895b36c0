import type { Aggregations, OfField, Query } from '@datasarana/query';
import type { IndexPart, PartContext } from '../part.ts';
import type { AggregationResult } from '../response.ts';
import { type Sql, sql } from '../sql.ts';
import { asNumbers, type FieldValues, fieldValues, NUMERIC, type ValueKind } from './field-values.ts';
import type { ColumnFigure, Expression, MetricColumn, MetricPlan, Nest } from './plan.ts';
import { figure, jsonFigure, textFor, type ValueText } from './shown-value.ts';

/** What an aggregation is planned with. */
export interface PlanContext extends PartContext {
  /** What the aggregation sees as its indexes. */
  readonly parts: readonly IndexPart[];
  /** Where the rows of each of them are read from when no query counts. */
  readonly sources: Expression;
  /** The documents of the search, though the aggregation stands among nested ones. */
  readonly documents: readonly IndexPart[];
  /** Paths of the nested fields whose documents the rows are, the outermost first. */
  readonly nests: readonly Nest[];
  /** How many lists the rows were made of. */
  readonly depth: number;
  /** What the documents of the search match. */
  readonly query: Query;
  /** The caller's name for the aggregation. */
  readonly name: string;
  /** What it holds. */
  readonly holds: Aggregations;
  /** The aggregations around, itself last. */
  readonly above: readonly { readonly name: string; readonly kind: string }[];
}

/** Numbers of the field an aggregation is about. */
export const numbersOf = (
  node: OfField & { readonly kind: string },
  { parts, now }: PlanContext,
  kinds: readonly ValueKind[] = NUMERIC,
): FieldValues =>
  fieldValues(parts, {
    field: node.field,
    missing: node.missing,
    use: `aggregation [${node.kind}]`,
    kinds,
    now,
    format: node.format,
  });

const isWholeKind = (values: FieldValues): boolean => values.kind !== 'decimal';

/** Whole numbers add up exactly by themselves, decimals by Kahan's sum, as OpenSearch does. */
const add = (values: FieldValues, value: Sql): Sql => (isWholeKind(values) ? sql`sum(${value})` : sql`fsum(${value})`);

/** A keyword counts once per document however often it stands in its list, as in OpenSearch; numbers and dates each time. */
export function countCall(values: FieldValues, value: Sql): Sql {
  if (!values.list) return sql`count(${value})`;
  return values.kind === 'text' ? sql`sum(len(list_distinct(${value})))` : sql`sum(len(${value}))`;
}

/** An aggregate call with what it is called where there are kept columns. */
export interface NumberCall {
  readonly call: Sql;
  readonly figure: NumberFigure;
}

type NumberFigure = Extract<ColumnFigure, { readonly kind: 'numbers' }>['figure'];

type Calls = (values: FieldValues, value: Sql) => readonly NumberCall[];

export const countOf = (values: FieldValues, value: Sql): NumberCall => ({
  call: countCall(values, value),
  figure: 'count',
});

export const sumOf = (values: FieldValues, value: Sql): NumberCall => ({
  call: add(values, values.list ? sql`list_sum(${value})` : value),
  figure: 'sum',
});

export const minOf = (values: FieldValues, value: Sql): NumberCall => ({
  call: values.list ? sql`min(list_min(${value}))` : sql`min(${value})`,
  figure: 'min',
});

export const maxOf = (values: FieldValues, value: Sql): NumberCall => ({
  call: values.list ? sql`max(list_max(${value}))` : sql`max(${value})`,
  figure: 'max',
});

export const squaresOf = (values: FieldValues, value: Sql): NumberCall => ({
  call: values.list
    ? sql`fsum(list_sum(list_transform(${value}, lambda x: x::DOUBLE * x::DOUBLE)))`
    : sql`fsum(${value}::DOUBLE * ${value}::DOUBLE)`,
  figure: 'squares',
});

/** Aggregate calls over the numbers of a field. */
export const numberColumns = (values: FieldValues, calls: Calls): MetricPlan['columns'] => {
  const numbers: Expression = asNumbers(values);
  return (column) =>
    calls(values, column(numbers)).map(
      ({ call, figure }): MetricColumn => ({
        call,
        ...(!values.list && { figure: { kind: 'numbers', of: numbers, figure } }),
      }),
    );
};

/** A metric of the numbers of one field, out of a few aggregate calls. */
export function numberMetric(given: {
  readonly values: FieldValues;
  readonly calls: Calls;
  readonly read: (figures: readonly (number | null)[]) => AggregationResult;
  readonly orderValue: MetricPlan['orderValue'];
}): MetricPlan {
  return {
    kind: 'metric',
    columns: numberColumns(given.values, given.calls),
    read: (values) => given.read(values.map(figure)),
    orderValue: given.orderValue,
  };
}

/** `{value, value_as_string?}`. */
export function single(value: number | null, text: ValueText | null): AggregationResult {
  return { value: jsonFigure(value), ...(value !== null && text !== null && { value_as_string: text(value) }) };
}

export const orderBySingle =
  (value: (outcomes: readonly Sql[]) => Sql): MetricPlan['orderValue'] =>
  (metric, outcomes) =>
    metric === 'value' ? value(outcomes) : null;

export const at = (outcomes: readonly Sql[], index: number): Sql => outcomes[index] ?? sql`NULL`;

export const textOf = (values: FieldValues, node: OfField): ValueText | null => textFor(values, node.format);
