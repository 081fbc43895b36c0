import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type DuckDBConnection, listValue } from '@duckdb/node-api';
import { Catalogue } from '../index/catalogue.ts';
import type { IndexLayout } from '../index/layout.ts';
import { tellWords, toldWords } from '../search/text/turned-words.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { TenantStore } from '../store/tenant-store.ts';
import { mergeSegments } from './merge.ts';
import { indexText } from './postings.ts';
import { keepTermIndexes } from './term-index.ts';

const folder = await mkdtemp(join(tmpdir(), 'term-index-'));
after(() => rm(folder, { recursive: true }));

const WORDS = ['one', 'two', 'three', 'four', 'Ünï'];
const options = { memoryLimitMb: 512, threads: 2 };

async function makeIndex(connection: DuckDBConnection): Promise<IndexLayout> {
  const catalogue = await Catalogue.load(connection);
  const fields = [{ name: 'txt1', type: 'text', label: 'TXT' }] as const;
  await catalogue.put(connection, { name: 'rows', fields, keyFields: [], source: 'columns' }, async () => {});
  return catalogue.get('rows');
}

/** Adds documents whose text is one or two of the words, and their postings as a segment of the large table. */
async function add(connection: DuckDBConnection, layout: IndexLayout, from: number, segment: number): Promise<void> {
  await connection.run(
    `INSERT INTO ${layout.docs} BY NAME SELECT range AS _doc, '' || range AS _id, 1 AS _version,
     $words[range % 5 + 1] || ' ' || $words[range % 3 + 1] AS f0 FROM range(${from}, ${from + 260_000})`,
    { words: listValue(WORDS) },
  );
  await indexText(connection, layout, { from, to: from + 260_000 }, segment);
  await connection.run('UPDATE catalogue SET documents = documents + 260000, next_segment = $next', {
    next: segment + 1,
  });
}

/** Documents of a word, counted and summed as they stand there and by their texts. */
async function compare(connection: DuckDBConnection, { docs, gone }: IndexLayout): Promise<void> {
  for (const word of WORDS) {
    await tellWords(connection, `${docs}_t0`);
    const found = `SELECT DISTINCT doc FROM ${toldWords(`${docs}_t0`).text} WHERE term IN (SELECT unnest($asked))`;
    const [held] = await allRows(
      connection,
      `SELECT count(*) AS documents, sum(doc) AS sum FROM (${found}) WHERE doc NOT IN (SELECT _doc FROM ${gone})`,
      { asked: listValue([word.toLowerCase()]) },
    );
    const [told] = await allRows(
      connection,
      `SELECT count(*) AS documents, sum(_doc) AS sum FROM ${docs} WHERE list_contains(string_split(f0, ' '), $word)`,
      { word },
    );
    assert.deepEqual(held, told, word);
  }
}

const indexes = (connection: DuckDBConnection): Promise<number> =>
  oneNumber(connection, "SELECT count(*) FROM duckdb_indexes() WHERE index_name = 'i1_t0_terms'");

test('[IDX-10] the terms of a large field have an index, through more rows, removals, a crash and a restart', async () => {
  const store = await TenantStore.open('large', { ...options, folder });
  const layout = await store.write(async (connection) => {
    const made = await makeIndex(connection);
    await add(connection, made, 0, 0);
    await keepTermIndexes(connection, made);
    assert.equal(await indexes(connection), 0, 'these are few words');
    await keepTermIndexes(connection, made, { words: 1000, terms: 1000 });
    assert.equal(await indexes(connection), 1);
    await compare(connection, made);
    await add(connection, made, 260_000, 1);
    await keepTermIndexes(connection, made, { words: 1000, terms: 1000 });
    await compare(connection, made);
    return made;
  });
  await copyOf('large', 'crashed');
  await store.write(async (connection) => {
    await connection.run(`INSERT INTO ${layout.gone} SELECT _doc FROM ${layout.docs} WHERE _doc % 3 = 0`);
    await connection.run(`DELETE FROM ${layout.docs} WHERE _doc % 3 = 0`);
    await mergeSegments(connection, layout);
    assert.equal(await oneNumber(connection, `SELECT count(*) FROM ${layout.gone}`), 0, 'written anew');
    await compare(connection, layout);
  });
  await store.close();
  for (const tenant of ['large', 'crashed']) {
    const again = await TenantStore.open(tenant, { ...options, folder });
    await again.write(async (connection) => {
      assert.equal(await indexes(connection), 1, tenant);
      await compare(connection, layout);
      await add(connection, layout, 520_000, 7);
      await compare(connection, layout);
      await keepTermIndexes(connection, layout, { words: 1000, terms: 2 });
      assert.equal(await indexes(connection), 0, 'too many terms for one');
      await compare(connection, layout);
    });
    await again.close();
  }
});

/** A tenant's files as they stand now, which is what a process that is killed leaves. */
async function copyOf(tenant: string, copy: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(tenant)) await copyFile(join(folder, name), join(folder, name.replace(tenant, copy)));
  }
}
