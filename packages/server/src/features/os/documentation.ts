import type { FastifySchema } from 'fastify';
import { parametersOf } from './known-parameters.ts';
import type { OsRoute, Right } from './route.ts';

/** Calls of the door by the first name in their address that OpenSearch knows; all others are about indexes. */
const GROUPS: Readonly<Record<string, string>> = {
  cat: '_cat',
  cluster: '_cluster _nodes _tasks _remote _remotestore _dangling',
  documents: '_doc _create _source _update _mget _bulk _reindex _update_by_query _delete_by_query',
  'index templates': '_template _index_template _component_template',
  pipelines: '_ingest',
  search:
    '_search _count _msearch _explain _field_caps _validate _rank_eval _render _scripts _script_context _script_language _search_shards _termvectors _mtermvectors',
  snapshots: '_snapshot',
};

const BY_NAME = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) => names.split(' ').map((name) => [name, group] as const)),
);

function groupOf(path: string): string {
  if (path === '/') return 'cluster';
  const named = path.split('/').find((part) => part.startsWith('_')) ?? '';
  return BY_NAME.get(named) ?? 'indexes';
}

const NEEDED: Readonly<Record<Right, string>> = {
  read: 'reads data',
  write: 'writes data',
  manage: 'manages indexes',
};

const LINES = /\/_(bulk|msearch|msearch\/template)$/;
const WITHOUT_BODY =
  /\/_(refresh|flush|forcemerge|open|close|upgrade|cache\/clear|cancel|rethrottle|cleanup|verify|block\/:block|point_in_time)$/;

/** What the documentation says of a call of the door; nothing is validated by it, for the door words its refusals itself. */
export function documentedCall(route: OsRoute, path: string, method: string): FastifySchema {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const query = (parametersOf(route) ?? []).filter((name) => !inPath.includes(name));
  const takesBody = (method === 'POST' || method === 'PUT') && !WITHOUT_BODY.test(path);
  return {
    tags: [`OpenSearch: ${groupOf(path)}`],
    description: `As OpenSearch 2.19 answers it, for a token that ${NEEDED[route.right]}.`,
    security: [{ bearer: [] }],
    ...(query.length > 0 && { 'x-query': query }),
    ...(takesBody && { 'x-body': LINES.test(path) ? 'application/x-ndjson' : 'application/json' }),
  };
}
