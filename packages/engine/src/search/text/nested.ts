import type { NestedCondition } from '../condition.ts';
import { chunksOf, integersOf } from '../run.ts';
import { name, type Sql, sql } from '../sql.ts';
import { DocBits } from './bits.ts';
import { NestedPostings } from './nested-postings.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { visitMatches } from './visit.ts';

type Resolve = (condition: NestedCondition['of'], context: ResolveContext) => Promise<Resolved>;

/** One of the nested objects that match. */
export interface NestedMatch {
  readonly parent: number;
  /** Its place in the document's list, from 0; with several levels the places from the outside in. */
  readonly places: readonly number[];
  readonly score: number;
}

/** Looks at each nested object as a document of its own, then joins those that match to their documents. */
export async function resolveNested(
  condition: NestedCondition,
  context: ResolveContext,
  resolve: Resolve,
): Promise<Resolved> {
  const bits = new DocBits(context.postings.capacity);
  const sums = new Map<number, { score: number; count: number }>();
  await eachNested(condition, context, resolve, ({ parent, score }) => {
    bits.add(parent);
    if (!context.scored) return;
    const known = sums.get(parent);
    if (known === undefined) sums.set(parent, { score, count: 1 });
    else {
      known.score = joinedScore(condition.scoreMode, known.score, score);
      known.count += 1;
    }
  });
  if (condition.scoreMode === 'none' || !context.scored) return sameScore(bits, 0);
  const isAverage = condition.scoreMode === 'avg';
  return {
    kind: 'set',
    bits,
    constant: null,
    score: (doc) => {
      const { score = 0, count = 1 } = sums.get(doc) ?? {};
      return condition.boost * (isAverage ? score / count : score);
    },
  };
}

function joinedScore(mode: NestedCondition['scoreMode'], a: number, b: number): number {
  if (mode === 'max') return Math.max(a, b);
  return mode === 'min' ? Math.min(a, b) : a + b;
}

/** Calls `visit` for every nested object that matches, in the order of documents and lists. */
export async function eachNested(
  condition: NestedCondition,
  context: ResolveContext,
  resolve: Resolve,
  visit: (match: NestedMatch) => void,
): Promise<void> {
  const { connection } = context;
  const depth = context.depth ?? 0;
  const table = `nested_${depth}`;
  await connection.run(`DROP TABLE IF EXISTS temp.${table}`);
  const made = sql`CREATE TEMP TABLE ${name(table)} AS ${objects(condition.path, context.docs)}`;
  await chunksOf(connection, made);
  const docs = sql`temp.${name(table)}`;
  const [parents, places] = await parentsOf(condition, { ...context, docs });
  const postings = new NestedPostings(connection, docs, condition.texts, parents.length);
  const { documentsOfIds: _, ...around } = context;
  const inner: ResolveContext = { ...around, docs, postings, columns: null, depth: depth + 1 };
  const resolved = await resolve(condition.of, inner);
  await visitMatches(resolved, inner, [], (child, score) => {
    visit({ parent: parents[child] ?? 0, places: places.map((level) => level[child] ?? 0), score });
  });
  // After an error the transaction is rolled back, and the table with it.
  await connection.run(`DROP TABLE IF EXISTS temp.${table}`);
}

/** One row per object: `_doc` its number, `_parent` the document and `_id` its name, `_place0` … where it stands, then its members. */
function objects(path: readonly Sql[], docs: Sql): Sql {
  const [outer = sql`NULL`] = path;
  let rows = sql`(SELECT _doc AS _parent, _id, ${outer} FROM ${docs})`;
  let order = sql`_parent`;
  for (const [level, column] of path.entries()) {
    const place = name(`_place${level}`);
    const before = path.slice(0, level).map((_, i) => name(`_place${i}`));
    const kept = before.reduce((all, each) => sql`${all}, ${each}`, sql`_parent, _id`);
    const unnested = sql`SELECT ${kept}, generate_subscripts(${column}, 1) - 1 AS ${place}, unnest(${column}) AS _object FROM ${rows} WHERE len(${column}) > 0`;
    rows = sql`(SELECT * EXCLUDE (_object), unnest(_object) FROM (${unnested}) WHERE _object IS NOT NULL)`;
    order = sql`${order}, ${place}`;
  }
  return sql`SELECT row_number() OVER (ORDER BY ${order}) - 1 AS _doc, * FROM ${rows} ORDER BY _doc`;
}

async function parentsOf(
  { path }: NestedCondition,
  { connection, docs }: ResolveContext,
): Promise<readonly [parents: Int32Array, places: readonly Int32Array[]]> {
  const levels = path.map((_, i) => name(`_place${i}`));
  const columns = levels.reduce((all, each) => sql`${all}, ${each}::INTEGER`, sql`_parent::INTEGER`);
  const chunks = await chunksOf(connection, sql`SELECT ${columns} FROM ${docs} ORDER BY _doc`);
  const total = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const read = [new Int32Array(total), ...levels.map(() => new Int32Array(total))];
  let at = 0;
  for (const chunk of chunks) {
    for (const [i, target] of read.entries()) {
      target.set(integersOf(chunk.getColumnVector(i)).subarray(0, chunk.rowCount), at);
    }
    at += chunk.rowCount;
  }
  const [parents = new Int32Array(), ...places] = read;
  return [parents, places];
}
