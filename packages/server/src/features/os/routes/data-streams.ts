import { type DataStream, indexTemplateFor, mappingAt, type StoredInfo } from '@datasarana/engine';
import { parseSearch } from '@datasarana/query';
import { infosNamed, isTrue, type OsCall } from '../call.ts';
import { shownCell } from '../cat/cells.ts';
import { streamsAt } from '../data-streams.ts';
import type { Body } from '../json-object.ts';
import { type OsRoute, os } from '../route.ts';
import { colourOf, replicasOf, shardsOf } from '../shards.ts';
import { refuseTemplateName } from '../template-indexes.ts';
import { endSearchesOfRemoved } from './scroll.ts';

const ACK = { acknowledged: true } as const;

async function create(call: OsCall) {
  const { name = '' } = call.params;
  await refuseTemplateName(call, name);
  await call.documents.createStream(name);
  return ACK;
}

/** What cannot be read of a stream makes it red: OpenSearch takes a closed index for that. */
function statusOf(infos: readonly StoredInfo[]): 'GREEN' | 'YELLOW' | 'RED' {
  if (infos.some(({ closed }) => closed)) return 'RED';
  return infos.some((info) => colourOf(info) === 'yellow') ? 'YELLOW' : 'GREEN';
}

async function describe(call: OsCall) {
  const templates = (await call.documents.names()).all('index_template');
  const described = async ({ name, timestampField, indices, generation }: DataStream) => {
    const infos = await infosNamed(call, indices);
    const uuids = new Map(infos.map((info) => [info.name, info.uuid]));
    const template = indexTemplateFor(templates, name)?.[0];
    return {
      name,
      timestamp_field: { name: timestampField },
      indices: indices.map((index) => ({ index_name: index, index_uuid: uuids.get(index) })),
      generation,
      status: statusOf(infos),
      ...(template !== undefined && { template }),
    };
  };
  return { data_streams: await Promise.all((await streamsAt(call)).map(described)) };
}

async function remove(call: OsCall) {
  await call.documents.removeStreams((await streamsAt(call, true)).map(({ name }) => name));
  await endSearchesOfRemoved(call);
  return ACK;
}

/** A template may have mapped the time as what it cannot be told in: then there are no documents. */
const tellsTime = ({ mapping }: StoredInfo, field: string): boolean =>
  mappingAt(mapping, field)?.type.startsWith('date') === true;

/** The latest time a document of a stream tells, epoch ms; 0 without one. */
async function latestIn(call: OsCall, infos: readonly StoredInfo[], field: string): Promise<number> {
  const open = infos.filter((info) => tellsTime(info, field)).map(({ name }) => name);
  if (open.length === 0) return 0;
  const request = parseSearch({ size: 0, aggs: { latest: { max: { field } } } });
  const { aggregations } = await call.services.search.search(call.scope, open, request, { signal: call.signal });
  return Number(Object(aggregations?.latest).value ?? 0);
}

interface Counted {
  readonly stream: DataStream;
  readonly infos: readonly StoredInfo[];
  readonly bytes: number;
  readonly latest: number;
}

async function counted(call: OsCall, stream: DataStream): Promise<Counted> {
  const infos = (await infosNamed(call, stream.indices)).filter(({ closed }) => !closed);
  const sizes = await Promise.all(infos.map(async ({ name }) => (await call.documents.stats(name)).bytes));
  const latest = await latestIn(call, infos, stream.timestampField);
  return { stream, infos, bytes: sizes.reduce((sum, size) => sum + size, 0), latest };
}

async function stats(call: OsCall): Promise<Body> {
  const all = await Promise.all((await streamsAt(call)).map((stream) => counted(call, stream)));
  const infos = all.flatMap((each) => each.infos);
  const sized = (name: string, bytes: number): Body => ({
    ...(isTrue(call.query.human) && { [name]: shownCell({ bytes }, {}) }),
    [`${name}_bytes`]: bytes,
  });
  return {
    _shards: {
      total: infos.reduce((sum, info) => sum + shardsOf(info) * (1 + replicasOf(info)), 0),
      successful: infos.reduce((sum, info) => sum + shardsOf(info), 0),
      failed: 0,
    },
    data_stream_count: all.length,
    backing_indices: infos.length,
    ...sized(
      'total_store_size',
      all.reduce((sum, { bytes }) => sum + bytes, 0),
    ),
    data_streams: all.map(({ stream, infos: own, bytes, latest }) => ({
      data_stream: stream.name,
      backing_indices: own.length,
      ...sized('store_size', bytes),
      maximum_timestamp: latest,
    })),
  };
}

/** Data streams: what log shippers append to, a row of indexes read as one. */
export const dataStreamRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_data_stream', '/_data_stream/:name'], describe),
  os('GET', 'read', ['/_data_stream/_stats', '/_data_stream/:name/_stats'], stats),
  os('PUT', 'manage', '/_data_stream/:name', create),
  os('DELETE', 'manage', '/_data_stream/:name', remove),
];
