import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Scope } from '../../access/scope.ts';
import { namesOf, type OpenLog, put, rowsFrom, SETTINGS, scopeOf, textOf } from './contract-log.ts';
import type { StreamLog } from './port.ts';

/** Text that does not compress. */
const noise = (length: number): string => randomBytes(length).toString('base64').slice(0, length);

/** Everything written so far is consumed. */
async function allOf(log: StreamLog, scope: Scope, topic: string): Promise<Map<number, number>> {
  const { partitions } = await log.stats(scope, topic, new Map());
  return new Map(partitions.map(({ partition, last_offset }) => [partition, last_offset + 1]));
}

const alice = scopeOf('tenant-a');
const bob = scopeOf('tenant-b');

/** What a log lets go, and what it keeps. */
export function retentionContract(open: OpenLog): void {
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
    const asked = () => assert.fail('nothing is old');
    assert.equal((await log.prune(alice, 'P1', asked, 8 * day)).messages, 0);
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

  test('[TPL-36] [TPL-13] with limit Applied what is consumed goes, what is not stays', async () => {
    const log = await open();
    await log.createTopic(alice, 'P0', { ...SETTINGS, partitions: 1, limit: 'Applied' });
    const asked = () => assert.fail('there is nothing');
    assert.deepEqual(await log.prune(alice, 'P0', asked, 1), { messages: 0, bytes: 0 });
    await put(log, alice, 'P0', 'a', rowsFrom('a', 5));
    const committed = await allOf(log, alice, 'P0');
    await put(log, alice, 'P0', 'b', rowsFrom('b', 5));
    assert.equal((await log.prune(alice, 'P0', async () => committed, 1)).messages, 0);
    assert.deepEqual(await namesOf(log.batches(alice, 'P0', committed)), ['b']);
    const all = await allOf(log, alice, 'P0');
    assert.equal((await log.prune(alice, 'P0', async () => all, 1)).messages, 10);
    assert.deepEqual(await namesOf(log.batches(alice, 'P0', new Map())), []);
    await log.close();
    const again = await open();
    const place = await put(again, alice, 'P0', 'c', rowsFrom('c', 1));
    assert.equal(place.baseOffset, 10);
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

  test('[STR-10] a message stays as long as the one that takes its place is not consumed', async () => {
    const log = await open();
    await log.createTopic(alice, 'P4', { ...SETTINGS, partitions: 1 });
    const large = (value: number) => ['x', 'y'].map((key) => JSON.stringify({ key, value, b: noise(1_000_000) }));
    for (const value of [1, 2, 3]) await put(log, alice, 'P4', `b${value}`, large(value));
    const keyOf = (text: string): string => JSON.parse(text).key;
    const values = async () =>
      (await log.read(alice, 'P4', { partition: 0, offset: 0, size: 20 })).map(({ value }) => JSON.parse(value).value);
    assert.equal((await log.compact(alice, 'P4', new Map([[0, 2]]), () => keyOf)).messages, 0);
    assert.deepEqual(await values(), [1, 1, 2, 2, 3, 3]);
    for (const value of [4, 5]) await put(log, alice, 'P4', `b${value}`, large(value));
    assert.equal((await log.compact(alice, 'P4', new Map([[0, 4]]), () => keyOf)).messages, 2);
    assert.deepEqual(await values(), [2, 2, 3, 3, 4, 4, 5, 5]);
    await log.close();
  });
}
