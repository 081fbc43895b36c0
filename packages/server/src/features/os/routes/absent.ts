import { isTrue, list, OsAnswer, type OsCall } from '../call.ts';
import { print } from '../cat/table.ts';
import { illegal, incomplete, missingResource } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';

const nameOf = ({ params }: OsCall, wild: readonly string[] = []): string | undefined =>
  list(params.name).find((name) => !name.includes('*') && !wild.includes(name));

const NO_SHARDS = { total: 0, successful: 0, failed: 0 };

function noRepository(call: OsCall): void {
  const named = nameOf(call, ['_all']);
  if (named !== undefined) throw missingResource('repository_missing_exception', `[${named}] missing`);
}

function repositories(call: OsCall) {
  noRepository(call);
  return {};
}

const snapshotsOf = (call: OsCall) => {
  noRepository(call);
  return { snapshots: [] };
};

function catSnapshots(call: OsCall) {
  if (isTrue(call.query.help)) return print(call, 'snapshots', { rows: [] });
  throw incomplete('repository is missing');
}

const pipelines = (): OsAnswer => new OsAnswer({}, 404);

function noPipeline({ params }: OsCall): never {
  throw missingResource('resource_not_found_exception', `pipeline [${params.id}] is missing`);
}

function makePipeline({ params }: OsCall): never {
  throw illegal(`pipelines are not run here: [${params.id}] was not kept, change documents before they are sent`);
}

function simulatePipeline(): never {
  throw illegal('pipelines are not run here: change documents before they are sent');
}

function unknownPipeline({ params }: OsCall): never {
  throw illegal(`pipeline [${params.id}] does not exist`);
}

/** Calls about what there is none of here, in the shapes their clients read: snapshots, pipelines, contexts of scripts, other clusters. */
export const absentRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_snapshot', '/_snapshot/:name'], repositories),
  os('GET', 'read', ['/_snapshot/_status', '/_snapshot/:name/_status'], () => ({ snapshots: [] })),
  os('DELETE', 'manage', '/_snapshot/:name', repositories),
  os('POST', 'manage', ['/_snapshot/:name/_cleanup', '/_snapshot/:name/_verify'], repositories),
  os(
    'GET',
    'read',
    ['/_snapshot/:name/:snapshot', '/_snapshot/:name/:snapshot/_status', '/_snapshot/:name/:snapshot/:index/_status'],
    snapshotsOf,
  ),
  os('PUT POST DELETE', 'manage', '/_snapshot/:name/:snapshot', snapshotsOf),
  os('GET', 'read', '/_cat/snapshots', catSnapshots),
  os('GET', 'read', '/_cat/snapshots/:name', repositories),
  os('GET', 'read', '/_remote/info', () => ({})),
  os('GET', 'read', ['/_remotestore/stats/:index', '/_remotestore/stats/:index/:shard'], () => ({
    _shards: NO_SHARDS,
    indices: {},
  })),
  os('GET', 'read', '/_cluster/decommission/awareness/:attribute/_status', () => ({})),
  os('GET', 'read', ['/_ingest/pipeline', '/_ingest/pipeline/:id'], pipelines),
  os('GET', 'read', ['/_search/pipeline', '/_search/pipeline/:id'], pipelines),
  os('PUT', 'manage', ['/_ingest/pipeline/:id', '/_search/pipeline/:id'], makePipeline),
  os('DELETE', 'manage', ['/_ingest/pipeline/:id', '/_search/pipeline/:id'], noPipeline),
  os('GET POST', 'read', '/_ingest/pipeline/_simulate', simulatePipeline),
  os('GET POST', 'read', '/_ingest/pipeline/:id/_simulate', unknownPipeline),
  os('GET', 'read', '/_script_context', () => ({ contexts: [] })),
];
