import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ColumnTest, withUnions } from './alternatives.ts';
import { predicate, pureBits } from './predicate.ts';
import { FALSE, type Sql, sql, TRUE } from './sql.ts';
import { DocBits } from './text/bits.ts';
import { type Resolved, type ResolvedBool, sameScore } from './text/resolved.ts';

const CAPACITY = 64;
const set = (...docs: readonly number[]): Resolved => sameScore(DocBits.of(Int32Array.from(docs), CAPACITY), 1);
const column = (test: Sql = sql`f0 = 1`): ColumnTest => ({ kind: 'test', test, score: 1 });
const anyOf = (...of: readonly Resolved[]): Resolved => ({ kind: 'best', of, tieBreaker: 0, boost: 1 });
const bool = (given: Partial<ResolvedBool>): Resolved => ({
  kind: 'bool',
  must: [],
  filter: [],
  should: [],
  mustNot: [],
  required: 0,
  boost: 1,
  ...given,
});

/** Columns find documents 7 and 8. */
async function united(resolved: Resolved) {
  const asked: (readonly ColumnTest[])[] = [];
  const found = await withUnions(resolved, async (tests) => {
    asked.push(tests);
    return DocBits.of(Int32Array.of(7, 8), CAPACITY);
  });
  return { found, asked, docs: pureBits(found)?.first(CAPACITY) ?? null };
}

test('[QRY-21] words or columns are one set, however deep the alternatives lie', async () => {
  const deep = anyOf(set(1), { kind: 'constant', of: anyOf(column(), set(2)), score: 3 });
  const both = bool({ should: [deep, column(sql`f1 = 2`), column(FALSE)], required: 1 });
  const { docs, asked } = await united(both);
  assert.deepEqual(docs, [1, 2, 7, 8]);
  assert.deepEqual(
    asked.map((tests) => tests.map(({ test: { text } }) => text)),
    [['f0 = 1', 'f1 = 2']],
  );
});

test('[QRY-21] alternatives among what must hold, and what must not, are sets there', async () => {
  const { found } = await united(
    bool({ must: [anyOf(set(7), column())], filter: [column(sql`f2 > 1`)], mustNot: [anyOf(set(9), column())] }),
  );
  assert.equal(predicate(found).text, '(_doc IN (?, ?) AND f2 > 1 AND ((_doc IN (?, ?, ?)) IS NOT TRUE))');
});

test('[QRY-21] what holds no set, asks for more than one, or takes long is asked of each row as before', async () => {
  const costly: Resolved = { ...column(), costly: true };
  for (const left of [
    anyOf(column(), column(sql`f1 = 2`)),
    anyOf(set(1), column(TRUE)),
    anyOf(set(1), costly),
    bool({ should: [set(1), column(), column(sql`f1 = 2`)], required: 2 }),
    bool({ should: [set(1), column()], least: sql`f3` }),
  ]) {
    const { asked, found } = await united(left);
    assert.deepEqual(asked, []);
    assert.equal(predicate(found).text, predicate(left).text);
  }
});

test('[QRY-21] what cannot be looked for by itself stays as it is', async () => {
  const both = anyOf(set(1), column());
  assert.equal(await withUnions(both, async () => null), both);
});
