import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Scope } from '../../access/scope.ts';
import type { StoredBatch, StreamLog, TopicSettings } from './port.ts';

export const SETTINGS: TopicSettings = {
  partitions: 3,
  replicas: 2,
  compaction: 'Compact',
  limit: 'Period',
  retention: 604_800_000,
};

export const scopeOf = (tenant: string): Scope => ({
  cluster: 'c',
  tenant,
  user: 'u',
  roles: ['data engineer'],
  groups: [],
  requestId: 'r',
});

/** Text that does not compress. */
const noise = (length: number): string => randomBytes(length).toString('base64').slice(0, length);

export const rowsFrom = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `{"id":"${name}-${i}"}`);

export async function put(log: StreamLog, scope: Scope, topic: string, name: string, rows: readonly string[], ts = 1) {
  const writer = await log.openBatch(scope, topic);
  if (rows.length > 0) await writer.write(Buffer.from(`${rows.join('\n')}\n`), rows.length);
  return writer.commit({ batch: name, format: 'ndjson', ts });
}

/** Everything written so far is consumed. */
async function allOf(log: StreamLog, scope: Scope, topic: string): Promise<Map<number, number>> {
  const { partitions } = await log.stats(scope, topic, new Map());
  return new Map(partitions.map(({ partition, last_offset }) => [partition, last_offset + 1]));
}

export async function textOf(batch: StoredBatch): Promise<string> {
  const blocks: Buffer[] = [];
  for await (const block of batch.payload()) blocks.push(block);
  return Buffer.concat(blocks).toString('utf8');
}

export async function namesOf(found: AsyncIterable<StoredBatch>): Promise<string[]> {
  const names: string[] = [];
  for await (const { header } of found) names.push(header.batch);
  return names;
}

