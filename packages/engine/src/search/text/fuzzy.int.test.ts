import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { textList } from '../clauses/values.ts';
import type { FuzzyCondition } from '../condition.ts';
import { rowsOf } from '../run.ts';
import { sql } from '../sql.ts';
import { closest, isNear, near } from './fuzzy.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
before(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

const letter = fc.constantFrom('a', 'b', 'c', 'é', '한');
const wordArbitrary = fc.string({ unit: letter, minLength: 1, maxLength: 9 });
const editArbitrary = fc.record({
  at: fc.nat(9),
  kind: fc.constantFrom('add', 'drop', 'change', 'turn'),
  letter,
});

function edited(word: string, edits: readonly { at: number; kind: string; letter: string }[]): string {
  const letters = [...word];
  for (const { at, kind, letter: other } of edits) {
    const place = at % (letters.length + 1);
    if (kind === 'add') letters.splice(place, 0, other);
    else if (kind === 'drop') letters.splice(place, 1);
    else if (kind === 'change') letters.splice(place, 1, other);
    else letters.splice(place, 2, ...letters.slice(place, place + 2).reverse());
  }
  return letters.join('');
}

test('[QRY-21] every word within reach of a misspelt one is among those that are looked at', async () => {
  await fc.assert(
    fc.asyncProperty(
      wordArbitrary,
      fc.array(fc.array(editArbitrary, { maxLength: 3 }), { maxLength: 20 }),
      fc.record({ edits: fc.constantFrom(1, 2), prefixLength: fc.nat(2), transpositions: fc.boolean() }),
      async (word, changes, how) => {
        const prefixLength = Math.min(how.prefixLength, [...word].length);
        const condition = { ...how, prefixLength, word, maxExpansions: 1000 } as FuzzyCondition;
        const start = [...word].slice(0, prefixLength).join('');
        const made = changes.map((edits) => edited(word, edits));
        const candidates = [...new Set(made.filter((candidate) => candidate.startsWith(start)))];
        const all = sql`(SELECT unnest(${textList(candidates)}) AS v)`;
        const rows = await rowsOf(connection, sql`SELECT v FROM ${all} WHERE ${near(condition, sql`v`)}`);
        const found = rows.map(([value]) => String(value));
        assert.deepEqual(closest(condition, found), closest(condition, candidates));
        const reach = [...word].length + condition.edits;
        const aboutAsLong = candidates.filter((each) => [...each].length <= reach);
        assert.deepEqual(closest(condition, aboutAsLong.filter(isNear(condition))), closest(condition, candidates));
      },
    ),
    { numRuns: 400 },
  );
});
