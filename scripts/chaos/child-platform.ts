import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '../../packages/server/src/main.ts');
export const LOGIN = 'chaos.admin';
export const PASSWORD = 'quiet-harbour-71';

interface AppConfig {
  readonly app_id: string;
  readonly tenant_id: string;
}

/** The platform in a process of its own, so that it can be killed without mercy. */
export class ChildPlatform {
  readonly #data: string;
  #child: ChildProcess | null = null;
  #url = '';
  #token = '';
  #output = '';

  constructor(data: string) {
    this.#data = data;
  }

  get url(): string {
    return this.#url;
  }

  get token(): string {
    return this.#token;
  }

  /** Starts, waits until it is ready and signs in. @throws Error with the child's output when it does not come up */
  async start(): Promise<void> {
    this.#output = '';
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATASARANA_DATA: this.#data,
        DATASARANA_PORT: '0',
        DATASARANA_LOG: 'warn',
        DATASARANA_ADMIN_LOGIN: LOGIN,
        DATASARANA_ADMIN_PASSWORD: PASSWORD,
      },
    });
    this.#child = child;
    const address = Promise.withResolvers<string>();
    const take = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk).slice(-20_000);
      const found = /listens on (\S+)/.exec(this.#output)?.[1];
      if (found) address.resolve(found);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('exit', (code) => address.reject(new Error(`The platform stopped with ${code}:\n${this.#output}`)));
    address.promise.catch(() => {});
    this.#url = await address.promise;
    await this.#signIn();
  }

  async #signIn(): Promise<void> {
    const config = (await (await fetch(`${this.#url}/app-config.json`)).json()) as AppConfig;
    const reply = await fetch(`${this.#url}/api/auth/token/user`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login_id: LOGIN, password: PASSWORD, app_id: config.app_id, org_id: config.tenant_id }),
    });
    const { data } = (await reply.json()) as { readonly data: { readonly jwt: string } };
    this.#token = data.jwt;
  }

  get output(): string {
    return this.#output;
  }

  /** SIGKILL: nothing is flushed, nothing is said. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** SIGTERM: the platform may finish what it is at. */
  terminate(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}