/** What every StreamLog adapter does; `open` answers a log over the same storage each time it is called. */
export function streamLogContract(name: string, open: () => Promise<StreamLog>): void {
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
      await log.close();
      const again = await open();
      assert.deepEqual(await again.topic(alice, 'T1'), topic);
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

    test('an aborted batch leaves nothing, large or small', async () => {
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

    test('[STR-10] with limit Period messages older than the retention go, what is not consumed stays', async () => {
      const log = await open();
      const day = 86_400_000;
      await log.createTopic(alice, 'P1', { ...SETTINGS, partitions: 2, retention: 7 * day });
      for (const [i, name] of ['a', 'b', 'c', 'd'].entries()) {
        await put(log, alice, 'P1', name, rowsFrom(name, 5), (i + 1) * day);
      }
      const committed = await allOf(log, alice, 'P1');
      assert.deepEqual(await log.prune(alice, 'P1', async () => new Map(), 20 * day), { messages: 0, bytes: 0 });
      assert.equal((await log.prune(alice, 'P1', async () => committed, 8 * day)).messages, 0);
      const removed = await log.prune(alice, 'P1', async () => committed, 20 * day);
      assert.equal(removed.messages, 20);
      assert.ok(removed.bytes > 0);
      assert.deepEqual(await namesOf(log.batches(alice, 'P1', new Map())), []);
      const place = await put(log, alice, 'P1', 'e', rowsFrom('e', 3), 20 * day);
      assert.equal(place.baseOffset, 10);
      await log.close();
      const again = await open();
      assert.deepEqual(await namesOf(again.batches(alice, 'P1', new Map())), ['e']);
      await assert.rejects(again.read(alice, 'P1', { partition: place.partition, offset: 0, size: 1 }), /offset: 0/);
      await again.close();
    });

    test('[STR-10] with limit Size the oldest go while the topic has more bytes than it may', async () => {
      const log = await open();
      await log.createTopic(alice, 'P2', { ...SETTINGS, partitions: 1, limit: 'Size', retention: 3_000_000 });
      const large = (name: string) => Array.from({ length: 2 }, () => `{"id":"${name}","b":"${noise(1_000_000)}"}`);
      for (const name of ['a', 'b', 'c']) await put(log, alice, 'P2', name, large(name));
      const committed = await allOf(log, alice, 'P2');
      const removed = await log.prune(alice, 'P2', async () => committed, 1);
      assert.deepEqual(await namesOf(log.batches(alice, 'P2', new Map())), ['c']);
      assert.equal(removed.messages, 4);
      assert.ok((await log.stats(alice, 'P2', committed)).bytes < 3_000_000);
      await log.createTopic(alice, 'P2', { ...SETTINGS, limit: 'None' });
      assert.equal((await log.prune(alice, 'P2', async () => committed, Number.MAX_SAFE_INTEGER)).messages, 0);
      await log.close();
    });

    test('[STR-10] compaction leaves the latest message of each key, at its offset, whatever came in what order', async () => {
      const row = fc.record({ key: fc.nat(6), value: fc.nat(99) });
      const batches = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 10 });
      const keyOf = (text: string): string => String(JSON.parse(text).key);
      let topics = 0;
      await fc.assert(
        fc.asyncProperty(batches, fc.integer({ min: 1, max: 3 }), async (contents, partitions) => {
          const topic = `C${topics++}`;
          let log = await open();
          await log.createTopic(alice, topic, { ...SETTINGS, partitions });
          const latest = new Map<number, string>();
          const read = async () => {
            const found = new Map<string, string>();
            for (const { partition, first_offset, last_offset } of (await log.stats(alice, topic, new Map()))
              .partitions) {
              if (last_offset < first_offset) continue;
              for (const m of await log.read(alice, topic, { partition, offset: first_offset, size: 100 })) {
                found.set(`${m.partition}/${m.offset}`, m.value);
              }
            }
            return found;
          };
          for (const [i, content] of contents.entries()) {
            await put(
              log,
              alice,
              topic,
              `b${i}`,
              content.map((each) => JSON.stringify(each)),
            );
            for (const each of content) latest.set(each.key, JSON.stringify(each));
          }
          const before = await read();
          const removed = await log.compact(alice, topic, await allOf(log, alice, topic), () => keyOf);
          const after = await read();
          assert.equal(after.size, latest.size);
          assert.equal(removed.messages, before.size - after.size);
          for (const [offset, value] of after) assert.equal(before.get(offset), value);
          for (const value of latest.values()) assert.ok([...after.values()].includes(value), `${value} is gone`);
          await log.close();
          log = await open();
          assert.deepEqual(await read(), after);
          await put(log, alice, topic, 'next', ['{"key":0,"value":0}']);
          await log.close();
        }),
        { numRuns: 25 },
      );
    });

    test('[STR-10] compaction takes superseded messages out of large batches and leaves those without a key', async () => {
      const log = await open();
      await log.createTopic(alice, 'P3', { ...SETTINGS, partitions: 1 });
      const large = (key: string | null, value: number) => JSON.stringify({ key, value, b: noise(900_000) });
      await put(log, alice, 'P3', 'a', [large('x', 1), large(null, 1), large('y', 1)]);
      await put(log, alice, 'P3', 'b', [large('x', 2), large('x', 3), large(null, 2)]);
      await put(log, alice, 'P3', 'failed', [large('x', 9), large('y', 9)]);
      await put(log, alice, 'P3', 'open', ['{"key":"y","value":4}']);
      const keyOf = (text: string): string | null => JSON.parse(text).key;
      const committed = await allOf(log, alice, 'P3');
      const removed = await log.compact(alice, 'P3', committed, ({ batch }) => (batch === 'failed' ? null : keyOf));
      assert.equal(removed.messages, 3);
      assert.ok(removed.bytes > 2_000_000);
      const kept = await log.read(alice, 'P3', { partition: 0, offset: 0, size: 100 });
      assert.deepEqual(
        kept.map(({ offset, value }) => [offset, JSON.parse(value).key, JSON.parse(value).value]),
        [
          [1, null, 1],
          [4, 'x', 3],
          [5, null, 2],
          [6, 'x', 9],
          [7, 'y', 9],
          [8, 'y', 4],
        ],
      );
      const texts: number[] = [];
      for await (const batch of log.batches(alice, 'P3', new Map()))
        texts.push((await textOf(batch)).split('\n').length - 1);
      assert.deepEqual(texts, [1, 2, 2, 1]);
      assert.deepEqual(await log.compact(alice, 'P3', committed, () => keyOf), { messages: 0, bytes: 0 });
      await assert.rejects(
        log.compact(bob, 'P3', committed, () => keyOf),
        /There is no stream/,
      );
      await log.close();
    });

    test('batches committed at the same time get offsets without gap or overlap', async () => {
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
