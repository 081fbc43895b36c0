import type { Query } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import { learnIds, rowsOfIds } from '../documents/by-id.ts';
import type { IndexLayout } from '../index/layout.ts';
import { Breath } from '../store/breath.ts';
import { type ColumnTest, withUnions } from './alternatives.ts';
import { conditionOf } from './clauses/index.ts';
import type { ColumnMemory } from './columns/column-memory.ts';
import { IndexColumns } from './columns/index-columns.ts';
import type { Matches } from './columns/matches.ts';
import type { IndexVersion } from './columns/version.ts';
import type { Condition } from './condition.ts';
import { foundInMemory, manyAsSets, matchesInMemory } from './matches-in-memory.ts';
import { constantScore, isCostly, predicate, pureBits, readyScores, type Scorer, scorer } from './predicate.ts';
import { chunksOf, integersOf, rowsOf } from './run.ts';
import { FALSE, joined, late, name, or, type Sql, sql } from './sql.ts';
import type { BestOfWord } from './text/best-of-word.ts';
import { DocBits } from './text/bits.ts';
import { PostingsReader } from './text/postings.ts';
import type { PostingsMemory } from './text/postings-memory.ts';
import { resolve } from './text/resolve.ts';
import type { ResolveContext, Resolved, Scored } from './text/resolved.ts';
import { readVersion } from './versions.ts';

/** One index inside one search: what matches in it, seen from one snapshot. */
export interface IndexPart {
  readonly layout: IndexLayout;
  readonly postings: PostingsReader;
  readonly version: IndexVersion;
  /** Its columns kept in memory; null when none are. */
  readonly columns: IndexColumns | null;
  /** Rows that match. */
  readonly where: Sql;
  /** What `where` was made of; nothing was added to it as long as it is the same `where`. */
  readonly made: { readonly where: Sql; readonly resolved: Resolved };
  /** The matches when no table has to be asked for them any more. */
  readonly bits: DocBits | null;
  /** The score every match has; null when they differ. */
  readonly constant: number | null;
  readonly scorer: Scorer;
  readonly costly: boolean;
  /** The matches with their scores, when they stand ready. */
  readonly scored: Scored | null;
  /** The best matches and how many there are, where nothing else was asked for: then nothing else is known. */
  readonly best: BestOfWord | null;
}

export interface PartContext {
  readonly connection: DuckDBConnection;
  readonly memory: PostingsMemory;
  readonly columns: ColumnMemory;
  /** States of the indexes inside the snapshot, by their numbers, as far as they are known. */
  readonly versions: ReadonlyMap<number, IndexVersion>;
  readonly now: number;
  readonly scored: boolean;
  /** How many documents with the highest scores are wanted, where these are few and nothing else is. */
  readonly onlyBest?: number;
}

export async function openPart(layout: IndexLayout, query: Query, context: PartContext): Promise<IndexPart> {
  const version = context.versions.get(layout.id) ?? (await readVersion(context.connection, layout));
  return partOf(layout, version, query, context);
}

async function partOf(
  layout: IndexLayout,
  version: IndexVersion,
  query: Query,
  context: PartContext,
): Promise<IndexPart> {
  const { connection, memory, columns } = context;
  const lengthless = postingsWithoutLengths(layout);
  const postings = new PostingsReader({ connection, memory, version, gone: layout.gone, lengthless });
  const kept = columns.isOff
    ? null
    : new IndexColumns({ memory: columns, connection, layout, version, mostKeys: columns.mostKeys });
  const { onlyBest, now } = context;
  const best = onlyBest === undefined ? null : await bestOnly(conditionOf(query, layout, now), postings, onlyBest);
  if (best !== null) return { layout, postings, version, columns: kept, ...NOTHING_ELSE, best };
  const looked = await resolveOn({ layout, postings, columns: kept }, query, context);
  const resolved = kept === null ? looked : await manyAsSets(looked, kept);
  const matching = await withUnions(resolved, (tests) =>
    whereAny(tests, { layout, postings, columns: kept }, connection),
  );
  const bits = pureBits(matching);
  const where = bits === null ? predicate(matching) : bits.test();
  return {
    layout,
    postings,
    version,
    columns: kept,
    where,
    made: { where, resolved: matching },
    bits,
    constant: constantScore(resolved),
    scorer: scorer(resolved),
    costly: isCostly(resolved),
    scored: readyScores(resolved),
    best: null,
  };
}

/** The best documents of a condition that is a single word, where they are found without its list. */
async function bestOnly(condition: Condition, postings: PostingsReader, wanted: number): Promise<BestOfWord | null> {
  if (condition.kind !== 'words' || condition.words.length !== 1 || condition.required > 1) return null;
  const { boost, postings: table, words } = condition;
  const found = boost > 0 ? await postings.best(table, words[0] ?? '', wanted) : null;
  return found && { ...found, best: found.best.map(({ doc, score }) => ({ doc, score: score * boost })) };
}

