import type { OsCall } from './call.ts';

/** What a caller must be allowed: to ask, to write documents, or to make and change indexes. */
export type Right = 'read' | 'write' | 'manage';

export type OsMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** One call of OpenSearch's HTTP, with all the addresses it is known by. */
export interface OsRoute {
  readonly methods: readonly OsMethod[];
  readonly paths: readonly string[];
  readonly right: Right;
  /** What is answered as JSON, or an `OsAnswer`. */
  readonly handler: (call: OsCall) => unknown;
}

/** `os('GET POST', 'read', ['/_search', '/:index/_search'], handler)` */
export const os = (
  methods: string,
  right: Right,
  paths: string | readonly string[],
  handler: OsRoute['handler'],
): OsRoute => ({
  methods: methods.split(' ') as OsMethod[],
  paths: typeof paths === 'string' ? [paths] : paths,
  right,
  handler,
});
