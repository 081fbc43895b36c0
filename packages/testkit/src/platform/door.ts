import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Caller } from './caller.ts';

/** A reply of the face below `/os`. */
export interface DoorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Unpacked. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape and assert on them
  readonly json: any;
}

/** One call below `/os`; text and bytes go as they are, anything else as JSON. */
export type DoorCaller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<DoorReply>;

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;

/** Calls the OpenSearch door of a platform with a token, or without one; unlike `fetch` a GET may carry a body. */
export function doorFor(url: string, token: string | null): DoorCaller {
  return (method, path, body, headers = {}) => {
    const payload = body === undefined || isRaw(body) ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const options = {
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(payload)),
          }),
          ...headers,
        },
      };
      const sent = request(`${url}/os${path}`, options, (reply) => {
        const pieces: Buffer[] = [];
        reply.on('data', (piece: Buffer) => pieces.push(piece));
        reply.on('error', reject);
        reply.on('end', () => {
          const bytes = Buffer.concat(pieces);
          const text = (reply.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
          const isJson = /json/.test(reply.headers['content-type'] ?? '') && text !== '';
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      });
      sent.on('error', reject);
      sent.end(payload);
    });
  };
}

/** Makes an API token for a person and calls the door with it. */
export async function doorOf(url: string, caller: Caller, name = 'test'): Promise<DoorCaller> {
  const { data } = await caller.call('PUT', '/session/token', { body: { name } });
  return doorFor(url, data.token);
}
