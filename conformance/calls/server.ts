import { request } from 'node:http';
import { type Json, readJson } from '../suite/exact-json.ts';
import type { HttpCall } from './resolve-call.ts';

export interface Answer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly text: string;
  /** Undefined when the answer is no JSON. */
  readonly json: Json | undefined;
  readonly warnings: readonly string[];
}

/** What the cases are run against. */
export interface Server {
  /** Address without a slash at the end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 30_000;

/** Sends one call; a GET may carry a body, which `fetch` does not allow. */
export function send(
  { url: base, headers: own }: Server,
  { method, url, payload, type }: Omit<HttpCall, 'ignore'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const content =
    payload === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise((resolve, reject) => {
    const asked = request(
      base + url,
      { method, headers: { ...own, ...content, ...headers }, timeout: TIMEOUT_MS },
      (reply) => {
        const pieces: Buffer[] = [];
        reply.on('data', (piece: Buffer) => pieces.push(piece));
        reply.on('error', reject);
        reply.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          const isJson = /json/.test(reply.headers['content-type'] ?? '') && text.trim() !== '';
          const warnings = reply.rawHeaders.filter((_, i, all) => i % 2 === 1 && /^warning$/i.test(all[i - 1] ?? ''));
          resolve({
            method,
            url,
            status: reply.statusCode ?? 0,
            text,
            json: isJson ? readJson(text) : undefined,
            warnings,
          });
        });
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`${method} ${url} was not answered in ${TIMEOUT_MS} ms`)));
    asked.on('error', reject);
    asked.end(payload);
  });
}
