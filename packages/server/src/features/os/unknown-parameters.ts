import type { OsCall } from './call.ts';
import { meant } from './did-you-mean.ts';
import { illegal } from './refusals.ts';

const EVERYWHERE = ['pretty', 'human', 'error_trace', 'filter_path', 'format', 'source', 'source_content_type'];

/** Refuses parameters that are not known, as OpenSearch does. */
export function onlyParameters(
  { query, params, request }: Pick<OsCall, 'query' | 'params' | 'request'>,
  taken: readonly string[],
): void {
  const known = [...taken, ...Object.keys(params), ...EVERYWHERE];
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const path = request.url.slice('/os'.length).split('?')[0];
  const which = unknown.sort().map((name) => `[${name}]${meant(name, known)}`);
  throw illegal(
    `request [${path}] contains unrecognized parameter${unknown.length > 1 ? 's' : ''}: ${which.join(', ')}`,
  );
}
