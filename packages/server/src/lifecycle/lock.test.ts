import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { FolderInUse, lockFolder } from './lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'datasarana-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const holder = () =>
  spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { lockFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))};
     lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`,
  ]);

test('a folder held by a running process is refused by name and pid; one left by a killed process is taken over', async () => {
  const child = holder();
  await once(child.stdout, 'data');
  assert.throws(
    () => lockFolder(folder),
    (error: unknown) =>
      error instanceof FolderInUse && error.message.includes(`${child.pid}`) && error.message.includes(folder),
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  const unlock = lockFolder(folder);
  assert.match(readFileSync(path.join(folder, 'lock'), 'utf8'), new RegExp(`^${process.pid} `));
  unlock();
  assert.equal(existsSync(path.join(folder, 'lock')), false);
});

test('the process that holds a folder does not get it twice', () => {
  const unlock = lockFolder(folder);
  assert.throws(() => lockFolder(folder), FolderInUse);
  unlock();
});

test('an empty lock file, as a power loss leaves it, is taken over', async () => {
  writeFileSync(path.join(folder, 'lock'), '');
  lockFolder(folder)();
});
