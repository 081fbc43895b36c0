import { FIGURES, figureColumns } from './figures.ts';

/** A column of a table for people at a terminal. */
export interface Column {
  readonly name: string;
  /** Shorter names it can be asked for by. */
  readonly others: readonly string[];
  /** What stands in it, for `help`. */
  readonly says: string;
  /** Numbers stand at the right edge. */
  readonly isRight: boolean;
  /** Shown unless others are asked for. */
  readonly isUsual: boolean;
}

/** `name>: other,other: what it says`; `>` for a column of numbers, `?` for one that is shown when it is asked for. */
function columnFrom(line: string, isUsual: boolean): Column {
  const [head = '', others = '', says = ''] = line.split(': ');
  const name = head.replace(/[>?]+$/, '');
  return {
    name,
    others: others.trim() === '' ? [] : others.split(','),
    says,
    isRight: /[>?]*$/.exec(head)?.[0].includes('>') === true,
    isUsual: isUsual && !head.endsWith('?'),
  };
}

const columns = (usual: readonly string[], further: readonly string[] = []): readonly Column[] => [
  ...usual.map((line) => columnFrom(line, true)),
  ...further.map((line) => columnFrom(line, false)),
];

const INDEX = 'index: i,idx: index';
const SHARD = 'shard: s,sh: number of the shard';
const KIND = 'prirep: p,pr,primaryOrReplica: p for a primary, r for a replica';
const NODE_ID = 'id: : id of the node';
const ADDRESS = 'ip: : address of the node';
const PORT = 'port: po: port between nodes';

/** Columns that are shown when they are asked for. */
const asked = (lines: readonly string[]): readonly string[] => lines.map((line) => line.replace(': ', '?: '));

/** The same of the primaries alone, which are all there is; known by its whole name. */
const ofPrimaries = (line: string): string => line.replace(/^(\S+): [^:]*/, 'pri.$1: ');

const MEMORY = 'memory.total>: tm,memoryTotal: bytes of memory it takes';

