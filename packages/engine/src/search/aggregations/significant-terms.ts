import type { AggregationKinds } from '@datasarana/query';
import { countsOf } from '../columns/counts.ts';
import { hasFieldData } from '../mapped-field.ts';
import { rowsOf } from '../run.ts';
import { type Sql, sql, TRUE } from '../sql.ts';
import { keysList } from './distinct-keys.ts';
import { ANY_KIND, fieldValues } from './field-values.ts';
import { extendPath, ROOT } from './key-path.ts';
import type { PlanContext } from './metrics.ts';
import type { Expression, KeyColumn, KeysPlan } from './plan.ts';
import { selectedValues } from './selection.ts';
import { addUp, backgroundTests, significantPlan } from './significant.ts';
import { significantText } from './significant-text.ts';
import { termLabel } from './term-key.ts';

export async function significantTerms(
  node: AggregationKinds['significant_terms'],
  context: PlanContext,
): Promise<KeysPlan> {
  if (context.parts.some(({ layout }) => hasFieldData(layout, node.field))) {
    return significantText({ ...node, filterDuplicateText: false }, context);
  }
  const { field, missing, format, valueType } = node;
  const use = { use: 'aggregation [significant_terms]', kinds: ANY_KIND, now: context.now };
  const values = fieldValues(context.parts, { field, missing, format, valueType, ...use });
  const key: KeyColumn = { value: await selectedValues(values, node, context), list: values.list };
  const each = (value: Sql): Sql => (values.list ? sql`unnest(list_distinct(${value}))` : value);
  const tests = await backgroundTests(node.background, context);
  const countBackground = async (keys: readonly unknown[]): Promise<ReadonlyMap<string, number>> => {
    const found = new Map<string, number>();
    if (keys.length === 0) return found;
    const counted = await countedKeys(keys, values.values, tests, context);
    if (counted !== null) return counted;
    const list = keysList(keys);
    for (const [i, source] of context.sources.entries()) {
      const all = sql`SELECT ${each(values.values[i] ?? sql`NULL`)} AS key FROM ${source} WHERE ${tests[i] ?? TRUE}`;
      const wanted = sql`SELECT key, count(*) FROM (${all}) WHERE key IN (SELECT unnest(${list})) GROUP BY key`;
      addUp(found, await rowsOf(context.connection, wanted));
    }
    return found;
  };
  const type = values.kind === 'text' || !values.isMapped ? 'sigsterms' : 'siglterms';
  const { isMapped } = values;
  return significantPlan({ node, key, type, isMapped, label: termLabel(values, format), countBackground }, context);
}

/** Counts of keys among all documents, from kept columns; null when they do not suffice. */
async function countedKeys(
  keys: readonly unknown[],
  values: Expression,
  tests: readonly Sql[],
  { parts, documents }: PlanContext,
): Promise<ReadonlyMap<string, number> | null> {
  const columns = parts[0]?.columns ?? null;
  if (columns === null || parts !== documents || parts.length > 1 || tests[0] !== TRUE) return null;
  const coded = await columns.coded(values[0] ?? TRUE);
  if (coded === null) return null;
  const counts = await countsOf(columns, coded);
  const numbers = new Map(coded.keys.map((key, number) => [key, number]));
  return new Map(keys.map((key) => [extendPath(ROOT, key), counts[numbers.get(key) ?? -1] ?? 0]));
}
