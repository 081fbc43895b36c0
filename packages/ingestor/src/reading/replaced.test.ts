import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { isReplaced } from './files.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-replaced-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, text: string) {
  const file = path.join(folder, name);
  await writeFile(file, text);
  const { size, mtimeMs, ino } = await stat(file);
  return { name: file, size, mtime: mtimeMs, ino };
}

test('[ING-19] a file is replaced once another one has its name, not when it grows, is cut or goes', async () => {
  const log = await written('log.csv', 'a\n1\n');
  assert.equal(await isReplaced(log), false);
  await writeFile(log.name, 'a\n1\n2\n');
  assert.equal(await isReplaced(log), false);
  await writeFile(log.name, '');
  assert.equal(await isReplaced(log), false);
  await rename(log.name, `${log.name}.1`);
  assert.equal(await isReplaced(log), false);
  await writeFile(log.name, 'a\n');
  assert.equal(await isReplaced(log), true);
  assert.equal(await isReplaced({ ...log, ino: undefined }), false, 'a file without a number is not known again');
});

test('[ING-19] a file that got another number but is as it was is no other', async () => {
  const share = await written('share.csv', 'a\n1\n');
  const other = await written('other.csv', 'a\n1\n');
  await rename(other.name, share.name);
  await utimes(share.name, share.mtime / 1000, share.mtime / 1000);
  const { mtimeMs: mtime } = await stat(share.name);
  assert.equal(await isReplaced({ ...share, mtime }), false);
  assert.equal(await isReplaced({ ...share, mtime: mtime - 5 }), true);
});
