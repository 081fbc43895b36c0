import {
  type FoundDocument,
  isSourceEnabled,
  PRIMARY_TERM,
  type SourceText,
  versionConflict,
} from '@datasarana/engine';
import { filterSource, type SourceFilter } from '@datasarana/query';
import { list, type OsCall, type Texts } from './call.ts';
import { storedFields } from './fields.ts';
import { indexRef } from './index-ref.ts';
import type { Body } from './json-object.ts';

/** A document as far as its index lets it be shown. */
export interface ShownDocument extends Omit<FoundDocument, 'source'> {
  /** Null where the index keeps it back. */
  readonly source: SourceText | null;
}

/** A document of an index of documents, without what its mapping keeps back. */
export async function shownDocument(
  { documents }: Pick<OsCall, 'documents'>,
  name: string,
  found: FoundDocument | null,
): Promise<ShownDocument | null> {
  if (found === null || isSourceEnabled((await documents.info(name)).mapping)) return found;
  return { ...found, source: null };
}

/** @throws PlatformError 409 for a document that was changed since */
export async function refuseOtherVersion(
  call: Pick<OsCall, 'documents'>,
  name: string,
  { id, version }: ShownDocument,
  wanted: number,
): Promise<void> {
  if (version === wanted) return;
  const why = `current version [${version}] is different than the one provided [${wanted}]`;
  throw versionConflict(id, await indexRef(call, name), why);
}

/** Which parts of a document are asked for. */
export interface WantedParts {
  readonly filter: SourceFilter | undefined;
  /** Names of stored fields. */
  readonly stored: readonly string[];
}

/** The parts of a source an address asks for. Names in `_source` are those of `_source_includes`, unless that says others. */
export function sourceFilter(query: Texts): SourceFilter | undefined {
  const given = query._source;
  if (given === 'false') return { kind: 'none' };
  const named = query._source_includes ?? query._source_include;
  const includes = list(named ?? (given === 'true' ? undefined : given));
  const excludes = list(query._source_excludes ?? query._source_exclude);
  if (includes.length + excludes.length > 0) return { kind: 'fields', includes, excludes };
  return given === undefined ? undefined : { kind: 'all' };
}

/** `_source` as far as it is asked for; without a filter the whole. */
export function sourcePart({ source }: ShownDocument, filter: SourceFilter | undefined): Body {
  if (filter?.kind === 'none' || source === null) return {};
  if (filter === undefined || filter.kind === 'all') return { _source: source };
  return { _source: filterSource(source.parsed, filter) };
}

/** What `_explain` answers of the document beside its score, when the address asks for it. */
export function explainedPart(query: Texts, found: ShownDocument): Body {
  const filter = sourceFilter(query);
  if (filter === undefined || filter.kind === 'none') return {};
  return { get: { _seq_no: found.seqNo, _primary_term: PRIMARY_TERM, found: true, ...sourcePart(found, filter) } };
}

/** A document as `_get` and `_mget` answer it. */
export async function foundBody(
  call: OsCall,
  name: string,
  id: string,
  found: ShownDocument | null,
  { filter, stored }: WantedParts,
): Promise<Body> {
  if (found === null) return { _index: name, _id: id, found: false };
  const info = stored.length === 0 ? null : await call.documents.info(name);
  const fields = info === null || found.source === null ? {} : storedFields(info.mapping, found.source, stored);
  const bare = stored.length > 0 && filter === undefined && !stored.includes('_source');
  return {
    _index: name,
    _id: found.id,
    _version: found.version,
    _seq_no: found.seqNo,
    _primary_term: PRIMARY_TERM,
    ...(found.routing !== null && { _routing: found.routing }),
    ...(found.ignored.length > 0 && { _ignored: found.ignored }),
    found: true,
    ...(bare ? {} : sourcePart(found, filter)),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}
