import {
  type AddedDocuments,
  dateMathName,
  PRIMARY_TERM,
  type StoredInfo,
  type WriteConditions,
  type WriteResult,
} from '@datasarana/engine';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import { integer, type OsCall, type Texts } from './call.ts';
import { isStream, wouldBeStream } from './data-streams.ts';
import type { JsonBytes } from './json-bytes.ts';
import { illegal, incomplete } from './refusals.ts';
import { replicasOf } from './shards.ts';
import { refuseTemplateWrite } from './template-indexes.ts';

const VERSION_TYPES = {
  internal: 'internal',
  external: 'external',
  external_gt: 'external',
  external_gte: 'external_gte',
} as const;

/** How versions are compared. @throws PlatformError for a name that is none */
export function versionTypeOf(type: string): (typeof VERSION_TYPES)[keyof typeof VERSION_TYPES] {
  const found = Object.entries(VERSION_TYPES).find(([name]) => name === type)?.[1];
  if (found === undefined) throw illegal(`No version type match [${type}]`);
  return found;
}

/** The conditions a write is bound to by its address. */
export function conditionsOf(query: Texts): WriteConditions & { readonly routing?: string } {
  const version = integer(query, 'version');
  const type = query.version_type ?? 'internal';
  const versionType = versionTypeOf(type);
  if (version !== undefined && version > Number.MAX_SAFE_INTEGER)
    throw illegal(`[version] ${query.version} is beyond ${Number.MAX_SAFE_INTEGER}, the largest a document has here`);
  if (versionType !== 'internal' && (version ?? -3) < 0) {
    const named = type === 'external_gt' ? 'external' : type;
    throw incomplete(`illegal version value [${version ?? -3}] for version type [${named.toUpperCase()}]`);
  }
  const bound = comparisonOf(query);
  if (version !== undefined && bound.ifSeqNo !== undefined)
    throw incomplete('compare and write operations can not use versioning');
  return {
    ...(version !== undefined && { version }),
    versionType,
    ...bound,
    ...(query.routing !== undefined && { routing: query.routing }),
  };
}

/** A document that is made is in no state yet to be compared. @throws PlatformError for one that is bound to a state */
export function refuseBoundCreate(query: Texts): void {
  const { version, version_type: type = 'internal' } = query;
  const what = 'create operations';
  if (versionTypeOf(type) !== 'internal')
    throw incomplete(`${what} only support internal versioning. use index instead`);
  if (version !== undefined) throw incomplete(`${what} do not support explicit versions. use index instead`);
  if (comparisonOf(query).ifSeqNo !== undefined)
    throw incomplete(`${what} do not support compare and set. use index instead`);
}

/** What OpenSearch takes for no number of a write, and for no term. */
const UNASSIGNED = { seqNo: -2, term: 0 } as const;

/** The number and the term a document has to stand at. */
function comparisonOf(query: Texts): Pick<WriteConditions, 'ifSeqNo' | 'ifPrimaryTerm'> {
  const ifSeqNo = integer(query, 'if_seq_no') ?? UNASSIGNED.seqNo;
  const ifPrimaryTerm = integer(query, 'if_primary_term') ?? UNASSIGNED.term;
  if (ifSeqNo < 0 && ifSeqNo !== UNASSIGNED.seqNo)
    throw illegal(`sequence numbers must be non negative. got [${ifSeqNo}].`);
  if (ifPrimaryTerm < 0) throw illegal(`primary term must be non negative. got [${ifPrimaryTerm}]`);
  const [hasNumber, hasTerm] = [ifSeqNo !== UNASSIGNED.seqNo, ifPrimaryTerm !== UNASSIGNED.term];
  if (!hasNumber && hasTerm) throw incomplete(`ifSeqNo is unassigned, but primary term is [${ifPrimaryTerm}]`);
  if (hasNumber && !hasTerm) throw incomplete(`ifSeqNo is set, but primary term is [${UNASSIGNED.term}]`);
  return hasNumber ? { ifSeqNo, ifPrimaryTerm } : {};
}

/** There are no ingest pipelines: a document that should pass one must not be stored without it. */
export function refusePipeline(name: string | undefined): void {
  if (name === '') throw incomplete('pipeline cannot be an empty string');
  if (name !== undefined && name !== '_none') throw illegal(`pipeline with id [${name}] does not exist`);
}

/** The same of the pipelines an index itself names for all that is written to it. */
export async function refuseOwnPipelines(call: OsCall, index: string, asked: string | undefined): Promise<void> {
  const { settings } = await call.documents.info(index);
  const usual = asked ?? settings['index.default_pipeline'];
  for (const name of [usual, settings['index.final_pipeline']])
    refusePipeline(name === undefined ? undefined : String(name));
}

/** The refusal of a write through an alias none of whose indexes is written to. */
export const noWriteIndex = (alias: string): PlatformError =>
  illegal(
    `no write index is defined for alias [${alias}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
  );

/** The index a write goes to; one that is not there yet is made, unless an alias is required, and so is a data stream by `makesStream`. */
export async function targetOf(
  call: OsCall,
  given: string,
  requireAlias: boolean,
  { makesStream = true }: { readonly makesStream?: boolean } = {},
): Promise<string> {
  const { documents } = call;
  const name = dateMathName(given, Date.now());
  const found = await documents.writeIndex(name);
  if (requireAlias && (found === null || found === name || (await isStream(call, name)))) {
    throw new PlatformError(
      `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
      {
        code: ReplyCode.NotFound,
        type: 'not_found',
        http: 404,
        openSearch: { type: 'index_not_found_exception', index: name, index_uuid: '_na_' },
      },
    );
  }
  if (found === '') throw noWriteIndex(name);
  if (found !== null) return found;
  await refuseTemplateWrite(call, name);
  const isNewStream = makesStream && (await wouldBeStream(call, name));
  return (isNewStream ? madeStream(call, name) : documents.create(name)).catch((error: unknown) => {
    const detail = error instanceof PlatformError ? error.detail.openSearch : undefined;
    if (detail?.type !== 'resource_already_exists_exception') throw error;
    return isNewStream ? writtenOf(call, name) : String(detail.index);
  });
}

