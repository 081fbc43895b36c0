import type { Query } from '@datasarana/query';
import { byColumns } from '../by-columns.ts';
import { conditionOf } from '../clauses/index.ts';
import { longList } from '../clauses/values.ts';
import type { NestedCondition } from '../condition.ts';
import { predicate } from '../predicate.ts';
import { and, FALSE, name, type Sql, sql, whole } from '../sql.ts';
import { eachNested } from '../text/nested.ts';
import { resolve } from '../text/resolve.ts';
import { placeName } from './level-rows.ts';
import type { PlanContext } from './metrics.ts';
import { isAgain } from './nested.ts';

/** Whether a nested object, which is the row, matches a clause; words and objects further in are looked up beforehand. */
export async function nestedTest(query: Query, part: number, context: PlanContext): Promise<Sql> {
  const { documents, nests, now } = context;
  const document = documents[part];
  const path = nests.at(-1)?.path;
  if (document === undefined || path === undefined) return FALSE;
  // in another index the path may be that of a field, which holds no objects
  if (document.layout.fields.get(path)?.type !== 'nested') return FALSE;
  const around: Query = { kind: 'nested', path, query, scoreMode: 'none', ignoreUnmapped: true, boost: 1 };
  const condition = conditionOf(around, document.layout, now);
  if (condition.kind !== 'nested') return FALSE;
  const decided = isAgain(context) ? null : byColumns(condition.of);
  return decided === null ? isOneOf(await placesOf(condition, part, context), context) : predicate(decided);
}

/** Document and places of each object that matches, from the outside in. */
async function placesOf(
  condition: NestedCondition,
  part: number,
  { connection, documents }: PlanContext,
): Promise<readonly (readonly number[])[]> {
  const document = documents[part];
  if (document === undefined) return [];
  const docs = name(document.layout.docs);
  const found: (readonly number[])[] = [];
  const context = { connection, postings: document.postings, columns: null, docs, scored: false };
  await eachNested(condition, context, resolve, ({ parent, places }) => found.push([parent, ...places]));
  return found;
}

/** Numbers of a row as one: each place counts as much as all places behind it together. */
function isOneOf(found: readonly (readonly number[])[], { nests }: PlanContext): Sql {
  if (found.length === 0) return FALSE;
  const bounds = nests.map((_, level) => 1 + found.reduce((most, each) => Math.max(most, each[level + 1] ?? 0), 0));
  const asOne = (numbers: readonly number[]): bigint =>
    bounds.reduce(
      (sum, bound, level) => sum * BigInt(bound) + BigInt(numbers[level + 1] ?? 0),
      BigInt(numbers[0] ?? 0),
    );
  const places = nests.map(({ depth }) => placeName(depth));
  const key = places.reduce(
    (sum, place, level) => sql`(${sum} * ${whole(bounds[level] ?? 1)} + ${place})`,
    sql`_doc::BIGINT`,
  );
  const inBounds = places.map((place, level) => sql`${place} < ${whole(bounds[level] ?? 1)}`);
  return and([...inBounds, sql`${key} IN (SELECT unnest(${longList(found.map(asOne))}))`]);
}
