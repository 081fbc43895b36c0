import { type AggregationKinds, type CompositeSource, illegalArgument, type Scalar } from '@datasarana/query';
import { addressKey } from '../address-order.ts';
import { and, joined, or, type Sql, sql } from '../sql.ts';
import { type CompositeKey, compositeKey } from './composite-key.ts';
import type { PlanContext } from './metrics.ts';
import type { KeyDirection, KeysPlan } from './plan.ts';

export async function composite(node: AggregationKinds['composite'], context: PlanContext): Promise<KeysPlan> {
  refuseParent(context);
  const keys: CompositeKey[] = [];
  for (const source of node.sources) keys.push(await compositeKey(source, context));
  const { after } = node;
  const shown = (values: readonly unknown[]) =>
    Object.fromEntries(
      node.sources.map(({ name }, i) => [name, values[i] === null ? null : keys[i]?.shown(values[i])]),
    );
  return {
    kind: 'keys',
    keys: keys.map(({ column }) => column),
    size: node.size,
    minDocCount: 1,
    order: [],
    orderKeys: (columns) =>
      joined(
        columns.map((column, i) => ordered(rankOf(column, keys[i]), node.sources[i])),
        ', ',
      ),
    ...(!keys.some(({ isAddress }) => isAddress) && { directions: node.sources.map(directionOf) }),
    ...(after && { wanted: (columns) => behind(columns, node.sources, keys, after) }),
    read: ({ buckets }) => {
      const last = buckets.at(-1);
      return {
        ...(last !== undefined && { after_key: shown(last.keys) }),
        buckets: buckets.map(({ keys: values, body }) => ({ key: shown(values), ...body() })),
      };
    },
  };
}

const ALLOWED: ReadonlySet<string> = new Set(['nested', 'reverse_nested', 'filter']);

function refuseParent({ above }: PlanContext): void {
  const around = above.slice(0, -1).findLast(({ kind }) => !ALLOWED.has(kind));
  if (around === undefined) return;
  throw illegalArgument(
    `[composite] aggregation cannot be used with a parent aggregation of type: [${around.kind}]`,
    'Move it to the top, or into nested or filter aggregations there.',
  );
}

const directionOf = (source: CompositeSource): KeyDirection => ({
  descending: source.order === 'desc',
  nullsFirst: nullFirst(source),
});

const rankOf = (column: Sql, key: CompositeKey | undefined): Sql =>
  key?.isAddress === true ? addressKey(column) : column;

const nullFirst = ({ order, missingOrder }: CompositeSource): boolean =>
  missingOrder === 'first' || (missingOrder === 'default' && order === 'asc');

function ordered(column: Sql, source: CompositeSource | undefined): Sql {
  if (source === undefined) return column;
  const direction = source.order === 'asc' ? sql`ASC` : sql`DESC`;
  return nullFirst(source) ? sql`${column} ${direction} NULLS FIRST` : sql`${column} ${direction} NULLS LAST`;
}

/** Keys behind the one given: later in the first source, or the same there and later in the next, and so on. */
function behind(
  columns: readonly Sql[],
  sources: readonly CompositeSource[],
  keys: readonly CompositeKey[],
  after: Readonly<Record<string, Scalar | null>>,
): Sql {
  const steps = sources.map((source, i) => {
    const own = keys[i];
    const column = rankOf(columns[i] ?? sql`NULL`, own);
    const given = after[source.name] ?? null;
    const limit = given === null ? null : (own?.limit(given) ?? null);
    return {
      later: isLater(column, limit, source),
      same: limit === null ? sql`${column} IS NULL` : sql`${column} = ${limit}`,
    };
  });
  return or(steps.map(({ later }, i) => and([...steps.slice(0, i).map(({ same }) => same), later])));
}

function isLater(column: Sql, limit: Sql | null, source: CompositeSource): Sql {
  const first = nullFirst(source);
  if (limit === null) return first ? sql`${column} IS NOT NULL` : sql`FALSE`;
  const later = source.order === 'asc' ? sql`${column} > ${limit}` : sql`${column} < ${limit}`;
  return first ? later : sql`(${later} OR ${column} IS NULL)`;
}
