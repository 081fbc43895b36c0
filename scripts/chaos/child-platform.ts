import path from 'node:path';
import { Child } from './child.ts';

const MAIN = path.join(import.meta.dirname, '../../packages/server/src/main.js');
export const LOGIN = 'chaos.admin';
export const PASSWORD = 'quiet-harbour-71';

interface AppConfig {
  readonly app_id: string;
  readonly tenant_id: string;
}

/** The platform in a process of its own. */
export class ChildPlatform extends Child {
  readonly #data: string;
  #url = '';
  #token = '';

  constructor(data: string) {
    super('The platform');
    this.#data = data;
  }

  get url(): string {
    return this.#url;
  }

  get token(): string {
    return this.#token;
  }

  /** Starts, waits until it is ready and signs in. @throws Error with its output when it does not come up */
  async start(): Promise<void> {
    this.#url = await this.launch([MAIN], {
      DATASARANA_DATA: this.#data,
      DATASARANA_PORT: '0',
      DATASARANA_LOG: 'warn',
      DATASARANA_ADMIN_LOGIN: LOGIN,
      DATASARANA_ADMIN_PASSWORD: PASSWORD,
    });
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
}
