import type { AggregationKinds, Scalar, TermsSelection } from '@datasarana/query';
import { malformed, PlatformError, ReplyCode } from '@datasarana/schema';
import { booleanOf, numberOf } from '../clauses/values.ts';
import { rowsOf } from '../run.ts';
import { and, bool, double, joined, name, not, type Sql, sql, TRUE, text } from '../sql.ts';
import { withEmptyKeys } from './empty-keys.ts';
import { ANY_KIND, type FieldValues, fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { BucketBody, Expression, FoundBucket, KeysPlan, MetricColumn } from './plan.ts';
import { figure, jsonKey, type ValueText, valueText } from './shown-value.ts';

export async function terms(node: AggregationKinds['terms'], context: PlanContext): Promise<KeysPlan> {
  const { parts, now } = context;
  const use = 'aggregation [terms]';
  const { field, missing } = node;
  const values = fieldValues(parts, { field, missing, use, kinds: ANY_KIND, now, format: node.format });
  await refuseBrokenPatterns([node.include, node.exclude], context);
  const wanted = (value: Sql) =>
    and([selected(node.include, values, value), not(selected(node.exclude, values, value, true))]);
  const chosen = node.include !== undefined || node.exclude !== undefined;
  const key = chosen ? values.values.map((value) => keep(value, values.list, wanted)) : values.values;
  const label = labelFor(values, node);
  const everyKey = node.minDocCount === 0 ? await allKeys(key, values.list, context) : [];
  return {
    kind: 'keys',
    key,
    list: values.list,
    // Which keys are empty is only known with all the others at hand.
    size: node.minDocCount === 0 ? null : node.size,
    minDocCount: node.minDocCount,
    order: node.order,
    total: (column) => total(column(key), values.list),
    read: ({ buckets: found, total: inAll, empty }) => {
      const buckets = node.minDocCount === 0 ? withEmptyKeys(found, everyKey, empty, node) : found;
      const shown = buckets.map((bucket) => ({ ...label(bucket), ...extra(node, bucket.body()) }));
      const counted = buckets.reduce((sum, { docCount }) => sum + docCount, 0);
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: Math.max(0, (figure(inAll) ?? 0) - counted),
        buckets: shown,
      };
    },
  };
}

/** Keys any document has, matching or not. */
async function allKeys(
  key: Expression,
  list: boolean,
  { parts, connection }: PlanContext,
): Promise<readonly unknown[]> {
  const keys = new Set<unknown>();
  for (const [i, part] of parts.entries()) {
    const value = key[i] ?? sql`NULL`;
    const each = list ? sql`unnest(${value})` : value;
    const rows = await rowsOf(connection, sql`SELECT DISTINCT ${each} FROM ${name(part.layout.docs)}`);
    for (const [found] of rows) if (found !== null) keys.add(found);
  }
  return [...keys];
}

const keep = (value: Sql, list: boolean, wanted: (value: Sql) => Sql): Sql =>
  list ? sql`list_filter(${value}, lambda x: ${wanted(sql`x`)})` : sql`CASE WHEN ${wanted(value)} THEN ${value} END`;

/** How many documents all buckets together hold, one counted in each of its buckets. */
const total = (key: Sql, list: boolean): MetricColumn => ({
  call: list ? sql`sum(len(list_distinct(${key})))` : sql`count(${key})`,
});

const extra = (node: AggregationKinds['terms'], { doc_count, ...inside }: BucketBody) => ({
  doc_count,
  ...(node.showTermDocCountError && { doc_count_error_upper_bound: 0 }),
  ...inside,
});

function labelFor(values: FieldValues, node: AggregationKinds['terms']): (bucket: FoundBucket) => object {
  const text: ValueText | null = valueText(values.kind, node.format);
  return ({ key }) => {
    if (values.kind === 'boolean') return { key: key === true ? 1 : 0, key_as_string: String(key === true) };
    return { key: jsonKey(key), ...(text !== null && { key_as_string: text(Number(key)) }) };
  };
}

/** Whether a value is among the named ones; with nothing named every value is (`none` = the other way round). */
function selected(selection: TermsSelection | undefined, values: FieldValues, value: Sql, none = false): Sql {
  if (selection === undefined) return none ? sql`FALSE` : TRUE;
  if (selection.kind === 'values') {
    if (selection.values.length === 0) return sql`FALSE`;
    return sql`${value} IN (${joined(
      selection.values.map((each) => exact(each, values)),
      ', ',
    )})`;
  }
  if (values.kind !== 'text') {
    throw malformed(
      `Aggregation [terms] cannot support regular expression style include/exclude settings on field [${values.field}], which holds no texts`,
      'Give a list of values.',
    );
  }
  return sql`regexp_full_match(${value}, ${text(regularExpression(selection.pattern))}, 's')`;
}

function exact(value: Scalar, values: FieldValues): Sql {
  const named = { path: values.field, type: 'double', list: false, columns: [], postings: null, field: null } as const;
  if (values.kind === 'text') return text(String(value));
  if (values.kind === 'boolean') return bool(value === 1 || (value !== 0 && booleanOf(named, value)));
  return double(numberOf(named, value));
}

/** DuckDB reads patterns when the statement runs; a broken one is the caller's, not a failure of ours. */
async function refuseBrokenPatterns(
  selections: readonly (TermsSelection | undefined)[],
  { connection }: PlanContext,
): Promise<void> {
  for (const selection of selections) {
    if (selection?.kind !== 'pattern') continue;
    try {
      await rowsOf(connection, sql`SELECT regexp_full_match('', ${text(regularExpression(selection.pattern))}, 's')`);
    } catch (cause) {
      if (cause instanceof PlatformError) throw cause;
      throw new PlatformError(`The pattern [${selection.pattern}] is no regular expression`, {
        code: ReplyCode.Malformed,
        type: 'malformed',
        hint: 'Check brackets and repetitions; escape a character with a backslash if it is meant as itself.',
        cause,
      });
    }
  }
}

/** Lucene's syntax where it differs from RE2: `"` quotes, `@` is any text, `#` nothing, `<1-10>` ranges, `&` and `~`. */
function regularExpression(pattern: string): string {
  if (/(^|[^\\])[~&<@#"]/.test(pattern)) {
    throw malformed(
      `The pattern [${pattern}] uses an operator of Lucene that is not offered: one of ~ & < @ # "`,
      'Escape the character with a backslash if it is meant as itself.',
    );
  }
  // Anchors mean themselves to Lucene; its patterns always cover the whole value.
  return pattern.replace(/\\.|[\^$]/gs, (found) => (found.length === 2 ? found : `\\${found}`));
}
