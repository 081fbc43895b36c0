/** A platform of its own for one test file: the real server as a child process on a free port and a fresh data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Credentials } from './browser.ts';

export interface RunningPlatform {
  readonly base: string;
  readonly admin: Credentials;
  readonly folder: string;
  /** Ends the process as an operator would and keeps the data folder. */
  readonly stop: () => Promise<void>;
  /** Ends it at once, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Ends the process and removes its data. */
  readonly remove: () => Promise<void>;
}

export interface PlatformOptions {
  /** A data folder of an earlier run, to start on it again. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The sources, as a developer runs them, instead of what was built of them. */
  readonly fromSources?: boolean;
}

/** A copy of the built application, so that a build beside a running test changes nothing under it. */
async function webCopy(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-web-'));
  await cp(fileURLToPath(new URL('../packages/web/dist', import.meta.url)), folder, { recursive: true });
  return folder;
}

const main = (folder: string): string =>
  fileURLToPath(new URL(`../packages/server/${folder}/main.js`, import.meta.url));

/** Starts the platform and resolves once it listens; rejects with what it printed when it stops before. */
export async function startPlatform({
  folder,
  env = {},
  fromSources = false,
}: PlatformOptions = {}): Promise<RunningPlatform> {
  const data = folder ?? (await mkdtemp(path.join(tmpdir(), 'datasarana-e2e-')));
  const web = await webCopy();
  const admin = { login: 'ops.admin', password: 'correct-horse-battery' };
  const child = spawn(process.execPath, [main(fromSources ? 'src' : 'dist')], {
    env: {
      ...process.env,
      DATASARANA_PORT: '0',
      DATASARANA_DATA: data,
      DATASARANA_WEB_ROOT: web,
      DATASARANA_ADMIN_LOGIN: admin.login,
      DATASARANA_ADMIN_PASSWORD: admin.password,
      DATASARANA_LOG: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const base = await address(child);
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  const stop = end('SIGTERM');
  return {
    base,
    admin,
    folder: data,
    stop,
    kill: end('SIGKILL'),
    remove: async () => {
      await stop();
      await Promise.all([data, web].map((one) => rm(one, { recursive: true, force: true })));
    },
  };
}

/**
 * Starts a platform with what the tests of a file need on it; what runs beside it ends with it, by `beside`. When the filling
 * fails, everything is ended.
 */
export async function startWith<More extends object>(
  fill: (platform: RunningPlatform, beside: AsyncDisposableStack) => Promise<More>,
): Promise<RunningPlatform & More> {
  const running = new AsyncDisposableStack();
  const platform = running.adopt(await startPlatform(), (one) => one.remove());
  try {
    return { ...platform, ...(await fill(platform, running)), remove: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listens on (http:\/\/\S+)/.exec(said)?.[1];
      if (!found) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The platform did not listen within 120 s:\n${said}`));
    }, 120_000);
    child.once('exit', (code) =>
      reject(new Error(`The platform stopped with code ${code} before it listened:\n${said}`)),
    );
  });
}

interface Envelope {
  readonly code: number;
  readonly data: unknown;
  readonly error: { readonly message: string } | null;
}

/** Calls a path below /api; answers `data`. @throws Error with the code and the message of a refusal */
export type SignedCall = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Makes a template and deploys it; answers its id. */
export async function deployTemplate(call: SignedCall, name: string, items: readonly object[]): Promise<string> {
  const { id } = await call<{ readonly id: string }>('PUT', '/schema/data/template', { name, items });
  await call('PATCH', '/schema/data/template?mode=deploy', { id });
  return id;
}

interface Person extends Credentials {
  /** Of the user. */
  readonly id: string;
}

/** Adds a user who can sign in; Ayu Lestari as ayu.lestari. */
export async function addPerson(
  call: SignedCall,
  full_name: string,
  { scope = 'User', must_change = false } = {},
): Promise<Person> {
  const born = { full_name, date_of_birth: Date.UTC(1990, 1, 3) };
  const { id } = await call<{ readonly id: string }>('PUT', '/tenant/user', born);
  const login = full_name.toLowerCase().replace(' ', '.');
  const password = 'wide-blue-harbour-9';
  const account = { user: id, login_id: login, password, scope: [scope], must_change };
  await call('PUT', '/tenant/user/account', account);
  return { id, login, password };
}

/** Signs in without a browser; answers the token of the session. */
export async function tokenOf(base: string, { login, password }: Credentials): Promise<string> {
  const config = (await (await fetch(`${base}/app-config.json`)).json()) as { app_id: string; tenant_id: string };
  const call = callWith(base);
  const who = { login_id: login, password, app_id: config.app_id, org_id: config.tenant_id };
  return (await call<{ readonly jwt: string }>('POST', '/auth/token/user', who)).jwt;
}

/** Calls as one who has signed in without a browser. */
export const signedCall = async ({ base, admin }: RunningPlatform, who: Credentials = admin): Promise<SignedCall> =>
  callWith(base, await tokenOf(base, who));

const callWith =
  (base: string, token?: string): SignedCall =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        request_id: crypto.randomUUID(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as Envelope;
    if (reply.error) throw new Error(`${method} ${path}: ${reply.code} ${reply.error.message}`);
    return reply.data as T;
  };
