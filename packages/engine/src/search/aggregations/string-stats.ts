import type { AggregationKinds } from '@datasarana/query';
import type { AggregationResult } from '../response.ts';
import { type Sql, sql, text } from '../sql.ts';
import { fieldValues } from './field-values.ts';
import { at, countCall, type PlanContext } from './metrics.ts';
import type { MetricColumn, MetricPlan } from './plan.ts';
import { figure, textFor, type ValueText } from './shown-value.ts';

/** Lengths and characters are UTF-16 units, as Java counts them. */
export function stringStats(node: AggregationKinds['string_stats'], { parts, now }: PlanContext): MetricPlan {
  const { field, missing } = node;
  const values = fieldValues(parts, { field, missing, use: 'aggregation [string_stats]', kinds: ['text'], now });
  const lengths = (value: Sql): Sql =>
    values.list ? sql`list_transform(${value}, lambda v: ${units(sql`v`)})` : units(value);
  const shownAs = textFor({ ...values, kind: 'decimal' }, node.format);
  return {
    kind: 'metric',
    columns: (column): readonly MetricColumn[] => {
      const value = column(values.values);
      const [least, most] = values.list
        ? [sql`min(list_min(${lengths(value)}))`, sql`max(list_max(${lengths(value)}))`]
        : [sql`min(${lengths(value)})`, sql`max(${lengths(value)})`];
      const where = sql`${value} IS NOT NULL`;
      return [
        { call: countCall(values, value) },
        { call: least },
        { call: most },
        { call: sql`list(${value})`, where, outputs: (texts) => characters(texts, values.list) },
      ];
    },
    read: ([count, least, most, letters, counts]) => {
      const found = unitCounts(letters, counts);
      const all = [...found.values()].reduce((sum, each) => sum + each, 0);
      return resultOf(
        { count: figure(count) ?? 0, least: figure(least), most: figure(most), all, found },
        node,
        shownAs,
      );
    },
    orderValue: (metric, outcomes) => {
      const place = ['count', 'min_length', 'max_length'].indexOf(metric);
      return place < 0 ? null : at(outcomes, place);
    },
  };
}

const BEYOND = '[\\x{10000}-\\x{10FFFF}]';

/** Characters beyond the first plane take two units, and four bytes of UTF-8. */
const units = (value: Sql): Sql =>
  sql`CASE WHEN strlen(${value}) = length(${value}) THEN length(${value})
    ELSE length(${value}) + len(regexp_extract_all(${value}, ${text(BEYOND)})) END`;

/** Every character of all texts, and how often it stands there. */
function characters(texts: Sql, list: boolean): readonly Sql[] {
  const all = list ? sql`flatten(list_transform(${texts}, lambda v: list_distinct(v)))` : texts;
  const letters = sql`flatten(list_transform(${all}, lambda v: regexp_extract_all(v, '(?s).')))`;
  const counts = sql`list_aggregate(${letters}, 'histogram')`;
  return [sql`map_keys(${counts})`, sql`map_values(${counts})`];
}

function unitCounts(letters: unknown, counts: unknown): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!Array.isArray(letters) || !Array.isArray(counts)) return found;
  for (const [i, letter] of letters.entries()) {
    for (const unit of String(letter).split('')) found.set(unit, (found.get(unit) ?? 0) + Number(counts[i]));
  }
  return found;
}

interface Found {
  readonly count: number;
  readonly least: number | null;
  readonly most: number | null;
  readonly all: number;
  readonly found: ReadonlyMap<string, number>;
}

function resultOf(
  { count, least, most, all, found }: Found,
  { showDistribution }: AggregationKinds['string_stats'],
  shownAs: ValueText | null,
): AggregationResult {
  const shares = [...found].map(([unit, times]) => [unit, times / all] as const).sort((a, b) => b[1] - a[1]);
  const average = count === 0 ? null : all / count;
  const entropy = shares.reduce((sum, [, share]) => sum - share * Math.log2(share), 0);
  const shown = (name: string, value: number | null) =>
    shownAs === null || value === null ? {} : { [`${name}_as_string`]: shownAs(value) };
  return {
    count,
    ...{ min_length: least, max_length: most, avg_length: average, entropy },
    ...(showDistribution && { distribution: Object.fromEntries(shares) }),
    ...(count > 0 && { ...shown('min_length', least), ...shown('max_length', most), ...shown('avg_length', average) }),
    ...(count > 0 && shown('entropy', entropy)),
  };
}
