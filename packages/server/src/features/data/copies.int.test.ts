import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { scanCsv } from '@datasarana/sources/node';
import { SETTINGS, scopeOf, textOf } from '../../stores/stream/contract-log.ts';
import { EmbeddedStreamLog } from '../../stores/stream/embedded/stream-log.ts';
import { Copies } from './copies.ts';
import { SpoolFolder } from './spool.ts';

const folder = await mkdtemp(join(tmpdir(), 'datasarana-copies-'));
after(() => rm(folder, { recursive: true }));

test('[STR-01] spool and stream hold every row of a long body, whose blocks are written into the same memory again', async () => {
  const log = new EmbeddedStreamLog(join(folder, 'stream'));
  const scope = scopeOf('t');
  await log.createTopic(scope, 'topic', { ...SETTINGS, partitions: 1 });
  const spool = await new SpoolFolder(join(folder, 'spool')).create('b');
  const writer = await log.openBatch(scope, 'topic');
  const copies = new Copies({
    spool,
    writer,
    signal: new AbortController().signal,
    guard: () => {},
    onProgress: () => {},
    onFile: null,
  });
  let reused = 0;
  const sink = {
    rowsTogether: copies.rowsTogether,
    write: (block: Buffer, rows: number) => copies.write(block, rows),
    room: (bytes: number) => {
      const buffer = copies.room(bytes);
      if (buffer) reused++;
      return buffer;
    },
  };
  // of two kinds, so that packing takes longer for some blocks than for others
  const rows = Array.from(
    { length: 40_000 },
    (_, i) => `${i},${i % 9000 < 4500 ? 'x'.repeat(300) : randomBytes(150).toString('hex')}`,
  );
  const body = Buffer.from(`id,text\n${rows.join('\n')}\n`);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
  }
  await scanCsv(chunks(), sink);
  await copies.flush();
  await spool.close();
  await writer.commit({ batch: 'b', format: 'csv', ts: 1 });
  const expected = `${rows.join('\n')}\n`;
  const spooled = Buffer.concat(await Promise.all(spool.files.map((file) => readFile(file)))).toString('utf8');
  assert.ok(spooled === expected, 'the spool');
  const stored: string[] = [];
  for await (const batch of log.batches(scope, 'topic', new Map())) stored.push(await textOf(batch));
  assert.ok(stored.join('') === expected, 'the stream');
  assert.ok(reused > 0, 'some memory was used again');
});
