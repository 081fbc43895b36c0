import { described } from '../columns/derived.ts';
import { documentsWhere } from '../columns/matching.ts';
import type { RareCondition } from '../condition.ts';
import { rowsOf } from '../run.ts';
import { type Sql, sql } from '../sql.ts';
import { B, idf, K1 } from './bm25.ts';
import type { ResolveContext } from './resolved.ts';

/** Statistics of a field that has no lengths: each document counts as one value long, the average may be more. */
interface ExactSize {
  readonly documents: number;
  readonly averageLength: number;
}

/** What one exact value is worth by how many documents have it: frequency and length are 1. */
export function exactScore({ documents, averageLength }: ExactSize, withValue: number): number {
  const average = Math.fround(averageLength);
  return (idf(documents, withValue) * (K1 + 1)) / (1 + K1 * (1 - B + B / average));
}

export async function exactSize(present: Sql, values: Sql | undefined, context: ResolveContext): Promise<ExactSize> {
  const [row] = await rowsOf(
    context.connection,
    sql`SELECT count(*) FILTER (${present}), sum(${values ?? sql`1`}) FILTER (${present}) FROM ${context.docs}`,
  );
  return sizeOf(row?.[0], row?.[1]);
}

const sizeOf = (documents: unknown, values: unknown): ExactSize => {
  const count = Number(documents ?? 0);
  return { documents: count, averageLength: count === 0 ? 1 : Number(values ?? count) / count };
};

export async function rarity(condition: RareCondition, context: ResolveContext): Promise<number> {
  const [withValue, documents, values] =
    (await countsInMemory(condition, context)) ?? (await counts(condition, context));
  return condition.boost * exactScore(sizeOf(documents, values), Number(withValue));
}

async function counts({ test, present, values }: RareCondition, { connection, docs }: ResolveContext) {
  const [row] = await rowsOf(
    connection,
    sql`SELECT count(*) FILTER (${test}), count(*) FILTER (${present}), sum(${values ?? sql`1`}) FILTER (${present}) FROM ${docs}`,
  );
  return row ?? [];
}

async function countsInMemory({ test, present, values }: RareCondition, { columns }: ResolveContext) {
  if (columns === null || columns === undefined || values !== undefined) return null;
  const withValue = await documentsWhere(test, columns);
  if (withValue === null) return null;
  const documents = await columns.remembered(
    `how many have ${described(present)}`,
    async () => (await documentsWhere(present, columns))?.size ?? null,
    () => 64,
  );
  return documents === null ? null : ([withValue.size, documents, documents] as const);
}
