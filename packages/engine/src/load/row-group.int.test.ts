import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Catalogue } from '../index/catalogue.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allPostings } from '../search/text/all-postings.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { TenantStore } from '../store/tenant-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { mergeSegments } from './merge.ts';
import { indexText } from './postings.ts';
import { ROW_GROUP } from './row-group.ts';

const folder = await mkdtemp(join(tmpdir(), 'row-group-'));
after(() => rm(folder, { recursive: true }));

/** Documents of a segment that counts as large, and words of each. */
const SEGMENT = 260_000;
const WORDS = 6;
/** A document and a length for each word. */
const SEGMENT_BYTES = SEGMENT * WORDS * 5;

async function makeIndex(connection: DuckDBConnection): Promise<IndexLayout> {
  const catalogue = await Catalogue.load(connection);
  const fields = [{ name: 'txt1', type: 'text', label: 'TXT' }] as const;
  await catalogue.put(connection, { name: 'rows', fields, keyFields: [], source: 'columns' }, async () => {});
  return catalogue.get('rows');
}

/** Bytes of rows that wait for a commit. */
const held = (connection: DuckDBConnection): Promise<number> =>
  oneNumber(
    connection,
    "SELECT coalesce(sum(memory_usage_bytes + temporary_storage_bytes), 0) FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'",
  );

/** What stands in the tables is what is told of it, in whole row groups. */
async function compare(connection: DuckDBConnection, { docs }: IndexLayout): Promise<void> {
  const [held] = await allRows(
    connection,
    `SELECT count(DISTINCT (segment, term)) FILTER (term IS NOT NULL) AS terms, sum(documents) AS words, count(*) % ${ROW_GROUP} AS beyond FROM ${allPostings(`${docs}_t0`).text}`,
  );
  const [told] = await allRows(
    connection,
    'SELECT sum(terms) AS terms, sum(tokens) AS words, 0::BIGINT AS beyond FROM segments',
  );
  assert.deepEqual(held, told);
}

const eachWord = (word: string): string =>
  Array.from({ length: WORDS }, (_, i) => `'w${i}x' || ${word}`).join(" || ' ' || ");

const TEXTS = {
  'that many documents share': eachWord('range % 7'),
  'of which most differ': eachWord('range % 20011'),
};

for (const [kind, text] of Object.entries(TEXTS)) {
  test(`[LIM-11] words of texts ${kind} are written segment by segment, not held until the commit`, async () => {
    const store = await TenantStore.open(kind, { folder, memoryLimitMb: 512, threads: 2 });
    await store.write(async (connection) => {
      const layout = await makeIndex(connection);
      await inTransaction(connection, async () => {
        const seen: number[] = [];
        for (let segment = 0; segment < 4; segment++) {
          const from = segment * SEGMENT;
          await connection.run(
            `INSERT INTO ${layout.docs} BY NAME SELECT range AS _doc, '' || range AS _id, 1 AS _version, ${text} AS f0
             FROM range(${from}, ${from + SEGMENT})`,
          );
          await indexText(connection, layout, { from, to: from + SEGMENT }, segment);
          seen.push(await held(connection));
        }
        const atFirst = Math.max(...seen.slice(0, 2));
        assert.ok((seen.at(-1) ?? 0) < atFirst + SEGMENT_BYTES, `bytes held after each segment: ${seen.join(', ')}`);
      });
      await compare(connection, layout);
      assert.equal(await oneNumber(connection, 'SELECT sum(tokens) FROM segments'), 4 * SEGMENT * WORDS);
      await connection.run('UPDATE catalogue SET next_segment = 4');
      await connection.run(`INSERT INTO ${layout.gone} SELECT range FROM range(0, ${4 * SEGMENT}, 2)`);
      await mergeSegments(connection, layout);
      await compare(connection, layout);
      assert.equal(await oneNumber(connection, 'SELECT sum(tokens) FROM segments'), 2 * SEGMENT * WORDS);
    });
    await store.close();
  });
}
