import type { StoredInfo } from '@datasarana/engine';
import { isTrue, list, type OsCall } from '../call.ts';
import { type OsRoute, os } from '../route.ts';
import { colourOf, replicasOf, shardsOf } from '../shards.ts';

/** Cells of a table by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

interface Table {
  /** Shown unless others are asked for. */
  readonly usual: readonly string[];
  readonly rows: readonly Row[];
}

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb'];

/** Bytes as people read them: `1.2kb`. */
function bytes(size: number, unit: string | undefined): string {
  const fixed =
    unit === undefined ? -1 : UNITS.indexOf(unit === 'k' || unit === 'm' || unit === 'g' ? `${unit}b` : unit);
  if (fixed >= 0) return String(Math.floor(size / 1024 ** fixed));
  let value = size;
  let step = 0;
  while (value >= 1024 && step < UNITS.length - 1) {
    value /= 1024;
    step++;
  }
  return `${step === 0 ? value : Math.floor(value * 10) / 10}${UNITS[step]}`;
}

const ALIASES: Readonly<Record<string, string>> = {
  i: 'index',
  h: 'health',
  s: 'status',
  docs: 'docs.count',
  dc: 'docs.count',
  ss: 'store.size',
  p: 'pri',
  r: 'rep',
  id: 'uuid',
};

