import { type ErrorType, PlatformError, ReplyCode } from '@datasarana/schema';
import type { IndexLayout } from '../index/layout.ts';

interface Kind {
  readonly code: number;
  readonly type: ErrorType;
  readonly http: number;
}

const BAD: Kind = { code: ReplyCode.Malformed, type: 'malformed', http: 400 };
const ABSENT: Kind = { code: ReplyCode.NotFound, type: 'not_found', http: 404 };
const CLASH: Kind = { code: ReplyCode.Failed, type: 'conflict', http: 409 };

type More = Readonly<Record<string, unknown>>;

const refusal = ({ code, type, http }: Kind, openSearch: string, reason: string, more: More = {}): PlatformError =>
  new PlatformError(reason, { code, type, http, openSearch: { type: openSearch, ...more } });

export const illegalArgument = (reason: string): PlatformError => refusal(BAD, 'illegal_argument_exception', reason);

/** A name or a value whose spelling cannot be read. */
export const unparsable = (reason: string): PlatformError => refusal(BAD, 'parse_exception', reason);

export const actionInvalid = (...reasons: readonly string[]): PlatformError =>
  refusal(
    BAD,
    'action_request_validation_exception',
    `Validation Failed: ${reasons.map((reason, i) => `${i + 1}: ${reason};`).join('')}`,
  );

/** A body with members that the call does not know, or of other kinds. */
export const misread = (reason: string): PlatformError => refusal(BAD, 'x_content_parse_exception', reason);

/** A document or a mapping that cannot be read. */
export const unreadable = (reason: string, cause?: { readonly type: string; readonly reason: string }): PlatformError =>
  refusal(BAD, 'mapper_parsing_exception', reason, cause === undefined ? {} : { caused_by: cause });

/** A change of a mapping that would not fit what was indexed by it. */
export const mapperRefused = (reason: string): PlatformError => refusal(BAD, 'mapper_exception', reason);

/** A document whose objects lie deeper within each other than its index allows. */
export function tooDeep(limit: number): PlatformError {
  const cause = {
    type: 'parse_exception',
    reason: `The depth of the field has exceeded the allowed limit of [${limit}]. This limit can be set by changing the [index.mapping.depth.limit] index level setting.`,
  };
  return refusal(BAD, 'mapper_parsing_exception', 'failed to parse', { root_cause: [cause], caused_by: cause });
}

export const strictlyRefused = (reason: string): PlatformError =>
  refusal(BAD, 'strict_dynamic_mapping_exception', reason);

/** What an index that is not there is answered with. */
export const noSuchIndex = (index: string): PlatformError =>
  refusal(ABSENT, 'index_not_found_exception', `no such index [${index}]`, {
    index,
    'resource.id': index,
    'resource.type': 'index_or_alias',
    index_uuid: '_na_',
  });

export const indexExists = (index: string, uuid: string): PlatformError =>
  refusal(BAD, 'resource_already_exists_exception', `index [${index}/${uuid}] already exists`, {
    index,
    index_uuid: uuid,
  });

export const streamExists = (stream: string): PlatformError =>
  refusal(BAD, 'resource_already_exists_exception', `data_stream [${stream}] already exists`);

/** A name means an index, an alias or a data stream, and never two of them. */
export const streamNameTaken = (stream: string, by: 'index' | 'alias'): PlatformError =>
  refusal(
    BAD,
    'illegal_state_exception',
    `index, alias, and data stream names need to be unique, but the following duplicates were found [data stream [${stream}] conflicts with ${by}]`,
  );

export const invalidIndexName = (index: string, why: string): PlatformError =>
  refusal(BAD, 'invalid_index_name_exception', `Invalid index name [${index}], ${why}`, { index, index_uuid: '_na_' });

/** A write through an alias goes to one index. */
export const severalWriteIndexes = (alias: string, indexes: readonly string[]): PlatformError =>
  refusal(BAD, 'illegal_state_exception', `alias [${alias}] has more than one write index [${indexes.join(',')}]`);

export const hiddenInPart = (alias: string, hidden: readonly string[], seen: readonly string[]): PlatformError =>
  refusal(
    BAD,
    'illegal_state_exception',
    `alias [${alias}] has is_hidden set to true on indices [${hidden.join(',')}] but does not have is_hidden set to true on indices [${seen.join(',')}]; alias must have the same is_hidden setting on all indices`,
  );

export const invalidAlias = (alias: string, why: string): PlatformError =>
  refusal(BAD, 'invalid_alias_name_exception', `Invalid alias name [${alias}]: ${why}`, { index: alias });

/** A filter of an alias that is no query, or none for the fields behind it. */
export function unreadableFilter(alias: string, cause: PlatformError): PlatformError {
  const { type = 'parsing_exception' } = cause.detail.openSearch ?? {};
  const more = { caused_by: { type, reason: cause.message } };
  return refusal(BAD, 'illegal_argument_exception', `failed to parse filter for alias [${alias}]`, more);
}

/** An index as refusals name it. */
export interface IndexRef {
  readonly index: string;
  readonly index_uuid: string;
}

export const refOf = ({ name, definition }: Pick<IndexLayout, 'name' | 'definition'>): IndexRef => ({
  index: name,
  index_uuid: definition.stored?.uuid ?? '_na_',
});

export const versionConflict = (id: string, index: IndexRef, why: string): PlatformError =>
  refusal(CLASH, 'version_conflict_engine_exception', `[${id}]: version conflict, ${why}`, { shard: '0', ...index });

export const documentMissing = (id: string, index: IndexRef): PlatformError =>
  refusal(ABSENT, 'document_missing_exception', `[${id}]: document missing`, { shard: '0', ...index });

/** A document that an update would change and its index keeps back. */
export const sourceMissing = (id: string, index: IndexRef): PlatformError =>
  refusal(BAD, 'document_source_missing_exception', `[${id}]: document source missing`, { shard: '0', ...index });

export const indexClosed = ({ index, index_uuid }: IndexRef): PlatformError =>
  refusal(BAD, 'index_closed_exception', 'closed', { index, index_uuid });

/** A document whose index wants a routing with every one; null: it has no id yet. */
export const routingMissing = (index: string, id: string | null): PlatformError =>
  refusal(BAD, 'routing_missing_exception', `routing is required for [${index}]/[${id}]`, {
    index,
    index_uuid: '_na_',
  });
