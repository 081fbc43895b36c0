import { type DataStream, fitsPattern, indexTemplateFor, noSuchIndex, type WriteOperation } from '@datasarana/engine';
import type { PlatformError } from '@datasarana/schema';
import { list, type OsCall } from './call.ts';
import { illegal, missingResource } from './refusals.ts';

/** What of a write decides whether a data stream takes it. */
export type StreamWrite = Pick<WriteOperation, 'kind' | 'ifSeqNo'> & { readonly routing?: string | undefined };

function refuseToStream(stream: string, { kind, routing }: StreamWrite): void {
  if (kind !== 'create') throw illegal('only write ops with an op_type of create are allowed in data streams');
  if (routing === undefined) return;
  throw illegal(
    `index request targeting data stream [${stream}] specifies a custom routing. target the backing indices directly or remove the custom routing.`,
  );
}

/** What stands in an index of a stream may be changed there; what is new goes in by the stream. */
function refuseToBacking(stream: string, { kind, ifSeqNo }: StreamWrite): void {
  const disallowed = `targeting backing indices is disallowed, target corresponding data stream [${stream}] instead`;
  if (kind === 'create') throw illegal(`index request with op_type=create ${disallowed}`);
  if (kind !== 'index' || ifSeqNo !== undefined) return;
  throw illegal(`index request with op_type=index and no if_primary_term and if_seq_no set ${disallowed}`);
}

/** What a name means to the data streams: one of them, or an index of one; null when neither. */
export interface StreamRole {
  readonly stream: string;
  readonly isBacking: boolean;
}

export async function streamRole({ documents }: OsCall, given: string): Promise<StreamRole | null> {
  for (const { name, indices } of await documents.streams()) {
    if (name === given) return { stream: name, isBacking: false };
    if (indices.includes(given)) return { stream: name, isBacking: true };
  }
  return null;
}

/** Data streams are appended to by their names alone. @throws PlatformError 400 for another write */
export function refuseWriteAs(role: StreamRole | null, write: StreamWrite): void {
  if (role === null) return;
  const refuse = role.isBacking ? refuseToBacking : refuseToStream;
  refuse(role.stream, write);
}

/** The same of a single write. */
export const refuseStreamWrite = async (call: OsCall, given: string, write: StreamWrite): Promise<void> =>
  refuseWriteAs(await streamRole(call, given), write);

export const isStream = async ({ documents }: OsCall, name: string): Promise<boolean> =>
  (await documents.streams()).some((stream) => stream.name === name);

/** Whether the first write to a name makes a data stream. */
export async function wouldBeStream({ documents }: OsCall, name: string): Promise<boolean> {
  const [, template] = indexTemplateFor((await documents.names()).all('index_template'), name) ?? [];
  return template?.data_stream !== undefined;
}

/** One document is asked for in one index. @throws PlatformError 404 for a data stream, as OpenSearch says it */
export async function refuseStreamName(call: OsCall, name: string): Promise<void> {
  if (!(await isStream(call, name))) return;
  throw missingResource('index_not_found_exception', 'no such index [null]', {
    'resource.id': name,
    'resource.type': 'index_expression',
    excluded_ds: 'true',
  });
}

const isPattern = (part: string): boolean => part.includes('*') || part === '_all';

/** The data streams an address names; without a name all of them. @throws PlatformError 404 for a name nothing has, but where `lenient` */
export async function streamsAt(call: OsCall, lenient = false): Promise<readonly DataStream[]> {
  const all = await call.documents.streams();
  const parts = call.params.name === undefined ? ['*'] : list(call.params.name);
  const found = new Map<string, DataStream>();
  for (const [place, part] of parts.entries()) {
    const isTaken = place > 0 && part.startsWith('-');
    const pattern = isTaken ? part.slice(1) : part;
    const fitting = all.filter(({ name }) => (isPattern(pattern) ? fitsPattern(pattern, name) : name === pattern));
    if (fitting.length === 0 && !isPattern(pattern) && !lenient) await refuseAbsent(call, pattern);
    for (const stream of fitting) {
      if (isTaken) found.delete(stream.name);
      else found.set(stream.name, stream);
    }
  }
  return [...found.values()];
}

/** A name an index or an alias has is there, and means no stream. */
async function refuseAbsent({ documents }: OsCall, name: string): Promise<void> {
  if ((await documents.writeIndex(name)) === null) throw noSuchIndex(name);
}

/** Data streams and their indexes take no aliases but those of their templates. */
export async function refuseAliasesOf({ documents }: OsCall, indexes: readonly string[]): Promise<void> {
  for (const { name, indices } of await documents.streams()) {
    const held = indexes.filter((index) => indices.includes(index));
    if (held.length > 0) throw refusedAlias(held, name);
  }
}

const refusedAlias = (indexes: readonly string[], stream: string): PlatformError =>
  illegal(
    `The provided expressions [${indexes.join(', ')}] match a backing index belonging to data stream [${stream}]. Data streams and their backing indices don't support aliases.`,
  );
