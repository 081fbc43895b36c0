import type { AggregationKinds } from '@datasarana/query';
import { compareKeys } from './empty-keys.ts';
import { ANY_KIND, type FieldValues, fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';
import { selectedValues } from './selection.ts';
import { termLabel, termType } from './term-key.ts';

export async function rareTerms(node: AggregationKinds['rare_terms'], context: PlanContext): Promise<KeysPlan> {
  const { parts, now } = context;
  const { field, missing, format, valueType } = node;
  const use = { field, missing, use: 'aggregation [rare_terms]', kinds: ANY_KIND, now, format, valueType };
  const values = fieldValues(parts, use);
  const label = termLabel(values, format);
  return {
    kind: 'keys',
    type: termType(values, 'rareterms'),
    keys: [{ value: await selectedValues(values, node, context), list: values.list }],
    size: null,
    minDocCount: 1,
    maxDocCount: node.maxDocCount,
    order: [],
    read: ({ buckets }) => ({
      buckets: [...buckets].sort(byRarity(values)).map(({ key, body }) => ({ ...label(key), ...body() })),
    }),
  };
}

interface Rare {
  readonly docCount: number;
  readonly key: unknown;
}

const byRarity =
  (values: FieldValues) =>
  (a: Rare, b: Rare): number =>
    a.docCount - b.docCount || compareKeys(a.key, b.key, values);
