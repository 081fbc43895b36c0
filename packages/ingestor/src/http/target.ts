import type { IncomingMessage } from 'node:http';

/** What a request asks for. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The path and query of a request as they were sent; `URL` throws for a path such as `//`. */
export function targetOf({ url = '/' }: IncomingMessage): Target {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return { path, query: new URLSearchParams(at < 0 ? '' : url.slice(at)) };
}