/** Tables by their names in the address, with the names their columns have in OpenSearch. */
export const TABLES = {
  aliases: columns([
    'alias: a: alias',
    'index: i,idx: index behind it',
    'filter: f,fi: * where it lets only some documents through',
    'routing.index: ri,routingIndex: routing of writes',
    'routing.search: rs,routingSearch: routing of searches',
    'is_write_index: w,isWriteIndex: whether writes go there',
  ]),
  allocation: columns([
    'shards>: s: shards on the node',
    'disk.indices>: di,diskIndices: bytes its indexes hold',
    'disk.used>: du,diskUsed: bytes in use on its disk',
    'disk.avail>: da,diskAvail: bytes that are free there',
    'disk.total>: dt,diskTotal: bytes of its disk',
    'disk.percent>: dp,diskPercent: share in use',
    'host: h: host of the node',
    ADDRESS,
    'node: n: name of the node',
  ]),
  cluster_manager: columns([NODE_ID, 'host: h: host of the node', ADDRESS, 'node: n: name of the node']),
  count: columns([
    'epoch: t,time: seconds since 1970',
    'timestamp: ts,hms,hhmmss: time of day',
    'count: dc,docs.count,docsCount: documents',
  ]),
  fielddata: columns([
    NODE_ID,
    'host: h: host of the node',
    ADDRESS,
    'node: n: name of the node',
    'field: f: field',
    'size>: s: bytes of the field in memory',
  ]),
  health: columns([
    'epoch: t,time: seconds since 1970',
    'timestamp: ts,hms,hhmmss: time of day',
    'cluster: cl: name of the cluster',
    'status: st: colour',
    'node.total>: nt,nodeTotal: nodes',
    'node.data>: nd,nodeData: nodes that hold data',
    'discovered_cluster_manager>: dcm,dm,discovered_master: whether somebody leads',
    'shards>: t,sh,shards.total,shardsTotal: shards',
    'pri>: p,shards.primary,shardsPrimary: primary shards',
    'relo>: r,shards.relocating,shardsRelocating: shards that move',
    'init>: i,shards.initializing,shardsInitializing: shards that begin',
    'unassign>: u,shards.unassigned,shardsUnassigned: shards without a node',
    'pending_tasks>: pt,pendingTasks: changes of the cluster that wait',
    'max_task_wait_time>: mtwt,maxTaskWaitTime: how long the oldest of them waits',
    'active_shards_percent>: asp,activeShardsPercent: share of shards that have a node',
  ]),
  indices: columns([
    'health: h: colour',
    'status: s: open or close',
    'index: i,idx: index',
    'uuid: id,uuid: id of the index',
    'pri>: p,shards.primary,shardsPrimary: primary shards',
    'rep>: r,shards.replica,shardsReplica: replicas asked for',
    'docs.count>: dc,docsCount: documents',
    'docs.deleted>: dd,docsDeleted: documents replaced or removed',
    'creation.date?: cd: when it was made, in ms',
    'creation.date.string?: cds: when it was made',
    'store.size>: ss,storeSize: bytes on disk',
    'pri.store.size>: : bytes of primaries on disk',
    ...asked([...figureColumns(FIGURES.indices), MEMORY].flatMap((line) => [line, ofPrimaries(line)])),
    'search.throttled?: sth: whether searches wait for others',
  ]),
  nodeattrs: columns([
    'node: name: name of the node',
    'id?: id,nodeId: id of the node',
    'pid?: p: id of the process',
    'host: h: host',
    'ip: i: address',
    'port?: po: port between nodes',
    'attr: attr.name: attribute',
    'value: attr.value: its value',
  ]),
  nodes: columns([
    'id?: id,nodeId: id of the node',
    'pid?: p: id of the process',
    'ip: i: address',
    'port?: po: port between nodes',
    'http_address?: http: address of its HTTP',
    'version?: v: version of the language',
    'type?: t: kind of the build',
    'jdk?: j: version of Node',
    'disk.total>?: dt,diskTotal: bytes of its disk',
    'disk.used>?: du,diskUsed: bytes in use there',
    'disk.avail>?: d,da,disk,diskAvail: bytes that are free there',
    'disk.used_percent>?: dup,diskUsedPercent: share in use',
    'heap.current>?: hc,heapCurrent: heap in use',
    'heap.percent>: hp,heapPercent: share of the heap in use',
    'heap.max>?: hm,heapMax: heap it may have',
    'ram.current>?: rc,ramCurrent: memory of the machine in use',
    'ram.percent>: rp,ramPercent: share of it in use',
    'ram.max>?: rm,ramMax: memory of the machine',
    'file_desc.current>?: fdc,fileDescriptorCurrent: files held open',
    'file_desc.percent>?: fdp,fileDescriptorPercent: share of those it may hold',
    'file_desc.max>?: fdm,fileDescriptorMax: files it may hold open',
    'cpu>: cpu: share of the processors in use',
    'load_1m>: l: load of a minute',
    'load_5m>: l: load of five minutes',
    'load_15m>: l: load of fifteen minutes',
    'uptime>?: u: how long it runs',
    'node.role: r,role,nodeRole: letters of its roles',
    'node.roles: rs,all roles: roles',
    'cluster_manager: cm,m,master: * where it leads',
    'name: n: name of the node',
    ...asked(figureColumns(FIGURES.nodes)),
  ]),
  pending_tasks: columns([
    'insertOrder>: o: order in which it came',
    'timeInQueue>: t: how long it waits',
    'priority: p: how urgent it is',
    'source: s: what it is',
  ]),
  plugins: columns([
    'id?: : id of the node',
    'name: n: name of the node',
    'component: c: plugin',
    'version: v: its version',
    'description?: d: what it does',
  ]),
  recovery: columns(
    [
      INDEX,
      SHARD,
      'time: t,ti: how long it took',
      'type: ty: where its data came from',
      'stage: st: how far it is',
      'source_host: shost: host it came from',
      'source_node: snode: node it came from',
      'target_host: thost: host it came to',
      'target_node: tnode: node it came to',
      'repository: rep: repository',
      'snapshot: snap: snapshot',
      'files: f: files to bring',
      'files_recovered: fr: files brought',
      'files_percent: fp: share of files brought',
      'files_total: tf: files',
      'bytes: b: bytes to bring',
      'bytes_recovered: br: bytes brought',
      'bytes_percent: bp: share of bytes brought',
      'bytes_total: tb: bytes',
      'translog_ops: to: changes to do again',
      'translog_ops_recovered: tor: changes done again',
      'translog_ops_percent: top: share of changes done again',
    ],
    [
      'start_time: start: when it began',
      'start_time_millis: start_millis: when it began, in ms',
      'stop_time: stop: when it ended',
      'stop_time_millis: stop_millis: when it ended, in ms',
    ],
  ),
  repositories: columns(['id: id,repoId: repository', 'type: t,type: its type']),
  segments: columns([
    INDEX,
    SHARD,
    KIND,
    ADDRESS,
    'id?: : id of the node',
    'segment: seg: name of the segment',
    'generation>: g,gen: how often there was another',
    'docs.count>: dc,docsCount: documents',
    'docs.deleted>: dd,docsDeleted: documents replaced or removed',
    'size>: si: bytes on disk',
    'size.memory>: sm,sizeMemory: bytes in memory',
    'committed: ic,isCommitted: whether it is on disk',
    'searchable: is,isSearchable: whether it is searched',
    'version: v,ver: version of Lucene',
    'compound: ico,isCompound: whether it is one file',
  ]),
  segment_replication: columns([
    'shardId: s: index and number of the shard',
    'target_node: tnode: node it comes to',
    'target_host: thost: host it comes to',
    'checkpoints_behind: cpb: how far behind it is',
    'bytes_behind: bb: bytes it is behind',
    'current_lag: clag: how long it is behind',
    'last_completed_lag: lcl: how long it took last',
    'rejected_requests: rr: what was refused',
  ]),
  shards: columns([
    INDEX,
    SHARD,
    KIND,
    'state: st: how the shard is',
    'docs>: d,dc: documents',
    'store>: sto: bytes on disk',
    ADDRESS,
    'id?: : id of the node',
    'node: n: name of the node',
    'sync_id?: sync_id: mark of copies that are alike',
    'unassigned.reason?: ur: why it has no node',
    'unassigned.at?: ua: since when',
    'unassigned.for?: uf: for how long',
    'unassigned.details?: ud: more about that',
    'recoverysource.type?: rs: where its data come from',
    ...asked(figureColumns(FIGURES.shards)),
    'seq_no.max>?: sqm,maxSeqNo: number of the last change',
    'seq_no.local_checkpoint>?: sql,localCheckpoint: number up to which all is here',
    'seq_no.global_checkpoint>?: sqg,globalCheckpoint: number up to which all is everywhere',
    ...asked(figureColumns(FIGURES.warmers)),
    'path.data?: pd,dataPath: folder of the data',
    'path.state?: ps,statsPath: folder of the state',
    'docs.deleted>?: dd,docsDeleted: documents replaced or removed',
  ]),
  snapshots: columns([
    'id: id,snapshot: name',
    'status: s,status: how it is',
    'start_epoch: ste,startEpoch: when it began, in s',
    'start_time: sti,startTime: time of day it began',
    'end_epoch: ete,endEpoch: when it ended, in s',
    'end_time: eti,endTime: time of day it ended',
    'duration: dur,duration: how long it took',
    'indices>: i,indices: indexes',
    'successful_shards>: ss,successful_shards: shards that are in it',
    'failed_shards>: fs,failed_shards: shards that are not',
    'total_shards>: ts,total_shards: shards',
    'reason?: r,reason: why some are not',
  ]),
  tasks: columns(
    [
      'action: ac: what is done',
      'task_id: ti: node and number of the task',
      'parent_task_id: pti: task it belongs to',
      'type: ty: how it was asked for',
      'start_time: start: when it began, in ms',
      'timestamp: ts,hms,hhmmss: time of day it began',
      'running_time: time: how long it runs',
      'ip: i: address of the node',
      'node: n: name of the node',
    ],
    [
      'id: : number of the task',
      'running_time_ns: time: how long it runs, in ns',
      'node_id: ni: id of the node',
      PORT,
      'version: v: version of the language',
      'x_opaque_id: x: what the client calls it',
      'description: desc: what it is done to',
    ],
  ),
  templates: columns([
    'name: n: name',
    'index_patterns: t: names it is for',
    'order: o,p: which comes first',
    'version: v: version',
    'composed_of: c: components',
  ]),
  thread_pool: columns(
    [
      'node_name: nn: name of the node',
      'name: n: pool',
      'active>: a: threads at work',
      'queue>: q: what waits',
      'rejected>: r: what was refused',
    ],
    [
      'node_id: id: id of the node',
      'ephemeral_node_id: eid: id of the node since its start',
      'pid: p: id of the process',
      'host: h: host',
      'ip: i: address',
      PORT,
      'type: t: kind of pool',
      'pool_size>: psz: threads',
      'queue_size>: qs: how much may wait',
      'largest>: l: most threads at work together',
      'completed>: c: what was done',
      'total_wait_time>: twt: how long work waited',
      'core>: cr: threads a growing pool keeps',
      'max>: mx: threads a growing pool may have',
      'size>: sz: threads of a fixed pool',
      'keep_alive>: ka: how long threads without work stay',
    ],
  ),
} as const satisfies Readonly<Record<string, readonly Column[]>>;

export type TableName = keyof typeof TABLES;
