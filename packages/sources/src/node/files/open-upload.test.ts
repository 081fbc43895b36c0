import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openFile } from './open-upload.ts';

test('[SRC-37] a file on disk that holds several gzip archives one behind another is read to its end; a cut one is refused', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-packed-'));
  try {
    const file = path.join(folder, 'log.csv.gz');
    await writeFile(file, Buffer.concat(['a,b\n1,x\n', '2,y\n', '', '3,z\n'].map((text) => gzipSync(text))));
    const { file: opened, close } = await openFile(file, { name: 'log.csv.gz' });
    assert.ok(opened.kind === 'text');
    const text = Buffer.concat(await Array.fromAsync(opened.bytes)).toString();
    assert.deepEqual([opened.format, text], ['csv', 'a,b\n1,x\n2,y\n3,z\n']);
    await close();
    const long = gzipSync(Array.from({ length: 60_000 }, (_, i) => `${Math.sin(i)}\n`).join(''));
    await writeFile(file, long.subarray(0, -2000));
    const cut = await openFile(file, { name: 'log.csv.gz' });
    assert.ok(cut.file.kind === 'text');
    await assert.rejects(Array.fromAsync(cut.file.bytes), /The gzip archive is cut or damaged/);
    await cut.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('[SRC-37] [ING-19] a pipe that took the name of a file is refused, not waited for', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-pipe-'));
  try {
    const pipe = path.join(folder, 'x.csv');
    execFileSync('/usr/bin/env', ['mkfifo', pipe]);
    await assert.rejects(openFile(pipe, { name: 'x.csv' }), /is no file: pipes/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
