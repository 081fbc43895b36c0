import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { ARCHIVE_START, type ArchivedStates, type ArchivePosition } from '@datasarana/engine';
import { scopeOf } from '../stream/contract-log.ts';
import type { Archive, Sharding } from './port.ts';

const AUTO: Sharding = { auto: true, shards: 3, threshold: 2 };
const TURNS: Sharding = { auto: false, shards: 3, threshold: 2 };

const writing =
  (text: string, states = 1) =>
  async (position: ArchivePosition, file: string): Promise<ArchivedStates> => {
    await writeFile(file, text);
    return { states, removals: 0, position: { ...position, doc: position.doc + states } };
  };

/** What every Archive adapter does; `open` answers one over the same storage each time; `damage` changes a stored object. */
export function archiveContract(
  name: string,
  open: () => Promise<Archive>,
  damage: (tenant: string, topic: string, object: string) => Promise<void>,
): void {
  const alice = scopeOf('tenant-a');
  const bob = scopeOf('tenant-b');

  describe(`Archive ${name}`, () => {
    test('[TPL-17] objects are added one after the other and stand in the manifest with size and checksum', async () => {
      const archive = await open();
      assert.deepEqual(await archive.manifest(alice, 'T1'), { position: ARCHIVE_START, objects: [] });
      const names: string[] = [];
      for (let i = 0; i < 5; i++)
        names.push((await archive.add(alice, 'T1', AUTO, writing(`object ${i}`), i))?.name ?? '');
      assert.deepEqual(names, [
        '0/00000000.parquet',
        '0/00000001.parquet',
        '1/00000002.parquet',
        '1/00000003.parquet',
        '2/00000004.parquet',
      ]);
      const { position, objects } = await (await open()).manifest(alice, 'T1');
      assert.equal(position.doc, 5);
      assert.deepEqual(
        objects.map((each) => [each.states, each.bytes, each.ts]),
        [0, 1, 2, 3, 4].map((ts) => [1, 8, ts]),
      );
      assert.match(objects[0]?.sha256 ?? '', /^[0-9a-f]{64}$/);
      assert.equal((await (await open()).files(alice, 'T1')).length, 5);
    });

    test('[TPL-17] without s3_auto_shard the objects take turns in s3_shard folders', async () => {
      const archive = await open();
      const names: string[] = [];
      for (let i = 0; i < 4; i++)
        names.push((await archive.add(alice, 'T2', TURNS, writing('x'), 1))?.name.split('/')[0] ?? '');
      assert.deepEqual(names, ['0', '1', '2', '0']);
    });

    test('objects added at the same time take turns, and a write that fails or finds nothing leaves nothing', async () => {
      const archive = await open();
      const failing = async (): Promise<ArchivedStates> => {
        throw new Error('disk full');
      };
      const results = await Promise.allSettled([
        archive.add(alice, 'T3', AUTO, writing('a', 2), 1),
        archive.add(alice, 'T3', AUTO, failing, 1),
        archive.add(alice, 'T3', AUTO, writing('', 0), 1),
        archive.add(alice, 'T3', AUTO, writing('b', 3), 1),
      ]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
      );
      const { position, objects } = await archive.manifest(alice, 'T3');
      assert.equal(position.doc, 5);
      assert.deepEqual(
        objects.map(({ states }) => states),
        [2, 3],
      );
    });

    test('[SEC-02] the archive of another tenant is not there, whatever the name', async () => {
      const archive = await open();
      await archive.add(alice, 'secret', AUTO, writing('x'), 1);
      for (const topic of ['secret', '../tenant-a/secret']) {
        assert.deepEqual((await archive.manifest(bob, topic)).objects, []);
        assert.deepEqual(await archive.files(bob, topic), []);
        assert.equal(await archive.remove(bob, topic), false);
      }
      assert.deepEqual(await archive.topics(bob), []);
      assert.ok((await archive.topics(alice)).includes('secret'));
      assert.equal(await archive.remove(alice, 'secret'), true);
      assert.deepEqual((await archive.manifest(alice, 'secret')).objects, []);
    });

    test('an object that is not what was written is named instead of read', async () => {
      const archive = await open();
      await archive.add(alice, 'T5', AUTO, writing('good'), 1);
      await damage('tenant-a', 'T5', '0/00000000.parquet');
      await assert.rejects(archive.files(alice, 'T5'), /0\/00000000\.parquet' is not what was written/);
    });
  });
}