const unasked = late(() => {
  throw new Error('Of this part only the best documents are known');
});

/** What a part has beside its best documents where it was opened for these alone. */
const NOTHING_ELSE = {
  where: unasked,
  made: { where: unasked, resolved: { kind: 'test', test: unasked, score: 0 } },
  bits: null,
  constant: null,
  scorer: scorer({ kind: 'test', test: FALSE, score: 0 }),
  costly: false,
  scored: null,
} as const;

function resolveOn(
  { layout, postings, columns }: Pick<IndexPart, 'layout' | 'postings' | 'columns'>,
  query: Query,
  { connection, now, scored }: PartContext,
): Promise<Resolved> {
  const context: ResolveContext = {
    connection,
    postings,
    columns,
    docs: name(layout.docs),
    scored,
    ...(layout.knownIds !== undefined && {
      documentsOfIds: (ids) => documentsOfIds(connection, layout, ids, postings.capacity),
    }),
  };
  return resolve(conditionOf(query, layout, now), context);
}

async function documentsOfIds(
  connection: DuckDBConnection,
  layout: IndexLayout,
  ids: readonly string[],
  capacity: number,
): Promise<DocBits> {
  const rows = await rowsOfIds(connection, layout, [...new Set(ids)], '_doc', layout.knownIds);
  await learnIds(connection, layout);
  return DocBits.of(
    Int32Array.from(rows, ({ _doc }) => Number(_doc)),
    capacity,
  );
}

/** Rows of an index that match a further clause, as SQL (a post filter, a filter aggregation). */
export async function predicateOn(part: IndexPart, query: Query, context: PartContext): Promise<Sql> {
  const resolved = await resolveOn(part, query, { ...context, scored: false });
  return predicate(await withUnions(resolved, (tests) => whereAny(tests, part, context.connection)));
}

/** So many tests are asked of the table one by one, so that each skips where its values do not lie; more of them together. */
const MOST_APART = 32;

/** The documents one of some tests is true of, remembered as long as nothing changes; null when a test is too long to be. */
async function whereAny(
  tests: readonly ColumnTest[],
  { layout, postings, columns }: Pick<IndexPart, 'layout' | 'postings' | 'columns'>,
  connection: DuckDBConnection,
): Promise<DocBits | null> {
  const any = or(tests.map(({ test }) => test));
  const key = keyOf(any);
  if (key === null) return null;
  const known = postings.kept<DocBits>(`matches/${key}`);
  if (known !== undefined) return known;
  const inMemory = columns && (await matchesInMemory({ kind: 'best', of: tests, tieBreaker: 0, boost: 1 }, columns));
  const asked = tests.length > MOST_APART ? [any] : tests.map(({ test }) => test);
  const statements = asked.map((test) => sql`SELECT _doc::INTEGER FROM ${name(layout.docs)} WHERE ${test}`);
  const found = inMemory ?? (await documentsOf(joined(statements, ' UNION ALL '), postings.capacity, connection));
  postings.keep(`matches/${key}`, found, found.data.length + key.length * 2);
  return found;
}

/** The documents whose numbers a statement answers. */
async function documentsOf(statement: Sql, capacity: number, connection: DuckDBConnection): Promise<DocBits> {
  const found = new DocBits(capacity);
  for (const chunk of await chunksOf(connection, statement)) {
    const docs = integersOf(chunk.getColumnVector(0));
    for (let row = 0, rows = chunk.rowCount; row < rows; row++) found.add(docs[row] ?? 0);
  }
  return found;
}

type Visit = (doc: number, score: number, read: (column: number) => unknown) => void;

/** All matches, remembered as long as nothing changes: the same filter comes with every page and every panel. */
export async function matchesOf(part: IndexPart, connection: DuckDBConnection): Promise<DocBits> {
  return (await readyMatches(part)) ?? matchesInTable(part, connection);
}

/** The same, without a set of them where they are told sooner. */
export const foundOf = async (part: IndexPart, connection: DuckDBConnection): Promise<Matches> =>
  (await readyFound(part)) ?? matchesInTable(part, connection);

async function matchesInTable(part: IndexPart, connection: DuckDBConnection): Promise<DocBits> {
  const { layout, postings, where } = part;
  const matching = sql`SELECT _doc::INTEGER FROM ${name(layout.docs)} WHERE ${where}`;
  const found = await documentsOf(matching, postings.capacity, connection);
  keepMatches(part, found);
  return found;
}

/** All matches when no table has to be asked for them; null otherwise. */
export async function readyMatches(part: IndexPart): Promise<DocBits | null> {
  const found = await readyFound(part);
  if (found === null || found instanceof DocBits) return found;
  const bits = found.toBits();
  keepMatches(part, bits);
  return bits;
}

