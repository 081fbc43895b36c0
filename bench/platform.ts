import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { AS_STARTED } from '../scripts/as-started.ts';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import type { Door } from './door.ts';

export const LOGIN = 'bench.admin';
export const PASSWORD = 'orchard-lantern-42';

export interface RunningPlatform {
  readonly url: string;
  readonly client: PlatformClient;
  /** From the process's start to /health/ready. */
  readonly readyMs: number;
  readonly process: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Starts the platform as its users do, as a process of its own, on a free port. */
export async function startPlatform(folder: string): Promise<RunningPlatform> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, AS_STARTED, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATASARANA_DATA: folder,
      DATASARANA_PORT: String(port),
      DATASARANA_ADMIN_LOGIN: LOGIN,
      DATASARANA_ADMIN_PASSWORD: PASSWORD,
      DATASARANA_LOG: 'error',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.once('exit', () => child.kill('SIGKILL'));
  while (
    !(await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The platform stopped while starting');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const readyMs = performance.now() - start;
  const client = new PlatformClient(url);
  await client.signIn(LOGIN, PASSWORD);
  return {
    url,
    client,
    readyMs,
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Its door for OpenSearch's clients, with a token of its own. */
export async function doorOf({ client, url }: Pick<RunningPlatform, 'client' | 'url'>): Promise<Door> {
  const { token } = await client.json<{ readonly token: string }>('PUT', '/session/token', { name: 'bench' });
  return { url: `${url}/os`, headers: { authorization: `Bearer ${token}` } };
}

/** Bytes of a folder and all below it. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(path.join(entry.parentPath, entry.name)).then(
          (s) => s.size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
