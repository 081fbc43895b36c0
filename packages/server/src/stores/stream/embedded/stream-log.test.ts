import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { folderName, nameOfFolder } from '../../folder.ts';
import { streamLogContract } from '../contract.ts';
import { namesOf, put, rowsFrom, SETTINGS, scopeOf, textOf } from '../contract-log.ts';
import { EmbeddedStreamLog } from './stream-log.ts';

const root = mkdtempSync(join(tmpdir(), 'stream-'));
after(() => rm(root, { recursive: true, force: true }));
const scope = scopeOf('t');
const single = { ...SETTINGS, partitions: 1 };
let folders = 0;
const fresh = (): string => join(root, `f${folders++}`);

streamLogContract('embedded', async () => new EmbeddedStreamLog(join(root, 'contract')));

test('[STR-04] a topic that cannot be looked for is not told as missing, and what is no folder is no topic', async () => {
  const folder = fresh();
  const log = new EmbeddedStreamLog(folder);
  mkdirSync(join(folder, 't'), { recursive: true });
  writeFileSync(join(folder, 't', 'left'), 'x');
  assert.deepEqual(await log.topics(scope), []);
  assert.equal(await log.topic(scope, 'left'), null);
  symlinkSync(join(folder, 't', 'topic'), join(folder, 't', 'topic'));
  await assert.rejects(log.topic(scope, 'topic'), { code: 'ELOOP' });
  await assert.rejects(log.createTopic(scope, 'topic', single), { code: 'ELOOP' });
});

test('[STR-06] an offset outside of a partition is refused by what is kept, also where nothing is', async () => {
  const log = new EmbeddedStreamLog(fresh());
  await log.createTopic(scope, 'topic', single);
  const read = (offset: number) => log.read(scope, 'topic', { partition: 0, offset, size: 1 });
  await assert.rejects(read(5), /offset: 5 is outside of partition 0, of which nothing is kept; its next row has 0\./);
  await put(log, scope, 'topic', 'a', rowsFrom('a', 3));
  await assert.rejects(read(5), /offset: 5 is outside of partition 0, 0 to 2\./);
});

/** Rows of about 1.2 MiB that do not compress: a batch of three goes to a file of its own. */
const largeRows = (name: string): string[] =>
  Array.from({ length: 3 }, (_, i) => `{"id":"${name}-${i}","b":"${randomBytes(900_000).toString('base64')}"}`);

function segmentsOf(folder: string): string[] {
  const partition = join(folder, 't', 'topic', '0');
  return readdirSync(partition)
    .sort()
    .map((name) => join(partition, name));
}

test('[STR-04] random batches, then the newest file cut at any byte: exactly the batches before the cut come back', async () => {
  const sizes = fc.array(fc.oneof({ weight: 8, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.constant(-1) }), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(sizes, fc.double({ min: 0, max: 1, noNaN: true }), async (batches, cutAt) => {
      const folder = fresh();
      const log = new EmbeddedStreamLog(folder);
      await log.createTopic(scope, 'topic', single);
      const ends: { name: string; file: string; end: number; text: string }[] = [];
      for (const [i, size] of batches.entries()) {
        const rows = size < 0 ? largeRows(`b${i}`) : rowsFrom(`b${i}`, size);
        await put(log, scope, 'topic', `b${i}`, rows);
        const files = segmentsOf(folder).map((file) => ({ file, size: statSync(file).size }));
        const grown = files.find(({ file, size: s }) => s > (ends.findLast((e) => e.file === file)?.end ?? 0));
        assert.ok(grown);
        ends.push({ name: `b${i}`, file: grown.file, end: grown.size, text: rows.map((r) => `${r}\n`).join('') });
      }
      await log.close();
      const last = ends.at(-1)?.file ?? '';
      const cut = Math.floor(cutAt * statSync(last).size);
      truncateSync(last, cut);
      const expected = ends.filter(({ file, end }) => file !== last || end <= cut);
      const again = new EmbeddedStreamLog(folder);
      const found: string[] = [];
      for await (const batch of again.batches(scope, 'topic', new Map())) {
        const want = expected[found.length];
        assert.equal(await textOf(batch), want?.text);
        found.push(batch.header.batch);
      }
      assert.deepEqual(
        found,
        expected.map(({ name }) => name),
      );
      const rows = expected.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
      const place = await put(again, scope, 'topic', 'after', ['{}']);
      assert.equal(place.baseOffset, rows);
      await again.close();
      await rm(folder, { recursive: true });
    }),
    { numRuns: 60 },
  );
});

