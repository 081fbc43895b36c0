import { type AggregationKinds, notExecutable } from '@datasarana/query';
import { double, joined, type Sql, sql, whole } from '../sql.ts';
import { ANY_KIND, fieldValues } from './field-values.ts';
import { placeName } from './level-rows.ts';
import type { PlanContext } from './metrics.ts';
import type { ColumnNaming, Expression, RowsChange, RowsPlan } from './plan.ts';
import { scoreTables } from './scores.ts';

export async function sampler(node: AggregationKinds['sampler'], context: PlanContext): Promise<RowsPlan> {
  needsContent(context);
  const ranked = await byScore(context);
  return planOf(context, (column) => {
    const order = ranked(column);
    return (rows, keys) => first(rows, keys, order, node.size);
  });
}

export async function diversifiedSampler(
  node: AggregationKinds['diversified_sampler'],
  context: PlanContext,
): Promise<RowsPlan> {
  const use = { field: node.field, use: 'aggregation [diversified_sampler]', kinds: ANY_KIND, now: context.now };
  const values = fieldValues(context.parts, use);
  needsContent(context);
  if (values.list) {
    throw notExecutable(
      `Diversified sampling needs one value per document, and field [${node.field}] may hold several`,
      'Name a field that holds one.',
    );
  }
  const ranked = await byScore(context);
  return planOf(context, (column) => {
    const order = ranked(column);
    const value = column(values.values);
    return (rows, keys) => first(first(rows, [...keys, value], order, node.maxPerValue), keys, order, node.size);
  });
}

function needsContent({ holds }: PlanContext): void {
  if (Object.keys(holds).length > 0) return;
  throw notExecutable('Sampler aggregation must be used with child aggregations.', 'Put some into it.');
}

const planOf = ({ parts, sources }: PlanContext, change: RowsChange): RowsPlan => ({
  kind: 'rows',
  type: 'sampler',
  parts,
  sources,
  change,
  read: (body) => ({ ...body }),
});

/** The rows of the first documents or objects of each bucket around; the order is one of those, which may have several rows. */
function first(rows: Sql, keys: readonly Sql[], order: Sql, size: number): Sql {
  const within = keys.length === 0 ? sql`` : sql`PARTITION BY ${joined(keys, ', ')}`;
  return sql`SELECT * FROM (${rows}) QUALIFY dense_rank() OVER (${within} ORDER BY ${order}) <= ${whole(size)}`;
}

/** Best matches first, of equal ones the earliest. */
async function byScore(context: PlanContext): Promise<(column: ColumnNaming) => Sql> {
  const tables = await scoreTables({ ...context, parts: context.documents });
  const scores: Expression = context.documents.map(({ constant }, i) => tables[i]?.value ?? double(constant ?? 0));
  const places: Expression = context.documents.map((_, i) => sql`${whole(i)} * 1099511627776 + _doc`);
  const objects = context.nests.map(({ depth }): Expression => context.documents.map(() => placeName(depth)));
  return (column) => sql`${column(scores)} DESC, ${joined([places, ...objects].map(column), ', ')}`;
}