async function madeStream(call: OsCall, name: string): Promise<string> {
  await call.documents.createStream(name);
  return writtenOf(call, name);
}

/** The index a data stream is written to. */
const writtenOf = async ({ documents }: OsCall, name: string): Promise<string> =>
  (await documents.writeIndex(name)) ?? name;

/** The index a delete goes to, which none makes but one with an external version. */
export async function targetOfDelete(call: OsCall, given: string, versionType = 'internal'): Promise<string> {
  if (versionType.startsWith('external')) return targetOf(call, given, false);
  const found = await call.documents.writeIndex(given);
  if (found === '') throw noWriteIndex(given);
  if (found !== null) return found;
  const [name = given] = await call.documents.resolve(given);
  return name;
}

/** Where a document that was made is found. */
export const placeOf = (
  index: string,
  { id, result }: WriteResult,
  routing?: string,
): Readonly<Record<string, string>> =>
  result === 'created'
    ? {
        location: `/${encodeURIComponent(index)}/_doc/${encodeURIComponent(id)}${routing === undefined ? '' : `?routing=${encodeURIComponent(routing)}`}`,
      }
    : {};

/** What writes to one index are answered with, on their own and as items of a bulk. */
export class WrittenBodies {
  readonly index: string;
  readonly #copies: number;
  readonly #forced: boolean;
  readonly #frames = new Map<string, ReadonlyMap<WriteResult['result'], Frame>>();

  constructor(call: Pick<OsCall, 'query'>, index: string, info?: StoredInfo) {
    this.index = index;
    this.#copies = info === undefined ? 1 : replicasOf(info) + 1;
    this.#forced = call.query.refresh === '' || call.query.refresh === 'true';
  }

  body(written: WriteResult) {
    return {
      _index: this.index,
      _id: written.id,
      _version: written.version,
      result: written.result,
      ...(this.#forced ? { forced_refresh: true } : {}),
      _shards: { total: this.#copies, successful: 1, failed: 0 },
      _seq_no: written.seqNo,
      _primary_term: PRIMARY_TERM,
    };
  }

  /** Writes an item of a bulk: there are many of them, and they differ in id, version and number only. */
  write(out: JsonBytes, kind: string, written: WriteResult): void {
    const frame = this.#frame(kind, written);
    out.bytes(frame.start);
    out.quoted(written.id);
    out.bytes(frame.version);
    out.whole(written.version);
    out.bytes(frame.number);
    out.whole(written.seqNo);
    out.bytes(frame.end);
  }

  /** Writes the items of documents that were added together, with commas between them. */
  writeAll(out: JsonBytes, kind: string, added: AddedDocuments): void {
    const first = added.at(0);
    const { start, version, number, end } = this.#frame(kind, first);
    const parts = [',', start, JSON.stringify(first.id), version, String(first.version), number];
    const before = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const hole = 1 + start.length + 1;
    const { length } = first.id;
    for (let place = 0; place < added.count; place++) {
      if (place > 0) out.filled(before, hole, added.ids, place * length, (place + 1) * length);
      else out.bytes(before.subarray(1));
      out.whole(added.seqNo + place);
      out.bytes(end);
    }
  }

  #frame(kind: string, written: WriteResult): Frame {
    const { result } = written;
    const known = this.#frames.get(kind);
    const frame = known?.get(result) ?? this.#frameOf(kind, written);
    if (known?.has(result) !== true) this.#frames.set(kind, new Map([...(known ?? []), [result, frame]]));
    return frame;
  }

  #frameOf(kind: string, written: WriteResult): Frame {
    const [id, version, seqNo] = ['<id>', '<version>', '<number>'];
    const item = {
      [kind]: { ...this.body(written), _id: id, _version: version, _seq_no: seqNo, status: statusOfWrite(written) },
    };
    const text = JSON.stringify(item);
    const parts = [id, version, seqNo].reduce(
      (all, mark) => [...all.slice(0, -1), ...cut(all.at(-1) ?? '', JSON.stringify(mark))],
      [text],
    );
    const [start, ofVersion, ofNumber, end] = parts.map((part) => Buffer.from(part));
    if (!start || !ofVersion || !ofNumber || !end)
      throw new Error(`An item of a bulk has no place for its id: ${text}`);
    return { start, version: ofVersion, number: ofNumber, end };
  }
}

/** The text of an item up to its id, from there to its version, to its number and to its end. */
interface Frame {
  readonly start: Buffer;
  readonly version: Buffer;
  readonly number: Buffer;
  readonly end: Buffer;
}

/** What stands before a mark and what behind it, looked for from the end. */
function cut(text: string, mark: string): readonly string[] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/** What one write is answered with. */
export async function writtenBody(call: Pick<OsCall, 'documents' | 'query'>, index: string, written: WriteResult) {
  const body = new WrittenBodies(call, index, await call.documents.info(index)).body(written);
  if (written.result !== 'noop') return body;
  // nothing was written, so there was nothing to make visible either
  const { forced_refresh: _none, ...rest } = body;
  return { ...rest, _shards: { total: 0, successful: 0, failed: 0 } };
}

const STATUS = { created: 201, updated: 200, deleted: 200, noop: 200, not_found: 404 } as const;

export const statusOfWrite = ({ result }: WriteResult): number => STATUS[result];
