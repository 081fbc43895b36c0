import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceText } from '@datasarana/engine';
import { printJson } from './print.ts';
import { printPieces } from './print-pieces.ts';

const many = <T>(length: number, make: (i: number) => T): readonly T[] => Array.from({ length }, (_, i) => make(i));

const LARGE = 9_223_372_036_854_775_807n;

const ANSWERS: readonly unknown[] = [
  null,
  [],
  {},
  LARGE,
  { a: undefined, b: [undefined, null, LARGE] },
  { took: 1, hits: { hits: many(30_000, (i) => ({ _id: `${i}`, _source: new SourceText(`{"a": ${i}.0}`) })) } },
  { hits: [{ _source: new SourceText(`{"a":"${'x'.repeat(3_000_000)}"}`) }, { _id: 'y'.repeat(2_000_000) }, 1] },
  { aggregations: { a: { buckets: many(50, (i) => ({ key: i, b: { buckets: many(9000, (key) => ({ key })) } })) } } },
  { keyed: Object.fromEntries(many(40_000, (i) => [`k"${i}`, { n: i % 3 === 0 ? undefined : LARGE }])), empty: {} },
  many(40_000, (i) => (i % 2 === 0 ? [] : undefined)),
  { a: undefined, b: many(40_000, () => 1.5), c: undefined },
];

test('[API-31] a large answer is written piece by piece as it is in one', async () => {
  for (const answer of ANSWERS) assert.ok((await printPieces(answer)) === printJson(answer, false));
});

test('[API-31] others have their turn while a large answer is written', async () => {
  let turns = 0;
  const counted = setInterval(() => turns++, 1);
  await printPieces(many(1_500_000, (i) => ({ key: i, doc_count: 1 })));
  clearInterval(counted);
  assert.ok(turns > 2, `${turns} turns`);
});
