import { namedClauses, type Query } from '@datasarana/query';
import { eachScored, type IndexPart, openPart, type PartContext, predicateOn } from '../part.ts';
import { rowsOf } from '../run.ts';
import { and, joined, name, sql, whole } from '../sql.ts';
import { floatText } from '../text/bm25.ts';

/** Names of the clauses that match a document, or their scores by name. */
export type MatchedQueries = readonly string[] | Readonly<Record<string, number>>;

/** Which named clauses match each document: `matched_queries`. */
export async function matchedQueries(
  part: IndexPart,
  docs: readonly number[],
  query: Query,
  withScores: boolean,
  context: PartContext,
): Promise<ReadonlyMap<number, MatchedQueries>> {
  const clauses = namedClauses(query);
  if (clauses.length === 0 || docs.length === 0) return new Map();
  const matched = new Map<number, [name: string, score: number][]>();
  const add = (doc: number, found: [string, number]) => matched.set(doc, [...(matched.get(doc) ?? []), found]);
  for (const clause of clauses) {
    if (withScores) await eachScore(part, docs, clause, context, (doc, score) => add(doc, [clause.name, score]));
    else for (const doc of await matching(part, docs, clause, context)) add(doc, [clause.name, 0]);
  }
  return new Map(
    [...matched].map(([doc, found]) => [doc, withScores ? Object.fromEntries(found) : found.map(([each]) => each)]),
  );
}

async function matching(
  part: IndexPart,
  docs: readonly number[],
  clause: Query,
  context: PartContext,
): Promise<readonly number[]> {
  const where = and([sql`_doc IN (${joined(docs.map(whole), ', ')})`, await predicateOn(part, clause, context)]);
  const rows = await rowsOf(context.connection, sql`SELECT _doc FROM ${name(part.layout.docs)} WHERE ${where}`);
  return rows.map(([doc]) => Number(doc));
}

async function eachScore(
  { layout }: IndexPart,
  docs: readonly number[],
  clause: Query,
  context: PartContext,
  visit: (doc: number, score: number) => void,
): Promise<void> {
  const asked = new Set(docs);
  const part = await openPart(layout, clause, { ...context, scored: true });
  await eachScored(part, context.connection, [], (doc, score) => {
    if (asked.has(doc)) visit(doc, floatText(score));
  });
}