/** Columns that were asked for: `h=index,docs.*`. */
function columnsOf({ usual, rows }: Table, asked: string | undefined): readonly string[] {
  const known = Object.keys(rows[0] ?? Object.fromEntries(usual.map((name) => [name, ''])));
  if (asked === undefined) return usual;
  return list(asked).flatMap((name) => {
    const plain = known.includes(name) ? name : (ALIASES[name] ?? name);
    if (plain === '*') return known;
    if (!plain.includes('*')) return [plain];
    const test = new RegExp(`^${plain.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    return known.filter((each) => test.test(each));
  });
}

function sorted(rows: readonly Row[], asked: string | undefined): readonly Row[] {
  const keys = list(asked).map((part) => {
    const [name = '', direction = 'asc'] = part.split(':');
    return { name: ALIASES[name] ?? name, sign: direction === 'desc' ? -1 : 1 };
  });
  return rows.toSorted((a, b) => {
    for (const { name, sign } of keys) {
      const [x = '', y = ''] = [a[name], b[name]];
      const order = x.localeCompare(y, 'en', { numeric: true });
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

/** A table as text in columns, or as JSON when that is asked for. */
export function print(call: OsCall, table: Table): unknown {
  const { query, request } = call;
  const columns = columnsOf(table, query.h);
  const rows = sorted(table.rows, query.s).map((row) => columns.map((name) => row[name] ?? ''));
  if (
    query.format === 'json' ||
    (query.format === undefined &&
      /json/.test(request.headers.accept ?? '') &&
      !/\*\/\*/.test(request.headers.accept ?? ''))
  ) {
    return rows.map((cells) => Object.fromEntries(columns.map((name, i) => [name, cells[i]])));
  }
  if (isTrue(query.help)) return `${table.usual.map((name) => `${name} | | `).join('\n')}\n`;
  const lines = isTrue(query.v) ? [columns, ...rows] : rows;
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0), 0));
  const numeric = columns.map((name) => /count|size|deleted|^pri$|^rep$|shards|total|%/.test(name));
  return lines
    .map(
      (line) =>
        `${line.map((cell, i) => (i === line.length - 1 && !numeric[i] ? cell : numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' ')}\n`,
    )
    .join('');
}

async function chosen(call: OsCall): Promise<readonly StoredInfo[]> {
  const names = new Set(
    await call.documents.resolve(call.params.index ?? '_all', {
      expand: [
        'open',
        'closed',
        ...(isTrue(call.query.expand_wildcards === 'all' ? 'true' : 'false') ? (['hidden'] as const) : []),
      ],
    }),
  );
  return (await call.documents.list()).filter(({ name }) => names.has(name));
}

async function indices(call: OsCall) {
  const rows: Row[] = [];
  for (const info of await chosen(call)) {
    const stats = await call.documents.stats(info.name);
    const size = bytes(stats.bytes, call.query.bytes);
    rows.push({
      health: colourOf(info),
      status: info.closed ? 'close' : 'open',
      index: info.name,
      uuid: info.uuid,
      pri: String(shardsOf(info)),
      rep: String(replicasOf(info)),
      'docs.count': String(stats.documents),
      'docs.deleted': String(stats.deleted),
      'store.size': size,
      'pri.store.size': size,
      'creation.date': String(info.created),
      'creation.date.string': new Date(info.created).toISOString(),
    });
  }
  const usual = [
    'health',
    'status',
    'index',
    'uuid',
    'pri',
    'rep',
    'docs.count',
    'docs.deleted',
    'store.size',
    'pri.store.size',
  ];
  return print(call, { usual, rows });
}

async function count(call: OsCall) {
  let total = 0;
  for (const { name } of await chosen(call)) total += (await call.documents.stats(name)).documents;
  const now = call.services.clock();
  const row = {
    epoch: String(Math.floor(now / 1000)),
    timestamp: new Date(now).toISOString().slice(11, 19),
    count: String(total),
  };
  return print(call, { usual: ['epoch', 'timestamp', 'count'], rows: [row] });
}

async function health(call: OsCall) {
  const infos = await call.documents.list();
  const now = call.services.clock();
  const shards = infos.reduce((sum, info) => sum + shardsOf(info), 0);
  const unassigned = infos.reduce((sum, info) => sum + shardsOf(info) * replicasOf(info), 0);
  const row: Row = {
    epoch: String(Math.floor(now / 1000)),
    timestamp: new Date(now).toISOString().slice(11, 19),
    cluster: 'datasarana',
    status: unassigned > 0 ? 'yellow' : 'green',
    'node.total': '1',
    'node.data': '1',
    discovered_cluster_manager: 'true',
    shards: String(shards),
    pri: String(shards),
    relo: '0',
    init: '0',
    unassign: String(unassigned),
    pending_tasks: '0',
    max_task_wait_time: '-',
    active_shards_percent: `${(shards + unassigned === 0 ? 100 : (100 * shards) / (shards + unassigned)).toFixed(1)}%`,
  };
  return print(call, { usual: Object.keys(row), rows: [row] });
}

async function aliases(call: OsCall) {
  const wanted = list(call.params.name);
  const rows = (await call.documents.list()).flatMap((info) =>
    Object.entries(info.aliases).map(
      ([alias, body]): Row => ({
        alias,
        index: info.name,
        filter: body.filter === undefined ? '-' : '*',
        'routing.index': body.index_routing ?? '-',
        'routing.search': body.search_routing ?? '-',
        is_write_index: body.is_write_index === undefined ? '-' : String(body.is_write_index),
      }),
    ),
  );
  const fits = ({ alias = '' }: Row): boolean =>
    wanted.length === 0 || wanted.some((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`).test(alias));
  return print(call, {
    usual: ['alias', 'index', 'filter', 'routing.index', 'routing.search', 'is_write_index'],
    rows: rows.filter(fits),
  });
}

async function shards(call: OsCall) {
  const rows: Row[] = [];
  for (const info of await chosen(call)) {
    const stats = await call.documents.stats(info.name);
    for (let shard = 0; shard < shardsOf(info); shard++) {
      // one table holds all: what is there is told of the first
      const [docs, store] = shard === 0 ? [String(stats.documents), bytes(stats.bytes, call.query.bytes)] : ['0', '0b'];
      rows.push({
        index: info.name,
        shard: String(shard),
        prirep: 'p',
        state: 'STARTED',
        docs,
        store,
        ip: '127.0.0.1',
        node: 'datasarana-0',
      });
    }
  }
  return print(call, { usual: ['index', 'shard', 'prirep', 'state', 'docs', 'store', 'ip', 'node'], rows });
}

function nodes(call: OsCall) {
  const memory = process.memoryUsage();
  const row: Row = {
    ip: '127.0.0.1',
    'heap.percent': String(Math.round((100 * memory.heapUsed) / memory.heapTotal)),
    'ram.percent': '-',
    cpu: '-',
    load_1m: '-',
    load_5m: '-',
    load_15m: '-',
    'node.role': 'dim',
    'node.roles': 'cluster_manager,data,ingest',
    cluster_manager: '*',
    name: 'datasarana-0',
  };
  return print(call, { usual: Object.keys(row), rows: [row] });
}

async function templates(call: OsCall) {
  const names = await call.documents.names();
  const rows = (['template', 'index_template'] as const).flatMap((kind) =>
    [...names.all(kind)].map(
      ([name, body]): Row => ({
        name,
        index_patterns: `[${[body.index_patterns ?? []].flat().join(', ')}]`,
        order: String(body.order ?? body.priority ?? 0),
        version: body.version === undefined ? '' : String(body.version),
        composed_of: kind === 'template' ? '' : `[${[body.composed_of ?? []].flat().join(', ')}]`,
      }),
    ),
  );
  return print(call, { usual: ['name', 'index_patterns', 'order', 'version', 'composed_of'], rows });
}

export const catRoutes: readonly OsRoute[] = [
  os(
    'GET',
    'read',
    '/_cat',
    () =>
      '=^.^=\n/_cat/aliases\n/_cat/cluster_manager\n/_cat/count\n/_cat/health\n/_cat/indices\n/_cat/nodes\n/_cat/plugins\n/_cat/shards\n/_cat/templates\n',
  ),
  os('GET', 'read', ['/_cat/indices', '/_cat/indices/:index'], indices),
  os('GET', 'read', ['/_cat/count', '/_cat/count/:index'], count),
  os('GET', 'read', '/_cat/health', health),
  os('GET', 'read', ['/_cat/aliases', '/_cat/aliases/:name'], aliases),
  os('GET', 'read', ['/_cat/shards', '/_cat/shards/:index'], shards),
  os('GET', 'read', '/_cat/nodes', nodes),
  os('GET', 'read', ['/_cat/templates', '/_cat/templates/:name'], templates),
];
