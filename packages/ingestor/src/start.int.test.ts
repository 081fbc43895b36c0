import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../../..');

test('[ING-18] the command that the guide names starts the service', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const [program, ...args] = scripts.ingestor.split(' ');
  assert.equal(program, 'node');
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-ingestor-'));
  const service = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, INGESTOR_PORT: '0', INGESTOR_DATA: folder, INGESTOR_LOG: 'silent' },
  });
  const gone = once(service, 'exit');
  let said = '';
  try {
    for (const output of [service.stdout, service.stderr]) {
      output.on('data', (chunk: Buffer) => {
        said += chunk;
        if (said.includes('listens on')) service.kill('SIGTERM');
      });
    }
    await gone;
    assert.match(said, /The ingestor listens on http:\/\/127\.0\.0\.1:\d+/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