test('[STR-04] bytes written behind the last batch without a commit are cut off', async () => {
  const folder = fresh();
  const log = new EmbeddedStreamLog(folder);
  await log.createTopic(scope, 'topic', single);
  await put(log, scope, 'topic', 'a', rowsFrom('a', 5));
  await log.close();
  const [file = ''] = segmentsOf(folder);
  const size = statSync(file).size;
  writeFileSync(file, randomBytes(300), { flag: 'a' });
  writeFileSync(join(folder, 't', 'topic', '0', 'left-over.part'), 'x');
  const again = new EmbeddedStreamLog(folder);
  assert.deepEqual(await namesOf(again.batches(scope, 'topic', new Map())), ['a']);
  assert.equal(statSync(file).size, size);
  assert.equal(segmentsOf(folder).length, 1);
  await again.close();
});

test('[STR-06] large batches are read by offset from their own files, beside small ones', async () => {
  const folder = fresh();
  const log = new EmbeddedStreamLog(folder);
  await log.createTopic(scope, 'topic', single);
  const all: string[] = [];
  for (const name of ['s1', 'L1', 's2', 'L2', 's3']) {
    const rows = name.startsWith('L') ? largeRows(name) : rowsFrom(name, 4);
    const writer = await log.openBatch(scope, 'topic');
    for (const row of rows) await writer.write(Buffer.from(`${row}\n`), 1);
    await writer.commit({ batch: name, format: 'ndjson', ts: 1 });
    all.push(...rows);
  }
  assert.deepEqual(
    segmentsOf(folder).map((f) => f.replace(/.*\./, '')),
    ['log', 'batch', 'log', 'batch', 'log'],
  );
  for (let offset = 0; offset < all.length; offset++) {
    const [row] = await log.read(scope, 'topic', { partition: 0, offset, size: 1 });
    assert.equal(row?.value, all[offset]);
  }
  await log.close();
});

test('[SEC-02] any tenant or topic name becomes one plain folder name, and back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (name) => {
      const wellFormed = name.toWellFormed();
      const folder = folderName(wellFormed);
      assert.match(folder, /^[A-Za-z0-9_~-]+$/);
      assert.equal(nameOfFolder(folder), wellFormed);
    }),
  );
  assert.throws(() => folderName(''));
});

test('[STR-04] a folder of streams that cannot be read is a fault, not a tenant without streams', async () => {
  const folder = fresh();
  const log = new EmbeddedStreamLog(folder);
  assert.deepEqual(await log.tenants(), []);
  writeFileSync(folder, '');
  await assert.rejects(log.tenants(), /ENOTDIR/);
  await assert.rejects(log.topics(scope), /ENOTDIR/);
});

test('[STR-07] a batch begun before its topic was removed is refused, and one made anew by that name stays whole', async () => {
  const log = new EmbeddedStreamLog(fresh());
  await log.createTopic(scope, 'topic', single);
  const begun = await log.openBatch(scope, 'topic');
  await begun.write(Buffer.from('{"id":"late"}\n'), 1);
  await log.removeTopic(scope, 'topic');
  await log.createTopic(scope, 'topic', single);
  await put(log, scope, 'topic', 'new', rowsFrom('new', 3));
  const refused = { message: /was removed while these rows came in/ };
  await assert.rejects(begun.write(Buffer.from('{"id":"later"}\n'), 1), refused);
  await assert.rejects(begun.commit({ batch: 'late', format: 'ndjson', ts: 1 }), refused);
  assert.deepEqual(await namesOf(log.batches(scope, 'topic', new Map())), ['new']);
  await log.close();
});
