import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

interface Envelope {
  readonly code: number;
  readonly data: unknown;
  readonly error: { readonly message: string; readonly error: { readonly reason: string } } | null;
}

/** Talks to a running platform over HTTP, as any script of a user would. */
export class PlatformClient {
  readonly #base: string;
  #token: string | null = null;

  constructor(base: string) {
    this.#base = base;
  }

  async signIn(login: string, password: string): Promise<void> {
    const config = (await (await fetch(`${this.#base}/app-config.json`)).json()) as Record<string, string>;
    const body = { login_id: login, password, app_id: config.app_id, org_id: config.tenant_id };
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

  /** A CSV of any size, read as it is sent. */
  stream<T>(path: string, body: Readable): Promise<T> {
    return this.#send<T>('POST', path, Readable.toWeb(body) as ReadableStream, 'text/csv');
  }

  async #send<T>(method: string, path: string, body: string | ReadableStream | undefined, type: string): Promise<T> {
    const response = await fetch(`${this.#base}/api${path}`, {
      method,
      headers: {
        request_id: randomUUID(),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body, duplex: 'half' as const }),
    });
    const reply = (await response.json()) as Envelope;
    if (reply.error)
      throw new Error(`${method} ${path}: ${reply.code} ${reply.error.error.reason || reply.error.message}`);
    return reply.data as T;
  }
}
