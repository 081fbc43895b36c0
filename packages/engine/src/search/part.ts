import type { Query } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { conditionOf } from './clauses/index.ts';
import { constantScore, isCostly, predicate, pureBits, type Scorer, scorer } from './predicate.ts';
import { chunksOf, integersOf, rowsOf } from './run.ts';
import { FALSE, name, type Sql, sql, whole } from './sql.ts';
import { DocBits } from './text/bits.ts';
import { type PostingsMemory, PostingsReader } from './text/postings.ts';
import { resolve } from './text/resolve.ts';
import type { ResolveContext, Resolved, ScoredList } from './text/resolved.ts';

/** One index inside one search: what matches in it, seen from one snapshot. */
export interface IndexPart {
  readonly layout: IndexLayout;
  readonly postings: PostingsReader;
  /** Rows that match. */
  readonly where: Sql;
  /** The matches when text alone decides. */
  readonly bits: DocBits | null;
  /** The score every match has; null when they differ. */
  readonly constant: number | null;
  readonly scorer: Scorer;
  readonly costly: boolean;
  /** The matches with their scores, when they stand ready. */
  readonly scored: ScoredList | null;
}

export interface PartContext {
  readonly connection: DuckDBConnection;
  readonly memory: PostingsMemory;
  readonly now: number;
  readonly scored: boolean;
}

/** State of an index inside the snapshot: a key for caches, and how far document numbers go. */
async function openPostings(
  layout: IndexLayout,
  { connection, memory }: Pick<PartContext, 'connection' | 'memory'>,
): Promise<PostingsReader> {
  const [row] = await rowsOf(
    connection,
    sql`SELECT next_doc, next_segment, deleted, refreshed, documents FROM catalogue WHERE id = ${whole(layout.id)}`,
  );
  const state = `${layout.id}/${(row ?? []).join('/')}`;
  return new PostingsReader({ connection, memory, state, gone: layout.gone, capacity: Number(row?.[0] ?? 0) });
}

export async function openPart(layout: IndexLayout, query: Query, context: PartContext): Promise<IndexPart> {
  const postings = await openPostings(layout, context);
  return partOf(layout, postings, query, context);
}

async function partOf(
  layout: IndexLayout,
  postings: PostingsReader,
  query: Query,
  context: PartContext,
): Promise<IndexPart> {
  const resolved = await resolveOn(layout, postings, query, context);
  const bits = pureBits(resolved);
  return {
    layout,
    postings,
    where: bits === null ? predicate(resolved) : bits.test(),
    bits,
    constant: constantScore(resolved),
    scorer: scorer(resolved),
    costly: isCostly(resolved),
    scored: resolved.kind === 'set' ? (resolved.scored ?? null) : null,
  };
}

function resolveOn(
  layout: IndexLayout,
  postings: PostingsReader,
  query: Query,
  { connection, now, scored }: PartContext,
): Promise<Resolved> {
  const context: ResolveContext = { connection, postings, docs: name(layout.docs), scored };
  return resolve(conditionOf(query, layout, now), context);
}

/** Rows of an index that match a further clause, as SQL (a post filter, a filter aggregation). */
export async function predicateOn(part: IndexPart, query: Query, context: PartContext): Promise<Sql> {
  return predicate(await resolveOn(part.layout, part.postings, query, { ...context, scored: false }));
}

const isAscending = (numbers: Int32Array): boolean => numbers.every((n, i) => i === 0 || (numbers[i - 1] ?? 0) < n);

type Visit = (doc: number, score: number, read: (column: number) => unknown) => void;

/** Numbers of all matches, ascending. */
export async function matchesOf(part: IndexPart, connection: DuckDBConnection): Promise<Int32Array> {
  const docs = name(part.layout.docs);
  const chunks = await chunksOf(connection, sql`SELECT _doc::INTEGER FROM ${docs} WHERE ${part.where}`);
  const found = new Int32Array(chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0));
  let used = 0;
  for (const chunk of chunks) {
    found.set(integersOf(chunk.getColumnVector(0)).subarray(0, chunk.rowCount), used);
    used += chunk.rowCount;
  }
  return isAscending(found) ? found : found.sort();
}

/** Calls `visit` for every match with its score; `read(i)` is the value of `extra[i]` in its row. */
export async function eachScored(
  part: IndexPart,
  connection: DuckDBConnection,
  extra: readonly Sql[],
  visit: Visit,
): Promise<void> {
  const { bits, scorer: scoring, where, scored } = part;
  if (bits !== null && scored !== null && extra.length === 0) {
    for (let i = 0; i < scored.docs.length; i++) visit(scored.docs[i] ?? 0, scored.scores[i] ?? 0, nothing);
    return;
  }
  if (bits !== null && scoring.columns.length === 0 && extra.length === 0) {
    bits.each((doc) => visit(doc, scoring.score(doc, never), nothing));
    return;
  }
  const tests = scoring.columns.map((column) => sql`(${column}) IS TRUE`);
  const list = [sql`_doc::INTEGER`, ...tests, ...extra].reduce((all, column) => sql`${all}, ${column}`);
  const chunks = await chunksOf(connection, sql`SELECT ${list} FROM ${name(part.layout.docs)} WHERE ${where}`);
  for (const chunk of chunks) {
    const columns = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
    const docs = columns[0] ? integersOf(columns[0]) : new Int32Array();
    let row = 0;
    const outcome = (column: number) => columns[column + 1]?.getItem(row) === true;
    const read = (column: number) => columns[column + 1 + tests.length]?.getItem(row) ?? null;
    for (; row < chunk.rowCount; row++) {
      const doc = docs[row] ?? 0;
      visit(doc, scoring.score(doc, outcome), read);
    }
  }
}

const never = (): boolean => false;
const nothing = (): unknown => null;

/** The part with only the matches that score at least that much. */
export async function withMinScore(part: IndexPart, least: number, connection: DuckDBConnection): Promise<IndexPart> {
  if (part.constant !== null) {
    return part.constant >= least ? part : { ...part, where: FALSE, bits: null, scored: null };
  }
  const bits = new DocBits(part.postings.capacity);
  await eachScored(part, connection, [], (doc, score) => {
    if (score >= least) bits.add(doc);
  });
  return { ...part, where: bits.test(), bits, scored: null };
}
