import { namedClauses, type Query } from '@datasarana/query';
import { type IndexPart, type PartContext, predicateOn } from '../part.ts';
import { rowsOf } from '../run.ts';
import { and, joined, name, sql, whole } from '../sql.ts';

/** Names of the clauses that match each document: `matched_queries`. */
export async function matchedQueries(
  part: IndexPart,
  docs: readonly number[],
  query: Query,
  context: PartContext,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const matched = new Map<number, string[]>();
  const clauses = namedClauses(query);
  if (clauses.length === 0 || docs.length === 0) return matched;
  const which = sql`_doc IN (${joined(docs.map(whole), ', ')})`;
  for (const clause of clauses) {
    const where = and([which, await predicateOn(part, clause, context)]);
    const rows = await rowsOf(context.connection, sql`SELECT _doc FROM ${name(part.layout.docs)} WHERE ${where}`);
    for (const [doc] of rows) {
      const known = matched.get(Number(doc)) ?? [];
      matched.set(Number(doc), [...known, clause.name]);
    }
  }
  return matched;
}
