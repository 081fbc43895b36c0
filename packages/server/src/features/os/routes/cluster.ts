import { fitsPattern, nestedSettings, type StoredInfo } from '@datasarana/engine';
import { isObject, isTrue, OsAnswer, type OsCall } from '../call.ts';
import { refuseValue } from '../cluster-setting-values.ts';
import { refuseUnknownOfCluster } from '../cluster-settings.ts';
import { CLUSTER_DEFAULTS, unsetOf } from '../default-settings.ts';
import type { Body } from '../json-object.ts';
import { NODE } from '../named-nodes.ts';
import { illegal, incomplete, numberless } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { colourOf, replicasOf, shardsOf } from '../shards.ts';
import { SPOKEN_VERSION } from '../spoken.ts';
import { infosAt } from '../template-indexes.ts';

/** What is said of the node wherever it is told of. */
export const nodeHead = () => ({
  name: NODE,
  transport_address: '127.0.0.1:9300',
  host: '127.0.0.1',
  ip: '127.0.0.1',
  roles: ['cluster_manager', 'data', 'ingest'],
  attributes: {},
});

/** Where the one node is called. */
export const httpAddress = ({ request }: OsCall): string => `127.0.0.1:${request.socket.localPort ?? 0}`;

const root = ({ services }: OsCall) => ({
  name: NODE,
  cluster_name: 'datasarana',
  cluster_uuid: services.config.clusterId,
  version: {
    distribution: 'opensearch',
    number: SPOKEN_VERSION,
    build_type: 'node',
    build_hash: 'unknown',
    build_date: '1970-01-01T00:00:00Z',
    build_snapshot: false,
    lucene_version: '9.12.1',
    minimum_wire_compatibility_version: '7.10.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'The OpenSearch Project: https://opensearch.org/',
});

/** The figures of the health of some indexes together. */
export function healthOf(infos: readonly StoredInfo[]) {
  const shards = infos.reduce((sum, info) => sum + shardsOf(info), 0);
  const unassigned = infos.reduce((sum, info) => sum + shardsOf(info) * replicasOf(info), 0);
  const total = shards + unassigned;
  return {
    status: unassigned > 0 ? 'yellow' : 'green',
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    discovered_master: true,
    discovered_cluster_manager: true,
    active_primary_shards: shards,
    active_shards: shards,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: unassigned,
    delayed_unassigned_shards: 0,
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent_as_number: total === 0 ? 100 : (shards / total) * 100,
  };
}

function indexHealth(info: StoredInfo) {
  const shards = shardsOf(info);
  const unassigned = shards * replicasOf(info);
  return {
    status: colourOf(info),
    number_of_shards: shards,
    number_of_replicas: replicasOf(info),
    active_primary_shards: shards,
    active_shards: shards,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: unassigned,
  };
}

const shardHealth = (info: StoredInfo) =>
  Object.fromEntries(
    Array.from({ length: shardsOf(info) }, (_, shard) => [
      String(shard),
      {
        status: colourOf(info),
        primary_active: true,
        active_shards: 1,
        relocating_shards: 0,
        initializing_shards: 0,
        unassigned_shards: replicasOf(info),
      },
    ]),
  );

async function health(call: OsCall): Promise<OsAnswer> {
  const { query } = call;
  const isNamed = call.params.index !== undefined;
  const expand = ['open', 'closed', 'hidden'] as const;
  const seen = isNamed ? (await infosAt(call, { ignoreUnavailable: true, expand })).infos : await call.documents.list();
  const body = healthOf(seen);
  const wanted = query.wait_for_status;
  const missed =
    (wanted === 'green' && body.status !== 'green') ||
    (call.params.index !== undefined && seen.length === 0 && !call.params.index.includes('*')) ||
    tooFew(query.wait_for_nodes) ||
    fewerShards(query.wait_for_active_shards, body);
  const level = query.level;
  const indices =
    level === 'indices' || level === 'shards'
      ? {
          indices: Object.fromEntries(
            seen.map((info) => [
              info.name,
              { ...indexHealth(info), ...(level === 'shards' && { shards: shardHealth(info) }) },
            ]),
          ),
        }
      : {};
  return new OsAnswer(
    {
      cluster_name: 'datasarana',
      ...(missed ? { ...body, status: seen.length === 0 && isNamed ? 'red' : body.status } : body),
      timed_out: missed,
      ...indices,
    },
    missed ? 408 : 200,
  );
}

/** Whether `wait_for_active_shards`, a number or `all`, asks for more of them than there are. */
const fewerShards = (
  wanted = '0',
  { active_shards: active, unassigned_shards: unassigned }: ReturnType<typeof healthOf>,
): boolean => (wanted === 'all' ? unassigned > 0 : Number(wanted) > active);

const COMPARED: Readonly<Record<string, (nodes: number) => boolean>> = {
  '>=': (nodes) => nodes <= 1,
  ge: (nodes) => nodes <= 1,
  '<=': (nodes) => nodes >= 1,
  le: (nodes) => nodes >= 1,
  '>': (nodes) => nodes < 1,
  gt: (nodes) => nodes < 1,
  '<': (nodes) => nodes > 1,
  lt: (nodes) => nodes > 1,
  '': (nodes) => nodes === 1,
};

/** `wait_for_nodes` such as `2`, `>=2` or `ge(2)`, on one node. */
function tooFew(wanted = ''): boolean {
  if (wanted === '') return false;
  const [, sign = '', digits = ''] = /^(?:(>=|<=|>|<)(.*))$/.exec(wanted) ?? [];
  const [, name = '', inside = ''] = /^(ge|le|gt|lt)\((.*)\)$/.exec(wanted) ?? [];
  const number = sign === '' ? (name === '' ? wanted : inside) : digits;
  if (!/^[+-]?\d+$/.test(number)) throw numberless(number);
  return COMPARED[sign || name]?.(Number(number)) === false;
}

const textOf = (value: unknown): unknown =>
  value === null ? null : Array.isArray(value) ? value.map(String) : String(value);

const flatParts = (given: Body, before = ''): readonly (readonly [string, unknown])[] =>
  Object.entries(given).flatMap(([name, value]) =>
    isObject(value) ? flatParts(value, `${before}${name}.`) : [[before + name, textOf(value)] as const],
  );

/** Settings by their whole names, values as text. */
const flat = (given: Body | null): Body => Object.fromEntries(flatParts(given ?? {}));

async function readSettings({ documents, query }: OsCall) {
  const names = await documents.names();
  const of = (kind: string): Body => flat(names.get('cluster_settings', kind));
  const [persistent, transient] = [of('persistent'), of('transient')];
  const print = (settings: Body): Body => (isTrue(query.flat_settings) ? settings : nestedSettings(settings));
  return {
    persistent: print(persistent),
    transient: print(transient),
    ...(isTrue(query.include_defaults) && { defaults: print(unsetOf(CLUSTER_DEFAULTS, persistent, transient)) }),
  };
}

/** So many settings are kept, and changed at once. */
const MOST_SETTINGS = 1000;

/** What is left of settings after changes: null takes one away, or with a `*` those that fit. @throws PlatformError for too many */
function changed(known: Body, changes: Body): Body {
  const removed = Object.keys(changes).filter((name) => changes[name] === null);
  const after = Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null);
  if (Math.max(removed.length, after.length) > MOST_SETTINGS)
    throw illegal(`No more than [${MOST_SETTINGS}] settings of the cluster are kept or changed at once`);
  return Object.fromEntries(after.filter(([name]) => !removed.some((each) => fitsPattern(each, name))));
}

