import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Moved, obstacleAt, openToRead } from '../reading/files.ts';
import { openLogs, upTo } from '../testing/logs-of-tests.ts';

test('[ING-19] a file whose name is no UTF-8 is set aside with its cause, and read under another name', async () => {
  await using logs = await openLogs();
  logs.add('a', 2);
  logs.add('b', 2);
  const odd = Buffer.concat([Buffer.from(`${logs.watched}/b`), Buffer.from([0xe9, 0xff]), Buffer.from('.jsonl')]);
  renameSync(logs.at('b'), odd);
  for (let turn = 0; turn < 2; turn++) {
    await logs.read();
    assert.deepEqual(logs.numbers(), upTo(2));
    const [aside] = logs.service.progress.unfinished(logs.source);
    assert.deepEqual([path.basename(aside?.name ?? ''), aside?.state], ['b\ufffd\ufffd.jsonl', 'aside']);
    assert.match(aside?.fault ?? '', /is not UTF-8.*another name/);
  }
  renameSync(odd, logs.at('b'));
  await logs.read();
  assert.deepEqual(logs.numbers(), upTo(4));
});

test('[ING-19] a pipe is told as no file, and one that took the name of a file is not waited for', async () => {
  await using logs = await openLogs();
  logs.add('a', 2);
  const pipe = logs.at('a');
  await (await openToRead(pipe)).close();
  unlinkSync(pipe);
  execFileSync('/usr/bin/env', ['mkfifo', pipe]);
  await assert.rejects(openToRead(pipe), Moved);
  assert.match((await obstacleAt(pipe)) ?? '', /is no file: pipes/);
  writeFileSync(logs.at('b'), '{"num1":0}\n');
  await logs.read();
  assert.deepEqual(logs.numbers(), [0]);
});
