import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Starts the platform once on an empty folder, so that it finds its modules compiled when it is started in earnest. */
const root = path.join(import.meta.dirname, '..');
if (!existsSync(path.join(root, 'node_modules/.cache/compiled'))) {
  console.log('Compiling the platform');
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-compile-'));
  const platform = spawn(process.execPath, [path.join(root, 'packages/server/src/main.js')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, DATASARANA_DATA: folder, DATASARANA_PORT: '0', DATASARANA_LOG: 'silent' },
  });
  platform.stdout.on('data', (said: Buffer) => {
    if (said.includes('listens on')) platform.kill('SIGTERM');
  });
  // a start that fails says why when it is done in earnest
  await new Promise((resolve) => platform.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}
