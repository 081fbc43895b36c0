import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { namesOf, type OpenLog, put, rowsFrom, SETTINGS, scopeOf, textOf } from './contract-log.ts';
import { retentionContract } from './contract-retention.ts';

/** What every StreamLog adapter does. */
export function streamLogContract(name: string, open: OpenLog): void {
  const alice = scopeOf('tenant-a');
  const bob = scopeOf('tenant-b');

  describe(`StreamLog ${name}`, () => {
    test('[STR-05] a topic keeps its settings, and says that one node keeps one copy', async () => {
      const log = await open();
      const topic = await log.createTopic(alice, 'T1', SETTINGS);
      assert.equal(topic.partitions, 3);
      assert.equal(topic.replicas, 1);
      assert.equal(topic.requestedReplicas, 2);
      assert.deepEqual(await log.createTopic(alice, 'T1', { ...SETTINGS, partitions: 9 }), topic);
      assert.deepEqual(await log.topics(alice), ['T1']);
      let kept = topic;
      for (const other of [{ compaction: 'Delete' }, { limit: 'Size' }, { retention: 9 }] as const) {
        kept = { ...kept, ...other };
        assert.deepEqual(await log.createTopic(alice, 'T1', kept), kept);
      }
      await log.close();
      const again = await open();
      assert.deepEqual(await again.topic(alice, 'T1'), kept);
      await again.close();
    });

    test('[SEC-02] a topic of another tenant is not there, whatever the name', async () => {
      const log = await open();
      await log.createTopic(alice, 'secret', SETTINGS);
      assert.equal(await log.topic(bob, 'secret'), null);
      await assert.rejects(log.openBatch(bob, 'secret'), /There is no stream/);
      await assert.rejects(log.stats(bob, '../tenant-a/secret', new Map()), /There is no stream/);
      assert.equal(await log.removeTopic(bob, 'secret'), false);
      assert.deepEqual(await log.topics(bob), []);
      assert.ok((await log.tenants()).includes('tenant-a'));
      await log.close();
    });

    test('[STR-04] a committed batch is read back whole after the log is opened anew, in order', async () => {
      const log = await open();
      await log.createTopic(alice, 'T2', SETTINGS);
      const names = Array.from({ length: 10 }, (_, i) => `b${i}`);
      for (const [i, batch] of names.entries()) await put(log, alice, 'T2', batch, rowsFrom(batch, i));
      await log.close();
      const again = await open();
      const found: string[] = [];
      for await (const batch of again.batches(alice, 'T2', new Map())) {
        const i = found.push(batch.header.batch) - 1;
        assert.equal(batch.count, i);
        assert.equal(
          await textOf(batch),
          rowsFrom(`b${i}`, i)
            .map((row) => `${row}\n`)
            .join(''),
        );
      }
      assert.deepEqual(found, names);
      const later = ['c0', 'c1', 'c2', 'c3'];
      for (const batch of later) await put(again, alice, 'T2', batch, rowsFrom(batch, 1));
      assert.deepEqual(await namesOf(again.batches(alice, 'T2', new Map())), [...names, ...later]);
      await again.close();
    });

    test('[STR-04] batches beyond a committed position are listed, those before are not', async () => {
      const log = await open();
      await log.createTopic(alice, 'T3', { ...SETTINGS, partitions: 2 });
      const places = [];
      for (const batch of ['p', 'q', 'r', 's']) places.push(await put(log, alice, 'T3', batch, rowsFrom(batch, 5)));
      const positions = new Map(places.slice(0, 3).map((p) => [p.partition, p.baseOffset + p.count]));
      assert.deepEqual(await namesOf(log.batches(alice, 'T3', positions)), ['s']);
      await log.close();
    });

    test('[STR-06] messages are read by offset, at most 100, also across batches', async () => {
      const log = await open();
      await log.createTopic(alice, 'T4', { ...SETTINGS, partitions: 1 });
      const all = [...rowsFrom('x', 150), ...rowsFrom('y', 1), ...rowsFrom('z', 40)];
      await put(log, alice, 'T4', 'x', rowsFrom('x', 150));
      await put(log, alice, 'T4', 'y', rowsFrom('y', 1));
      await put(log, alice, 'T4', 'z', rowsFrom('z', 40));
      const page = await log.read(alice, 'T4', { partition: 0, offset: 120, size: 100 });
      assert.deepEqual(
        page.map((m) => m.value),
        all.slice(120),
      );
      assert.deepEqual(
        page.map((m) => m.offset),
        all.map((_, i) => i).slice(120),
      );
      assert.equal((await log.read(alice, 'T4', { partition: 0, offset: 0, size: 100 })).length, 100);
      await assert.rejects(log.read(alice, 'T4', { partition: 0, offset: 0, size: 101 }), /size: 101/);
      await assert.rejects(log.read(alice, 'T4', { partition: 1, offset: 0, size: 1 }), /partition: 1/);
      await assert.rejects(log.read(alice, 'T4', { partition: 0, offset: 192, size: 1 }), /offset: 192/);
      await log.close();
    });

    test('[STR-06] [TPL-34] rows that are not shown are passed over, and whole batches of them', async () => {
      const log = await open();
      await log.createTopic(alice, 'T4a', { ...SETTINGS, partitions: 1 });
      for (const batch of ['x', 'y', 'z']) await put(log, alice, 'T4a', batch, rowsFrom(batch, 10));
      const isEven = (ordinal: number): boolean => ordinal % 2 === 0;
      const read = (offset: number, size: number) =>
        log.read(alice, 'T4a', { partition: 0, offset, size }, async ({ batch }) => (batch === 'y' ? null : isEven));
      assert.deepEqual(
        (await read(3, 5)).map(({ offset, batch }) => [offset, batch]),
        [
          [4, 'x'],
          [6, 'x'],
          [8, 'x'],
          [20, 'z'],
          [22, 'z'],
        ],
      );
      assert.deepEqual(await read(29, 10), []);
      await log.close();
    });

    test('[STR-06] a message of CSV is one row, its line ends inside quotes included', async () => {
      const log = await open();
      await log.createTopic(alice, 'T5', { ...SETTINGS, partitions: 1 });
      const writer = await log.openBatch(alice, 'T5');
      await writer.write(Buffer.from('a,"b\n""c"\nd,e\n'), 2);
      await writer.commit({ batch: 'csv', format: 'csv', ts: 1 });
      const rows = await log.read(alice, 'T5', { partition: 0, offset: 0, size: 10 });
      assert.deepEqual(
        rows.map((row) => row.value),
        ['a,"b\n""c"', 'd,e'],
      );
      await log.close();
    });

    test('[STR-04] an aborted batch leaves nothing, large or small', async () => {
      const log = await open();
      await log.createTopic(alice, 'T6', { ...SETTINGS, partitions: 1 });
      for (const bytes of [10, 4_000_000]) {
        const writer = await log.openBatch(alice, 'T6');
        for (let i = 0; i < 3; i++) await writer.write(Buffer.alloc(bytes, 'x'), 1);
        await writer.abort();
        await writer.abort();
      }
      assert.deepEqual(await namesOf(log.batches(alice, 'T6', new Map())), []);
      const place = await put(log, alice, 'T6', 'next', ['{}']);
      assert.equal(place.baseOffset, 0);
      await log.close();
    });

    test('[STR-09] statistics tell offsets, lag and bytes per partition', async () => {
      const log = await open();
      await log.createTopic(alice, 'T7', { ...SETTINGS, partitions: 1 });
      const empty = await log.stats(alice, 'T7', new Map());
      assert.deepEqual(empty.partitions[0], {
        partition: 0,
        first_offset: 0,
        last_offset: -1,
        committed: 0,
        lag: 0,
        bytes: 0,
      });
      await put(log, alice, 'T7', 'a', rowsFrom('a', 30));
      const stats = await log.stats(alice, 'T7', new Map([[0, 10]]));
      const [row] = stats.partitions;
      assert.equal(row?.last_offset, 29);
      assert.equal(row?.committed, 10);
      assert.equal(row?.lag, 20);
      assert.ok((row?.bytes ?? 0) > 100);
      assert.deepEqual([stats.replicas, stats.requested_replicas, stats.messages, stats.lag], [1, 2, 30, 20]);
      await log.close();
    });

    test('[STR-07] a removed topic is gone, and can be made anew from offset 0', async () => {
      const log = await open();
      await log.createTopic(alice, 'T8', SETTINGS);
      await put(log, alice, 'T8', 'a', rowsFrom('a', 3));
      assert.equal(await log.removeTopic(alice, 'T8'), true);
      assert.equal(await log.topic(alice, 'T8'), null);
      await log.createTopic(alice, 'T8', SETTINGS);
      assert.deepEqual(await namesOf(log.batches(alice, 'T8', new Map())), []);
      await log.close();
    });

    test('[STR-04] a topic made anew begins where its consumer stands', async () => {
      const log = await open();
      const start = new Map([[1, 40]]);
      await log.createTopic(alice, 'T10', { ...SETTINGS, partitions: 2 }, start);
      await log.close();
      const again = await open();
      const places = [await put(again, alice, 'T10', 'a', ['{}']), await put(again, alice, 'T10', 'b', ['{}'])];
      assert.deepEqual(
        new Map(places.map((p) => [p.partition, p.baseOffset])),
        new Map([
          [1, 40],
          [0, 0],
        ]),
      );
      assert.deepEqual(await namesOf(again.batches(alice, 'T10', start)), ['a', 'b']);
      await again.close();
    });

    retentionContract(open);

    test('[STR-04] batches committed at the same time get offsets without gap or overlap', async () => {
      const log = await open();
      await log.createTopic(alice, 'T9', { ...SETTINGS, partitions: 2 });
      const sizes = Array.from({ length: 40 }, (_, i) => i % 4);
      const places = await Promise.all(sizes.map((n, i) => put(log, alice, 'T9', `c${i}`, rowsFrom(`c${i}`, n))));
      for (const partition of [0, 1]) {
        const own = places.filter((p) => p.partition === partition).sort((a, b) => a.sequence - b.sequence);
        let next = 0;
        for (const place of own) {
          assert.equal(place.baseOffset, next);
          next += place.count;
        }
      }
      assert.equal(new Set(places.map((p) => p.sequence)).size, 40);
      await log.close();
    });
  });
}
