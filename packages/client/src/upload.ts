import { type EndpointId, endpointById } from '@datasarana/schema';
import type { BatchAnswer } from './batch-types.ts';
import { changedFile, missingEndpoint, unreachable } from './call-failure.ts';
import type { Answer, Client, QueryValues } from './client.ts';

/** What is uploaded, and who is told how far it is. */
export interface UploadOptions {
  readonly query?: QueryValues;
  /** Sent as it is, never held whole: a file, a text, or (in Node) a stream of bytes. */
  readonly body: Blob | string | ReadableStream<Uint8Array>;
  /** `text/csv` by default. */
  readonly contentType?: string;
  /** How the body is packed already. */
  readonly contentEncoding?: 'gzip';
  /** Bytes handed to the network so far. */
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
  readonly requestId?: string;
}

/**
 * Sends a body of any size to an end-point that streams it (API-31, STR-01, STR-02) and tells its progress. There is no
 * 60 s limit and no retry: repeat with the same request id to get the same single effect (STR-04).
 * @throws CallFailure; the signal's reason when the caller aborts
 */
export function upload<T = BatchAnswer>(client: Client, id: EndpointId, options: UploadOptions): Promise<Answer<T>> {
  if (!client.may(id)) return Promise.reject(missingEndpoint(id));
  const { method } = endpointById(id);
  const address = client.address(id, options.query ? { query: options.query } : {});
  const headers = client.headers(options);
  const { contentType = 'text/csv', contentEncoding } = options;
  const sent = {
    ...headers,
    'content-type': contentType,
    ...(contentEncoding && { 'content-encoding': contentEncoding }),
  };
  const request = { method, address, headers: sent, requestId: headers.request_id };
  // fetch tells no upload progress in browsers, XMLHttpRequest does not exist in Node.
  const send = typeof XMLHttpRequest === 'function' && !(options.body instanceof ReadableStream) ? byXhr : byFetch;
  return send<T>(client, request, options);
}

interface Request {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
}

function byXhr<T>(client: Client, request: Request, options: UploadOptions): Promise<Answer<T>> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(request.method, request.address);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.responseType = 'text';
    xhr.upload.onprogress = (event) => options.onProgress?.(event.loaded);
    xhr.onerror = () => void whyUnsent(client, request, options).then(reject);
    xhr.onabort = () => reject(signal?.reason ?? new DOMException('The upload was cancelled', 'AbortError'));
    xhr.onload = () => {
      client.connection.turn(true, client.timers.now());
      try {
        resolve(client.read<T>(xhr.responseText, xhr.status, request.requestId));
      } catch (error) {
        reject(error);
      }
    };
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(options.body as Blob | string);
  });
}

function counted(body: UploadOptions['body'], onProgress: (sent: number) => void): ReadableStream<Uint8Array> {
  const stream = body instanceof ReadableStream ? body : new Blob([body]).stream();
  let sent = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        sent += chunk.byteLength;
        onProgress(sent);
      },
    }),
  );
}

async function byFetch<T>(client: Client, request: Request, options: UploadOptions): Promise<Answer<T>> {
  const { signal } = options;
  try {
    const response = await fetch(request.address, {
      method: request.method,
      headers: request.headers,
      body: counted(options.body, options.onProgress ?? (() => {})),
      duplex: 'half',
      ...(signal && { signal }),
    } as RequestInit);
    const text = await response.text();
    client.connection.turn(true, client.timers.now());
    return client.read<T>(text, response.status, request.requestId);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    throw await whyUnsent(client, request, options, error);
  }
}

/** A file that was written to or removed meanwhile is refused by the browser with the same words as a line that is cut. */
async function whyUnsent(client: Client, { requestId }: Request, { body }: UploadOptions, cause?: unknown) {
  const unread = body instanceof Blob ? await unreadCause(body) : undefined;
  if (unread !== undefined) return changedFile(requestId, body instanceof File ? body.name : 'it', unread);
  client.connection.turn(false, client.timers.now());
  return unreachable(requestId, cause);
}

const unreadCause = (body: Blob): Promise<unknown> =>
  body
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      (cause: unknown) => cause,
    );
