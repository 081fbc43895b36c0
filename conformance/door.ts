import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A platform of its own with a token for its door. */
export interface Door {
  /** Address of the door, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

const LOGIN = 'conformance.admin';
const PASSWORD = 'orchard-lantern-42';
const MAIN = fileURLToPath(new URL('../packages/server/src/main.js', import.meta.url));

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (piece: Buffer): void => {
      said += piece.toString();
      const found = /listens on (http:\/\/\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) =>
      reject(new Error(`The platform stopped with code ${code} before it listened:\n${said}`)),
    );
  });
}

async function tokenFrom(base: string): Promise<string> {
  const asked = async (
    method: string,
    address: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await fetch(`${base}/api${address}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { data, error } = (await answer.json()) as {
      readonly data: Readonly<Record<string, string>>;
      readonly error: unknown;
    };
    if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${JSON.stringify(error)}`);
    return data;
  };
  const config = (await (await fetch(`${base}/app-config.json`)).json()) as {
    readonly app_id: string;
    readonly tenant_id: string;
  };
  const { jwt } = await asked('POST', '/auth/token/user', {
    login_id: LOGIN,
    password: PASSWORD,
    app_id: config.app_id,
    org_id: config.tenant_id,
  });
  const { token = '' } = await asked(
    'PUT',
    '/session/token',
    { name: 'conformance' },
    { authorization: `Bearer ${jwt}` },
  );
  return token;
}

/** Starts a platform on a free port with a data folder of its own. */
export async function openDoor(): Promise<Door> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-door-'));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATASARANA_PORT: '0',
      DATASARANA_DATA: folder,
      DATASARANA_ADMIN_LOGIN: LOGIN,
      DATASARANA_ADMIN_PASSWORD: PASSWORD,
      DATASARANA_LOG: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const base = await addressOf(child);
  return {
    url: `${base}/os`,
    token: await tokenFrom(base),
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
