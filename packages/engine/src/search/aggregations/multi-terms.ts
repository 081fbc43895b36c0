import type { AggregationKinds, OfField } from '@datasarana/query';
import { rowsOf } from '../run.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { withEmptyKeys } from './empty-keys.ts';
import { ANY_KIND, type FieldValues, fieldValues, keyOrder } from './field-values.ts';
import { keyName } from './level-rows.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';
import { figure, javaDouble, jsonKey, textFor } from './shown-value.ts';
import { counted } from './terms.ts';

export async function multiTerms(node: AggregationKinds['multi_terms'], context: PlanContext): Promise<KeysPlan> {
  const { parts, now } = context;
  const sources = node.terms.map((term) => {
    const { field, missing, format, valueType } = term;
    const use = { field, missing, use: 'aggregation [multi_terms]', kinds: ANY_KIND, now, format, valueType };
    return { values: fieldValues(parts, use), term };
  });
  const fields = sources.map(({ values }) => values);
  const labels = sources.map(({ values, term }) => keyPart(values, term));
  const everyKey = node.minDocCount === 0 ? await combinations(fields, context) : [];
  return {
    kind: 'keys',
    keys: sources.map(({ values }) => ({ value: values.values, list: values.list })),
    size: node.minDocCount === 0 ? null : node.size,
    minDocCount: node.minDocCount,
    order: node.order,
    ...keyOrder(fields),
    total: (column) => ({
      call: sql`sum(${product(
        sources.map(({ values }) => {
          const value = column(values.values);
          return values.list ? sql`coalesce(len(list_distinct(${value})), 0)` : sql`(${value} IS NOT NULL)::INTEGER`;
        }),
      )})`,
    }),
    read: ({ buckets: found, total, empty }) => {
      const buckets = node.minDocCount === 0 ? withEmptyKeys(found, everyKey, empty, node, fields) : found;
      const shown = buckets.map(({ keys, body }) => {
        const made = keys.map((key, i) => labels[i]?.(key) ?? { key, text: String(key) });
        return {
          key: made.map(({ key }) => key),
          key_as_string: made.map(({ text }) => text).join('|'),
          ...counted(node, body()),
        };
      });
      const inBuckets = buckets.reduce((sum, { docCount }) => sum + docCount, 0);
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: Math.max(0, (figure(total) ?? 0) - inBuckets),
        buckets: shown,
      };
    },
  };
}

const product = (factors: readonly Sql[]): Sql => factors.reduce((all, each) => sql`${all} * ${each}`);

/** Dates stand in the key as text, booleans as themselves. */
function keyPart(values: FieldValues, { format }: OfField) {
  const { kind } = values.toldAs ?? values;
  const text = kind === 'boolean' ? null : textFor(values, format);
  return (key: unknown) => {
    if (kind === 'boolean') return { key: key === true || key === 1, text: String(key === true || key === 1) };
    if (text !== null) return { key: text(Number(key)), text: text(Number(key)) };
    const shown = jsonKey(key);
    return { key: shown, text: kind === 'decimal' ? javaDouble(Number(key)) : String(shown) };
  };
}

/** Combinations any document has, matching or not. */
async function combinations(
  fields: readonly FieldValues[],
  { sources, connection }: PlanContext,
): Promise<readonly (readonly unknown[])[]> {
  const found: (readonly unknown[])[] = [];
  for (const [i, source] of sources.entries()) {
    const rows = fields.reduce((inner, { values, list }, at) => {
      const value = values[i] ?? sql`NULL`;
      return sql`SELECT *, ${list ? sql`unnest(list_distinct(${value}))` : value} AS ${keyName(at)} FROM (${inner})`;
    }, sql`SELECT * FROM ${source}`);
    const names = fields.map((_, at) => keyName(at));
    const filled = joined(
      names.map((each) => sql`${each} IS NOT NULL`),
      ' AND ',
    );
    found.push(
      ...(await rowsOf(connection, sql`SELECT DISTINCT ${joined(names, ', ')} FROM (${rows}) WHERE ${filled}`)),
    );
  }
  return found;
}
