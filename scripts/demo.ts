import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { AS_STARTED } from './as-started.ts';
import { loadDemo } from './demo/load.ts';
import { PlatformClient } from './demo/platform-client.ts';

/** Starts the platform with real data in it: `npm run demo`. The sign-in is made once and kept beside the data. */
const data = path.resolve(process.env.DATASARANA_DATA ?? 'data/demo');
const login = process.env.DATASARANA_ADMIN_LOGIN ?? 'demo.admin';

async function keptPassword(): Promise<string> {
  const given = process.env.DATASARANA_ADMIN_PASSWORD;
  if (given) return given;
  const file = `${data}.sign-in`;
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept) return kept.trim();
  const made = `try-${randomBytes(9).toString('base64url')}`;
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

await mkdir(path.dirname(data), { recursive: true });
const password = await keptPassword();
const server = spawn(process.execPath, AS_STARTED, {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATASARANA_DATA: data,
    DATASARANA_ADMIN_LOGIN: login,
    DATASARANA_ADMIN_PASSWORD: password,
    DATASARANA_LOG: process.env.DATASARANA_LOG ?? 'warn',
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));

/** Where OUR server listens, by its own word: on a port that is taken somebody else would answer. */
const address = new Promise<string>((resolve) => {
  createInterface(server.stdout).on('line', (line) => {
    console.log(line);
    const found = /listens on (http:\/\/\S+)/.exec(line)?.[1];
    if (found) resolve(found);
  });
});

try {
  const base = await address;
  const platform = new PlatformClient(base);
  await platform.signIn(login, password);
  console.log('Loading the demo data:');
  await loadDemo(platform, console.log);
  console.log(`\n  Datasarana is ready on ${base}\n  Sign in as ${login} with ${password}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  server.kill('SIGTERM');
}
