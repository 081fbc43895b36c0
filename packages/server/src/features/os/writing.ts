import type { WriteConditions, WriteResult } from '@datasarana/engine';
import { PRIMARY_TERM } from '@datasarana/engine';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import { integer, type OsCall, type Texts } from './call.ts';
import { illegal, incomplete } from './refusals.ts';
import { replicasOf } from './routes/cluster.ts';
import { refuseTemplateWrite } from './template-indexes.ts';

/** The conditions a write is bound to by its address. */
export function conditionsOf(query: Texts): WriteConditions & { readonly routing?: string } {
  const version = integer(query, 'version');
  const type = query.version_type ?? 'internal';
  const kinds = {
    internal: 'internal',
    external: 'external',
    external_gt: 'external',
    external_gte: 'external_gte',
  } as const;
  const versionType = Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : undefined;
  if (versionType === undefined) throw illegal(`No version type match [${type}]`);
  if (versionType !== 'internal' && version === undefined) {
    throw incomplete(`illegal version value [-3] for version type [${type.toUpperCase()}]`);
  }
  const ifSeqNo = integer(query, 'if_seq_no');
  const ifPrimaryTerm = integer(query, 'if_primary_term');
  if ((ifSeqNo === undefined) !== (ifPrimaryTerm === undefined)) {
    throw incomplete(
      ifSeqNo === undefined
        ? `if_seq_no is unassigned, but primary term is [${ifPrimaryTerm}]`
        : 'ifSeqNo is set, but primary term is [0]',
    );
  }
  return {
    ...(version !== undefined && { version }),
    versionType,
    ...(ifSeqNo !== undefined && { ifSeqNo }),
    ...(ifPrimaryTerm !== undefined && { ifPrimaryTerm }),
    ...(query.routing !== undefined && { routing: query.routing }),
  };
}

/** There are no ingest pipelines: a document that should pass one must not be stored without it. */
export function refusePipeline(name: string | undefined): void {
  if (name !== undefined && name !== '_none') throw illegal(`pipeline with id [${name}] does not exist`);
}

/** The index a write goes to; one that is not there yet is made, unless an alias is required. */
export async function targetOf(call: OsCall, name: string, requireAlias: boolean): Promise<string> {
  const { documents } = call;
  const found = await documents.writeIndex(name);
  if (requireAlias && (found === null || found === name)) {
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
  if (found === '') {
    throw illegal(
      `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
    );
  }
  if (found !== null) return found;
  await refuseTemplateWrite(call, name);
  await documents.create(name).catch((error: unknown) => {
    const isThere =
      error instanceof PlatformError && error.detail.openSearch?.type === 'resource_already_exists_exception';
    if (!isThere) throw error;
  });
  return name;
}

/** What a write is answered with, on its own and as an item of a bulk. */
export async function writtenBody(call: Pick<OsCall, 'documents' | 'query'>, index: string, written: WriteResult) {
  const info = await call.documents.info(index);
  return {
    _index: index,
    _id: written.id,
    _version: written.version,
    result: written.result,
    ...(call.query.refresh === '' || call.query.refresh === 'true' ? { forced_refresh: true } : {}),
    _shards: {
      total: written.result === 'noop' ? 0 : replicasOf(info) + 1,
      successful: written.result === 'noop' ? 0 : 1,
      failed: 0,
    },
    _seq_no: written.seqNo,
    _primary_term: PRIMARY_TERM,
  };
}

const STATUS = { created: 201, updated: 200, deleted: 200, noop: 200, not_found: 404 } as const;

export const statusOfWrite = ({ result }: WriteResult): number => STATUS[result];
