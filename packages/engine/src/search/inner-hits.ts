import { type InnerHits, parseInnerHits, type Query, type SearchRequest } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import type { IndexLayout } from '../index/layout.ts';
import { findHits } from './hits.ts';
import { type IndexPart, openPart, type PartContext } from './part.ts';
import type { Hit, Hits } from './response.ts';
import { rowsOf } from './run.ts';
import { name, sql } from './sql.ts';

/** Hits of the group a collapsed hit stands for. */
export async function withInnerHits(
  hits: readonly Hit[],
  layouts: readonly IndexLayout[],
  request: SearchRequest,
  context: PartContext,
): Promise<readonly Hit[]> {
  const { collapse } = request;
  if (collapse === undefined || collapse.innerHits.length === 0) return hits;
  const filled: Hit[] = [];
  for (const hit of hits) {
    const inner: Record<string, { readonly hits: Hits }> = {};
    for (const wanted of collapse.innerHits) {
      const query = ofGroup(request.query, collapse.field, hit.fields?.[collapse.field]?.[0]);
      inner[wanted.name === '' ? collapse.field : wanted.name] = {
        hits: await groupHits(layouts, query, wanted, context),
      };
    }
    filled.push({ ...hit, inner_hits: { ...hit.inner_hits, ...inner } });
  }
  return filled;
}

/** What matched, within one group. */
function ofGroup(query: Query, field: string, value: unknown): Query {
  const exists: Query = { kind: 'exists', field, boost: 1 };
  const given = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const group: Query = given ? { kind: 'term', field, value, caseInsensitive: false, boost: 1 } : exists;
  return {
    kind: 'bool',
    must: [query],
    filter: given ? [group] : [],
    should: [],
    mustNot: given ? [] : [group],
    boost: 1,
  };
}

async function groupHits(
  layouts: readonly IndexLayout[],
  query: Query,
  { body }: InnerHits,
  context: PartContext,
): Promise<Hits> {
  const request = { ...parseInnerHits(body), query };
  const scored = { ...context, scored: true };
  const parts = await partsOf(layouts, query, scored);
  const { hits, maxScore } = await findHits(parts, request, scored);
  let value = 0;
  for (const { layout, where } of parts) {
    const [row] = await rowsOf(context.connection, sql`SELECT count(*) FROM ${name(layout.docs)} WHERE ${where}`);
    value += Number(row?.[0] ?? 0);
  }
  return { total: { value, relation: 'eq' }, max_score: maxScore, hits };
}

/** The indexes that can be asked for a group: its value may be none of a field that is of another type in one of them. */
async function partsOf(
  layouts: readonly IndexLayout[],
  query: Query,
  context: PartContext,
): Promise<readonly IndexPart[]> {
  const parts: IndexPart[] = [];
  let refused: PlatformError | null = null;
  // one after the other, since objects of nested fields are put into tables of the connection
  for (const layout of layouts) {
    try {
      parts.push(await openPart(layout, query, context));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      refused ??= error;
    }
  }
  if (parts.length === 0 && refused !== null) throw refused;
  return parts;
}
