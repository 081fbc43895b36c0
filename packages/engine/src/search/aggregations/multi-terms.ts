import type { AggregationKinds, OfField } from '@datasarana/query';
import { type joined, sql } from '../sql.ts';
import { ANY_KIND, type FieldValues, fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';
import { figure, javaDouble, jsonKey, valueText } from './shown-value.ts';
import { counted } from './terms.ts';

export function multiTerms(node: AggregationKinds['multi_terms'], { parts, now }: PlanContext): KeysPlan {
  const sources = node.terms.map((term) => {
    const { field, missing, format, valueType } = term;
    const use = { field, missing, use: 'aggregation [multi_terms]', kinds: ANY_KIND, now, format, valueType };
    return { values: fieldValues(parts, use), term };
  });
  const labels = sources.map(({ values, term }) => keyPart(values, term));
  return {
    kind: 'keys',
    keys: sources.map(({ values }) => ({ value: values.values, list: values.list })),
    size: node.size,
    minDocCount: Math.max(1, node.minDocCount),
    order: node.order,
    total: (column) => ({
      call: sql`sum(${product(
        sources.map(({ values }) => {
          const value = column(values.values);
          return values.list ? sql`coalesce(len(list_distinct(${value})), 0)` : sql`(${value} IS NOT NULL)::INTEGER`;
        }),
      )})`,
    }),
    read: ({ buckets, total }) => {
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

const product = (factors: Parameters<typeof joined>[0]) => factors.reduce((all, each) => sql`${all} * ${each}`);

/** Dates stand in the key as text, booleans as themselves. */
function keyPart(values: FieldValues, { format }: OfField) {
  const text = valueText(values.kind, format);
  return (key: unknown) => {
    if (values.kind === 'boolean') return { key: key === true, text: String(key === true) };
    if (values.kind === 'date' && text !== null) return { key: text(Number(key)), text: text(Number(key)) };
    if (text !== null) return { key: text(Number(key)), text: text(Number(key)) };
    const shown = jsonKey(key);
    return { key: shown, text: values.kind === 'decimal' ? javaDouble(Number(key)) : String(shown) };
  };
}
