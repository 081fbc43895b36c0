import { editDistance } from '@datasarana/engine';
import type { OsCall } from './call.ts';
import { illegal } from './refusals.ts';

const EVERYWHERE = ['pretty', 'human', 'error_trace', 'filter_path', 'format', 'source', 'source_content_type'];

/** How alike two names are, 1 = the same, as Lucene's `LevenshteinDistance` counts it. */
function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance([...a], [...b], longest, false) / longest;
}

/** The names that may have been meant, the likest first. */
function meant(name: string, known: readonly string[]): string {
  const near = [...new Set(known)]
    .map((each) => ({ each, like: likeness(name, each) }))
    .filter(({ like }) => like > 0.5)
    .sort((a, b) => b.like - a.like || (a.each < b.each ? -1 : 1))
    .map(({ each }) => each);
  if (near.length === 0) return '';
  return ` -> did you mean ${near.length === 1 ? '' : 'any of '}[${near.join(', ')}]?`;
}

/** Refuses parameters that are not known, as OpenSearch does. */
export function onlyParameters({ query, request }: Pick<OsCall, 'query' | 'request'>, taken: readonly string[]): void {
  const known = [...taken, ...EVERYWHERE];
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const path = request.url.slice('/os'.length).split('?')[0];
  const which = unknown.sort().map((name) => `[${name}]${meant(name, known)}`);
  throw illegal(
    `request [${path}] contains unrecognized parameter${unknown.length > 1 ? 's' : ''}: ${which.join(', ')}`,
  );
}
