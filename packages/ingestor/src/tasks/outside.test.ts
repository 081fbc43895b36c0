import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Source } from '@datasarana/sources';
import { openLogs } from '../testing/logs-of-tests.ts';
import { trySource } from './try-source.ts';

const OUTSIDE = /leads to \S+\/other\/\S+, outside the folders this service may watch: .*INGESTOR_FOLDERS/;

test('[ING-18] [ING-19] a link in a folder that may be watched leads to no file outside of it; the others are read', async () => {
  await using logs = await openLogs();
  const other = path.join(logs.folder, 'other');
  const real = path.join(logs.folder, 'real');
  for (const folder of [other, real, path.join(real, 'sub')]) mkdirSync(folder);
  const allowed = path.join(logs.folder, 'allowed');
  symlinkSync(real, allowed);
  writeFileSync(path.join(other, 'hidden.jsonl'), '{"num1":99}\n');
  writeFileSync(path.join(other, 'shop.db'), '');
  symlinkSync(path.join(other, 'hidden.jsonl'), path.join(real, 'file.jsonl'));
  symlinkSync(other, path.join(real, 'folder'));
  symlinkSync(path.join(other, 'shop.db'), path.join(real, 'shop.db'));
  writeFileSync(path.join(real, 'sub', 'own.jsonl'), '{"num1":1}\n');
  symlinkSync(path.join(real, 'sub', 'own.jsonl'), path.join(real, 'link.jsonl'));
  Object(logs.service.settings).folders = [allowed];
  const read = async (pattern: string) => {
    Object(logs.source.source).csv.file = path.join(allowed, pattern);
    await logs.read();
    return logs.numbers();
  };
  assert.deepEqual(await read('folder/*.jsonl'), []);
  assert.deepEqual(await read('*.jsonl'), [1]);
  const faults = logs.service.progress.unfinished(logs.source).map(({ fault }) => fault ?? '');
  assert.equal(faults.length, 2);
  for (const fault of faults) assert.match(fault, OUTSIDE);

  const look = (source: object) => trySource({ columns: [], ...source } as unknown as Source, [allowed]);
  const hidden = { format: 'csv', csv: { file: path.join(allowed, 'f*.jsonl') } };
  await assert.rejects(look(hidden), OUTSIDE);
  const db = { file: path.join(allowed, 'shop.db'), table: 'sales' };
  const table = { format: 'database', provider: 'sqlite', db };
  await assert.rejects(look(table), OUTSIDE);
  Object(logs.source).source = table;
  assert.match((await logs.look()).obstacle ?? '', OUTSIDE);
});
