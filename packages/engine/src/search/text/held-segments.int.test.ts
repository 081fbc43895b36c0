import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { eachStored, type StoredTerm } from '../../documents/words/stored-terms.ts';
import { postingsDdl } from '../../index/tables.ts';
import { HeldSegments, type Segment } from './held-segments.ts';
import { PostingsMemory } from './postings-memory.ts';

const segmentOf = (segment: number, terms: number): Segment => ({
  segment,
  terms,
  documents: 1,
  tokens: 1,
  lengthless: false,
});

const SEGMENTS = [segmentOf(3, 2), segmentOf(5, 1)];

/** A field whose first segment is large, and whose second may still be joined. */
async function opened(limitBytes?: number) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const statement of postingsDdl('p1')) await connection.run(statement);
  await connection.run(`INSERT INTO p1 VALUES (3, 'dew', 1, 'abc'::BLOB, NULL), (3, 'fog', 2, 'd'::BLOB, NULL),
    (3, 'fog', 1, 'ef'::BLOB, NULL), (3, NULL, NULL, NULL, NULL)`);
  await connection.run(`INSERT INTO p1_small VALUES (5, 'fog', 7, 'g'::BLOB, NULL)`);
  const held = new HeldSegments(connection, new PostingsMemory(limitBytes === undefined ? {} : { limitBytes }));
  const found = async (words: readonly string[]): Promise<readonly unknown[] | null> => {
    const ranges = await held.rangesOf('p1', SEGMENTS, [3, 5], words);
    const read: StoredTerm[] = [];
    if (ranges === null) return null;
    await eachStored(connection, 'p1', { where: ranges.rows }, (each) => read.push(each));
    return ranges.are(read) ? read.map(({ term, documents }) => [term, documents]) : ['others'];
  };
  return { connection, held, found };
}

test('[QRY-21] words are found where they stand, once they were asked for before', async () => {
  const { found } = await opened();
  assert.equal(await found(['fog']), null);
  assert.deepEqual(await found(['fog']), [
    ['fog', 2],
    ['fog', 1],
    ['fog', 7],
  ]);
  assert.deepEqual(await found(['dew', 'ice']), [['dew', 1]]);
  assert.equal(await found(['a', 'b', 'c', 'd', 'e', 'f', 'g']), null, 'in too many places');
});

test('[QRY-21] where words stand is read anew once a table was written anew', async () => {
  const { connection, held, found } = await opened();
  await found(['fog']);
  assert.equal((await found(['fog']))?.length, 3);
  await connection.run(`CREATE TABLE copy AS SELECT * FROM p1; DELETE FROM p1; INSERT INTO p1 VALUES (1, 'fog', 9, 'x'::BLOB, NULL);
    INSERT INTO p1 FROM copy`);
  for (const word of ['dew', 'fog']) assert.deepEqual(await found([word]), ['others'], word);
  held.forget('p1', SEGMENTS);
  assert.equal((await found(['fog']))?.length, 3);
});

test('[QRY-21] with what they have packed where there is room, by their places alone where there is less, not at all in none', async () => {
  const packed = async (limitBytes?: number) => {
    const { held, found } = await opened(limitBytes);
    await found(['fog']);
    const rows = await held.wholeRowsOf('p1', SEGMENTS, [3, 5]);
    return [rows?.map((each) => each.of('fog').map(({ data }) => String.fromCharCode(...data))), await found(['dew'])];
  };
  assert.deepEqual(await packed(), [[['d', 'ef'], ['g']], [['dew', 1]]]);
  assert.deepEqual(await packed(2 * 84), [undefined, [['dew', 1]]]);
  assert.deepEqual(await packed(2 * 32), [undefined, null]);
});

test('[QRY-21] rows are held in whatever order their terms stand, as a load of shared texts leaves them', async () => {
  const { connection, held, found } = await opened();
  await connection.run(`DELETE FROM p1 WHERE segment = 3; INSERT INTO p1 VALUES (3, 'fog', 2, 'd'::BLOB, NULL),
    (3, 'fog', 1, 'ef'::BLOB, NULL), (3, 'dew', 1, 'abc'::BLOB, NULL)`);
  await found(['fog']);
  const rows = await held.wholeRowsOf('p1', SEGMENTS, [3, 5]);
  const data = (word: string) => rows?.map((each) => each.of(word).map((row) => String.fromCharCode(...row.data)));
  assert.deepEqual(
    [data('dew'), data('fog'), data('ice')],
    [
      [['abc'], []],
      [['d', 'ef'], ['g']],
      [[], []],
    ],
  );
  assert.deepEqual(await found(['dew']), [['dew', 1]]);
});
