import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const CHAOS = path.join(import.meta.dirname, '../../../../../scripts/chaos.ts');

test('[STR-04] killed with SIGKILL in the middle of imports, nothing acknowledged is missing or doubled', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHAOS, '--kills', '3', '--seed', '5']);
  assert.match(stdout, /nothing missing, nothing doubled, every ledger adds up/);
  assert.match(stdout, /3 kills, [1-9]\d* uploads/);
});
