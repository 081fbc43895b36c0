import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type ClientRequest, request as overHttp, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Who never asks for a body, as a proxy of long ago, is sent it after so long. */
const UNASKED_MS = 1000;

/** A file on its way. */
export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly file: string;
  readonly signal: AbortSignal;
}

/** What was answered to a post. */
export interface Posted {
  readonly status: number;
  readonly text: string;
  /** Seconds or the date it asks to be left alone for (RFC 9110, 10.2.3). */
  readonly retryAfter: string | undefined;
}

const open = async (address: string, options: RequestOptions): Promise<ClientRequest> =>
  address.startsWith('https:') ? (await import('node:https')).request(address, options) : overHttp(address, options);

/**
 * Sends a file. Who answers at the address sees what it is and whom it is for before a byte of it leaves, and may refuse it then.
 * @throws the system's own error, or that of the signal
 */
export async function post(address: string, { headers, file, signal }: Post): Promise<Posted> {
  const { size } = await stat(file);
  const sent = await open(address, {
    method: 'POST',
    headers: { ...headers, 'content-length': size, expect: '100-continue' },
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  let isAsked = false;
  const send = (): void => {
    if (isAsked) return;
    isAsked = true;
    pipeline(createReadStream(file), sent).catch(reject);
  };
  const unasked = setTimeout(send, UNASKED_MS);
  sent.once('continue', send);
  sent.once('error', reject);
  sent.once('response', (response) => {
    clearTimeout(unasked);
    const { statusCode: status = 0, headers } = response;
    text(response).then((told) => resolve({ status, text: told, retryAfter: headers['retry-after'] }), reject);
  });
  sent.flushHeaders();
  try {
    return await promise;
  } finally {
    clearTimeout(unasked);
    if (!isAsked) sent.destroy();
  }
}
