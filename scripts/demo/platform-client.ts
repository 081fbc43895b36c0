import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

interface Envelope {
  readonly code: number;
  readonly data: unknown;
  readonly error: { readonly message: string; readonly error: { readonly reason: string } } | null;
}

function dataOf<T>(reply: Envelope, call: string): T {
  if (reply.error) throw new Error(`${call}: ${reply.code} ${reply.error.error.reason || reply.error.message}`);
  return reply.data as T;
}

/** Talks to a running platform over HTTP, as any script of a user would. */
export class PlatformClient {
  readonly #base: string;
  #token: string | null = null;

  constructor(base: string) {
    this.#base = base;
  }

  /** @param tenant id of another tenant than the one of the address */
  async signIn(login: string, password: string, tenant?: string): Promise<void> {
    const config = (await (await fetch(`${this.#base}/app-config.json`)).json()) as Record<string, string>;
    const body = { login_id: login, password, app_id: config.app_id, org_id: tenant ?? config.tenant_id };
    const { jwt } = await this.json<{ readonly jwt: string }>('POST', '/auth/token/user', body);
    this.#token = jwt;
  }

  /** @throws Error with the platform's own sentence */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#send<T>(method, path, body === undefined ? undefined : JSON.stringify(body), 'application/json');
  }

  csv<T>(path: string, text: string): Promise<T> {
    return this.#send<T>('POST', path, text, 'text/csv');
  }

  /** A CSV of any size, read as it is sent; node's own client, because a web stream costs a copy per chunk. */
  stream<T>(path: string, body: Readable): Promise<T> {
    return new Promise((resolve, reject) => {
      const headers = {
        request_id: randomUUID(),
        'content-type': 'text/csv',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      };
      const sent = request(`${this.#base}/api${path}`, { method: 'POST', headers }, (response) => {
        json(response).then((reply) => resolve(dataOf<T>(reply as Envelope, `POST ${path}`)), reject);
      });
      pipeline(body, sent).catch(reject);
    });
  }

  async #send<T>(method: string, path: string, body: string | undefined, type: string): Promise<T> {
    const response = await fetch(`${this.#base}/api${path}`, {
      method,
      headers: {
        request_id: randomUUID(),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    });
    return dataOf<T>((await response.json()) as Envelope, `${method} ${path}`);
  }
}