/** The same, without a set of them where they are told sooner. */
export async function readyFound(part: IndexPart): Promise<Matches | null> {
  const { bits, columns, made, postings, where } = part;
  if (bits !== null) return bits;
  if (where === FALSE) return new DocBits(postings.capacity);
  const key = keyOf(where);
  const known = key === null ? undefined : postings.kept<DocBits>(`matches/${key}`);
  if (known !== undefined) return known;
  const found = columns === null || made.where !== where ? null : await foundInMemory(made.resolved, columns);
  if (found instanceof DocBits) keepMatches(part, found);
  else if (found !== null && key !== null) keepCount(part, key, found.size);
  return found;
}

function keepMatches({ postings, where }: IndexPart, found: DocBits): void {
  const key = keyOf(where);
  if (key !== null) postings.keep(`matches/${key}`, found, found.data.length + key.length * 2);
}

/** How many match, remembered likewise. */
export async function countOf(part: IndexPart, connection: DuckDBConnection): Promise<number> {
  const { bits, layout, postings, where } = part;
  const key = keyOf(where);
  const known = bits ?? (key === null ? undefined : postings.kept<DocBits>(`matches/${key}`));
  if (known) return known.size;
  const counted = key === null ? undefined : postings.kept<number>(`count/${key}`);
  if (counted !== undefined) return counted;
  const [row] = await rowsOf(connection, sql`SELECT count(*) FROM ${name(layout.docs)} WHERE ${where}`);
  const count = Number(row?.[0] ?? 0);
  if (key !== null) keepCount(part, key, count);
  return count;
}

const keepCount = ({ postings }: IndexPart, key: string, count: number): void =>
  postings.keep(`count/${key}`, count, 64 + key.length * 2);

/** Longest condition worth remembering. */
const LONGEST_KEY = 4096;

/** SQL with its values as text to remember an answer by; null when it is long, or holds sets of documents. */
export function keyOf({ text, values }: Sql): string | null {
  if (text.length > LONGEST_KEY) return null;
  const parts = [text];
  for (const { value, type } of values) {
    if (typeof value === 'object' && value !== null) return null;
    parts.push(`${type} ${typeof value} ${value}`);
  }
  const key = JSON.stringify(parts);
  return key.length > LONGEST_KEY ? null : key;
}

/** Documents that are scored between two looks at the clock. */
const BLOCK = 128;

async function eachOfSet(bits: DocBits, scoring: Scorer, connection: DuckDBConnection, visit: Visit): Promise<void> {
  const breath = new Breath(connection);
  const docs = new Int32Array(BLOCK);
  for (let from = 0; from < bits.capacity; from += BLOCK) {
    const found = bits.into(docs, from, Math.min(BLOCK, bits.capacity - from));
    for (const doc of docs.subarray(0, found)) visit(doc, scoring.score(doc, never), nothing);
    if (breath.isDue) await breath.take();
  }
}

/** Calls `visit` for every match with its score; `read(i)` is the value of `extra[i]` in its row. */
export async function eachScored(
  part: IndexPart,
  connection: DuckDBConnection,
  extra: readonly Sql[],
  visit: Visit,
): Promise<void> {
  const { bits, scorer: scoring, where, scored } = part;
  if (bits !== null && scored?.kind === 'list' && extra.length === 0) {
    for (let i = 0; i < scored.docs.length; i++)
      visit(scored.docs[i] ?? 0, (scored.scores[i] ?? 0) * scored.boost, nothing);
    return;
  }
  if (bits !== null && scoring.columns.length === 0 && extra.length === 0)
    return eachOfSet(bits, scoring, connection, visit);
  const tests = scoring.columns.map((column) => sql`(${column}) IS TRUE`);
  const list = [sql`_doc::INTEGER`, ...tests, ...extra].reduce((all, column) => sql`${all}, ${column}`);
  const chunks = await chunksOf(connection, sql`SELECT ${list} FROM ${name(part.layout.docs)} WHERE ${where}`);
  const breath = new Breath(connection);
  for (const chunk of chunks) {
    const columns = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
    const docs = columns[0] ? integersOf(columns[0]) : new Int32Array();
    // a chunk asks DuckDB each time
    const rows = chunk.rowCount;
    let row = 0;
    const outcome = (column: number) => columns[column + 1]?.getItem(row) === true;
    const read = (column: number) => columns[column + 1 + tests.length]?.getItem(row) ?? null;
    for (; row < rows; row++) {
      const doc = docs[row] ?? 0;
      visit(doc, scoring.score(doc, outcome), read);
    }
    if (breath.isDue) await breath.take();
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

const lengthless = new WeakMap<IndexLayout['fields'], ReadonlySet<string>>();

function postingsWithoutLengths({ fields }: IndexLayout): ReadonlySet<string> {
  const known = lengthless.get(fields);
  if (known !== undefined) return known;
  const without = [...fields.values()].flatMap(({ field, postings }) =>
    field.lengthless && postings ? [postings] : [],
  );
  const made = new Set(without);
  lengthless.set(fields, made);
  return made;
}
