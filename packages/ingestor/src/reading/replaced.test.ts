import assert from 'node:assert/strict';
import { mkdtemp, open, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Moved, refuseMoved, refuseOther, type Seen } from './files.ts';

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

/** Whether what is opened by the name of a file is another one. */
async function isOther(file: Pick<Seen, 'name' | 'size' | 'mtime'> & { readonly ino: unknown }): Promise<boolean> {
  await using handle = await open(file.name);
  try {
    await refuseOther(file, handle);
    return false;
  } catch (cause) {
    assert.ok(cause instanceof Moved);
    return true;
  }
}

test('[ING-19] what is opened is another file once another one has its name, not when it grows or is cut', async () => {
  const log = await written('log.csv', 'a\n1\n');
  assert.equal(await isOther(log), false);
  await writeFile(log.name, 'a\n1\n2\n');
  assert.equal(await isOther(log), false);
  await writeFile(log.name, '');
  assert.equal(await isOther(log), false);
  await refuseMoved(log);
  await rename(log.name, `${log.name}.1`);
  await assert.rejects(refuseMoved(log), Moved);
  await writeFile(log.name, 'a\n');
  assert.equal(await isOther(log), true);
  await assert.rejects(refuseMoved(log), Moved);
  assert.equal(await isOther({ ...log, ino: undefined }), false, 'a file without a number is not known again');
});

test('[ING-19] a file that got another number but is as it was is no other', async () => {
  const share = await written('share.csv', 'a\n1\n');
  const other = await written('other.csv', 'a\n1\n');
  await rename(other.name, share.name);
  await utimes(share.name, share.mtime / 1000, share.mtime / 1000);
  const { mtimeMs: mtime } = await stat(share.name);
  assert.equal(await isOther({ ...share, mtime }), false);
  assert.equal(await isOther({ ...share, mtime: mtime - 5 }), true);
});
