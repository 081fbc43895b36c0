import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Source } from '@datasarana/sources';
import { startIngestor } from '../ingestor.ts';
import { readSettings } from '../settings.ts';
import { FolderRefused } from '../state/database.ts';
import { openLogs, upTo } from '../testing/logs-of-tests.ts';
import type { WatchEvent } from './task.ts';
import { trySource } from './try-source.ts';

const NOBODY = 65_534;

/** What was read once is loaded; from then on it is the work of a user whose rights are looked at. */
async function openLogsOfNobody(context: TestContext, pattern: string, events?: readonly WatchEvent[]) {
  const logs = await openLogs(events);
  Object(logs.source.source).csv.file = path.join(logs.watched, pattern);
  logs.add('a', 2);
  mkdirSync(path.join(logs.watched, 'sub'));
  logs.add('sub/b', 2);
  await logs.read();
  const within = readdirSync(logs.folder, { recursive: true, encoding: 'utf8' });
  if (process.getuid?.() === 0) {
    for (const name of ['', ...within]) chownSync(path.join(logs.folder, name), NOBODY, NOBODY);
    process.seteuid?.(NOBODY);
    context.after(() => process.seteuid?.(0));
  }
  return logs;
}

const fileSource = (file: string) => ({ format: 'csv', columns: [], csv: { file } }) as unknown as Source;

test('[ING-19] a file that may not be read is set aside with what to give, and read once it may be', async (t) => {
  await using logs = await openLogsOfNobody(t, '*.jsonl');
  logs.add('c', 2);
  chmodSync(logs.at('c'), 0);
  await logs.read();
  const [aside] = logs.service.progress.unfinished(logs.source);
  const words = /^The ingestor may not open \S+\/c\.jsonl: give the user it runs as the right to \(EACCES\)\.$/;
  assert.match(aside?.fault ?? '', words);
  assert.equal(logs.numbers().length, 2);
  for (const place of ['c.jsonl', '[c].jsonl'])
    await assert.rejects(trySource(fileSource(path.join(logs.watched, place))), { message: words });
  chmodSync(logs.at('c'), 0o644);
  logs.service.now = () => 1_900_000_000_000;
  await logs.read();
  assert.equal(logs.numbers().length, 4);
});

for (const events of [
  ['Created', 'Modified'],
  ['Created', 'Modified', 'Deleted'],
] as const)
  test(`[ING-19] a folder among several that may not be looked into is told, and nothing of its files is forgotten (${events})`, async (t) => {
    await using logs = await openLogsOfNobody(t, '*/*.jsonl', events);
    const sub = path.join(logs.watched, 'sub');
    assert.equal((await logs.look()).closed, null);
    logs.add('sub/c', 3);
    for (const mode of [0, 0o311]) {
      chmodSync(sub, mode);
      assert.match((await logs.look()).closed ?? '', /may not look into \S+\/in\/sub: files in it are not seen/);
      await assert.rejects(trySource(fileSource(`${logs.watched}/*/*.jsonl`)), /may not look into/);
    }
    chmodSync(sub, 0o755);
    await logs.read();
    assert.deepEqual(logs.numbers(), upTo(logs.rows()).slice(2));
    renameSync(logs.at('sub/c'), logs.at('sub/d'));
    await logs.read();
    assert.deepEqual(logs.numbers(), upTo(logs.rows()).slice(2));
  });

test('[ING-18] a data folder that may not be written is told in a sentence', async (t) => {
  const logs = await openLogsOfNobody(t, '*.jsonl');
  await logs[Symbol.asyncDispose]();
  await using other = await openLogs();
  for (const mode of [0o555, 0]) {
    chmodSync(other.watched, mode);
    const settings = readSettings({ INGESTOR_DATA: path.join(other.watched, 'data'), INGESTOR_PORT: '0' });
    await assert.rejects(startIngestor(settings, { showCode: () => {} }), (cause: unknown) => {
      assert.ok(cause instanceof FolderRefused);
      assert.match(cause.message, /^The folder \S+ cannot be written: .* set INGESTOR_DATA to another folder\.$/);
      return true;
    });
    chmodSync(other.watched, 0o755);
  }
});
