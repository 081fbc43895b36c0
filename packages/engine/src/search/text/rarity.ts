import { described } from '../columns/derived.ts';
import { documentsWhere, matchesWhere } from '../columns/matching.ts';
import type { RareCondition } from '../condition.ts';
import { rowsOf } from '../run.ts';
import { type Sql, sql, whole } from '../sql.ts';
import { DocBits, MOST_NAMED } from './bits.ts';
import { B, idf, K1 } from './bm25.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';

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

/** The size of a field, asked of the table once while nothing is written. */
export function exactSize(present: Sql, values: Sql | undefined, context: ResolveContext): Promise<ExactSize> {
  const counted = sql`SELECT count(*) FILTER (${present}), sum(${values ?? sql`1`}) FILTER (${present}) FROM ${context.docs}`;
  return context.postings.remembered(`size of ${described(counted)}`, async () => {
    const [row] = await rowsOf(context.connection, counted);
    return [sizeOf(row?.[0], row?.[1]), SIZE_BYTES];
  });
}

const SIZE_BYTES = 256;

const sizeOf = (documents: unknown, values: unknown): ExactSize => {
  const count = Number(documents ?? 0);
  return { documents: count, averageLength: count === 0 ? 1 : Number(values ?? count) / count };
};

/**
 * What is worth more the fewer documents have it. Those of a value that few have become a set, so that the table is asked once for
 * all that is told of them.
 */
export async function resolveRare(condition: RareCondition, context: ResolveContext): Promise<Resolved> {
  const { test, present, values, boost } = condition;
  const scored = (size: ExactSize, withValue: number): number => boost * exactScore(size, withValue);
  const counts = await countsInMemory(condition, context);
  if (counts !== null && counts.documents !== null) {
    const score = scored(sizeOf(counts.documents, counts.documents), counts.withValue.size);
    return { kind: 'test', test, score, found: counts.withValue };
  }
  const size = await exactSize(present, values, context);
  if (counts !== null) return sameScore(counts.withValue.toBits(), scored(size, counts.withValue.size));
  const few = await fewDocuments(test, context);
  if (few !== null) return sameScore(DocBits.of(few, context.postings.capacity), scored(size, few.length));
  const [row] = await rowsOf(context.connection, sql`SELECT count(*) FILTER (${test}) FROM ${context.docs}`);
  return { kind: 'test', test, score: scored(size, Number(row?.[0] ?? 0)) };
}

/** The documents of which a test is true; null when they are more than a set names one by one. */
async function fewDocuments(test: Sql, { connection, docs }: ResolveContext): Promise<Int32Array | null> {
  const most = sql`SELECT _doc::INTEGER FROM ${docs} WHERE ${test} LIMIT ${whole(MOST_NAMED + 1)}`;
  const rows = await rowsOf(connection, most);
  return rows.length > MOST_NAMED ? null : Int32Array.from(rows, ([doc]) => Number(doc));
}

async function countsInMemory({ test, present, values }: RareCondition, { columns }: ResolveContext) {
  if (columns === null || columns === undefined) return null;
  const withValue = await matchesWhere(test, columns);
  if (withValue === null) return null;
  // how many values there are is asked of the table
  if (values !== undefined) return { withValue, documents: null };
  const documents = await columns.remembered(
    `how many have ${described(present)}`,
    async () => (await documentsWhere(present, columns))?.size ?? null,
    () => 64,
  );
  return { withValue, documents };
}
