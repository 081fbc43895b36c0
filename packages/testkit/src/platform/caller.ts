import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '@datasarana/schema';

/** What a call carries. */
export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Plain values go as JSON, text and bytes as they are. */
  readonly body?: unknown;
  readonly type?: string;
  readonly requestId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The envelope with the HTTP status beside it; calls never throw for a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape and assert on them
export interface HttpReply extends Reply<any> {
  readonly http: number;
}

/** The reply of a call that has to go well. @throws AssertionError with the refusal */
export const ok = (reply: HttpReply): HttpReply => {
  assert.equal(reply.code, 30, JSON.stringify(reply.error));
  return reply;
};

/** Somebody who calls the platform, signed in or not. */
export interface Caller {
  readonly token: string | null;
  /** One call below `/api`. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<HttpReply>;
  /** The raw response, for downloads and headers. */
  readonly raw: (method: string, path: string, options?: CallOptions) => Promise<Response>;
}

/** Calls a running platform over HTTP with a token, or without one. */
export function callerFor(url: string, token: string | null): Caller {
  const raw = (method: string, path: string, options: CallOptions = {}): Promise<Response> => {
    const { body, requestId = randomUUID(), headers = {} } = options;
    const plain = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
    const query = new URLSearchParams(
      Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]),
    );
    return fetch(`${url}/api${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: {
        request_id: requestId,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': options.type ?? (plain ? 'application/json' : 'text/csv') }),
        ...headers,
      },
      ...(body !== undefined && { body: plain ? JSON.stringify(body) : (body as BodyInit) }),
    });
  };
  const call = async (method: string, path: string, options?: CallOptions): Promise<HttpReply> => {
    const response = await raw(method, path, options);
    return { ...((await response.json()) as Reply), http: response.status };
  };
  return { token, call, raw };
}