const KINDS = ['persistent', 'transient'] as const;

/** Settings of the cluster are kept for clients that read them back; nothing here is steered by them. */
async function writeSettings(call: OsCall) {
  const body = await call.json();
  if (Object.keys({ ...Object(body.persistent), ...Object(body.transient) }).length === 0)
    throw incomplete('no settings to update');
  const names = await call.documents.names();
  const changes = KINDS.flatMap((kind) => {
    const given = body[kind];
    if (!isObject(given)) return [];
    const own = flat(given);
    const after = changed(flat(names.get('cluster_settings', kind)), own);
    const set = namesSet(own);
    refuseUnknownOfCluster(kind, set);
    for (const name of set) if (typeof own[name] === 'string') refuseValue(name, own[name]);
    return [{ kind, own, after }];
  });
  for (const { kind, after } of changes) await call.documents.putName('cluster_settings', kind, after);
  const told = (wanted: string): Body => {
    const { own = {} } = changes.find(({ kind }) => kind === wanted) ?? {};
    const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
    return isTrue(call.query.flat_settings) ? set : nestedSettings(set);
  };
  return { acknowledged: true, persistent: told('persistent'), transient: told('transient') };
}

/** What is set; anything may be taken back. */
const namesSet = (changes: Body): readonly string[] =>
  Object.entries(changes)
    .flatMap(([name, value]) => (value === null ? [] : [name]))
    .sort();

export const clusterRoutes: readonly OsRoute[] = [
  os('GET', 'read', '/', root),
  os('HEAD', 'read', '/', () => new OsAnswer(undefined)),
  os('GET', 'read', ['/_cluster/health', '/_cluster/health/:index'], health),
  os('GET', 'read', '/_cluster/settings', readSettings),
  os('PUT', 'manage', '/_cluster/settings', writeSettings),
  os('GET', 'read', '/_cluster/pending_tasks', () => ({ tasks: [] })),
];
