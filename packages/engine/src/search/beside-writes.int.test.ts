import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import type { WriteOperation } from '../documents/operation.ts';
import { Engine } from '../engine.ts';

const ROUNDS = 20;
const ADDED = 300;
const REMOVED = 40;
const READERS = 4;

/** What is asked from columns in memory, from words, and by statements in turns; each says how many documents it has seen. */
const ASKED = [
  { size: 0, track_total_hits: true, aggs: { rounds: { terms: { field: 'round', size: 1000 } } } },
  { size: 3, track_total_hits: true, query: { match: { text: 'common' } }, sort: [{ n: 'desc' }] },
  {
    size: 0,
    track_total_hits: true,
    query: { range: { n: { gte: 0 } } },
    aggs: { far: { percentiles: { field: 'n' } } },
  },
  {
    size: 2,
    track_total_hits: true,
    query: { wildcard: { kind: 'k*' } },
    aggs: { all: { value_count: { field: 'n' } } },
  },
].map(parseSearch);

/** Adds documents of a round and removes some of the round before, in one bulk. */
const operations = (round: number): readonly WriteOperation[] => [
  ...Array.from({ length: ADDED }, (_, i) => ({
    kind: 'index' as const,
    id: `${round}-${i}`,
    source: JSON.stringify({ round, n: i, kind: `k${i % 7}`, text: `common w${(round * 31 + i) % 97}` }),
  })),
  ...(round === 0
    ? []
    : Array.from({ length: REMOVED }, (_, i) => ({ kind: 'delete' as const, id: `${round - 1}-${i}` }))),
];

/** How many documents there are after so many rounds. */
const after = (rounds: number): number => (rounds === 0 ? 0 : rounds * ADDED - (rounds - 1) * REMOVED);

test('[STR-04] searches beside bulks see each of them whole or not at all, and what is acknowledged at once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'beside-writes-'));
  const engine = await Engine.open({ folder });
  t.after(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });
  const tenant = engine.tenant('t');
  const properties = {
    round: { type: 'keyword' },
    n: { type: 'integer' },
    kind: { type: 'keyword' },
    text: { type: 'text' },
  };
  await tenant.documents.create('rows', { mappings: { properties } });
  const states = new Map(Array.from({ length: ROUNDS + 1 }, (_, rounds) => [after(rounds), rounds]));
  let [acknowledged, isOver] = [0, false];
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    let seen = 0;
    for (let turn = reader; !isOver; turn++) {
      const [search, known] = [ASKED[turn % ASKED.length] ?? assert.fail(), acknowledged];
      const { hits, aggregations } = await tenant.search(['rows'], search);
      const rounds = states.get(hits.total?.value ?? -1);
      assert(rounds !== undefined, `${hits.total?.value} documents are none of the states`);
      assert(rounds >= known && rounds >= seen, `${rounds} after ${known} were acknowledged and ${seen} seen`);
      seen = rounds;
      const buckets = (aggregations?.rounds as { buckets?: readonly { doc_count: number }[] } | undefined)?.buckets;
      if (buckets)
        assert.equal(
          buckets.reduce((sum, { doc_count }) => sum + doc_count, 0),
          after(rounds),
        );
    }
  });
  for (let round = 0; round < ROUNDS; round++) {
    await tenant.documents.write('rows', operations(round));
    acknowledged = round + 1;
  }
  isOver = true;
  await Promise.all(readers);
});
