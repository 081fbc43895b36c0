import type { SourceBytes, WriteOperation } from '@datasarana/engine';
import { parseSearch, type SourceFilter } from '@datasarana/query';
import type { PlatformError } from '@datasarana/schema';
import { jsonObject } from './body.ts';
import { isObject, isTrue, type OsCall, type Texts } from './call.ts';
import { sourceFilter } from './found-document.ts';
import type { Body } from './json-object.ts';
import { illegal, incomplete } from './refusals.ts';
import { conditionsOf, refuseBoundCreate } from './writing.ts';

export type Kind = WriteOperation['kind'];

/** What of a call a bulk is read from. */
export type BulkCall = Pick<OsCall, 'stream' | 'params' | 'query'>;

/** What actions say beside their documents; many actions of a bulk share it. */
export interface Said {
  readonly kind: Kind;
  readonly name: string;
  readonly requireAlias: boolean;
  readonly pipeline: string | undefined;
  /** Which parts of a document its update answers. */
  readonly source: SourceFilter | undefined;
}

/** One action of a bulk with its document. */
export interface Action {
  readonly said: Said;
  readonly operation: WriteOperation;
  /** Why its document is not read. */
  readonly fault?: PlatformError;
}

const KINDS: readonly string[] = ['index', 'create', 'update', 'delete'];
const KNOWN = new Set([
  '_index',
  '_id',
  'routing',
  'version',
  'version_type',
  'if_seq_no',
  'if_primary_term',
  'retry_on_conflict',
  'pipeline',
  'require_alias',
  '_source',
  'op_type',
]);

/** Names and versions are simple values: an object would become a name nobody meant. */
function refuseMembers(meta: Body, place: number): void {
  for (const [key, value] of Object.entries(meta)) {
    if (Array.isArray(value) || (isObject(value) && key !== '_source')) {
      const found = Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
      throw illegal(
        `Malformed action/metadata line [${place}], expected a simple value for field [${key}] but found [${found}]`,
      );
    }
    if (!KNOWN.has(key)) throw illegal(`Action/metadata line [${place}] contains an unknown parameter [${key}]`);
  }
}

/** How often to try again changes nothing here; what is no whole number of 32 bits is a mistake all the same. */
function refuseRetries(retries: unknown): void {
  if (retries === undefined || retries === null) return;
  const number = Number(retries);
  if (typeof retries === 'boolean' || retries === '' || Number.isNaN(number))
    throw illegal(`For input string: "${retries}"`);
  if (Math.abs(number) >= 2 ** 31 && number !== -(2 ** 31))
    throw illegal(`Numeric value (${retries}) out of range of int (-2147483648 - 2147483647)`);
}

/** What the line of an action says, which stands at that place among the lines of its bulk. */
export function metaOf(line: string, place: number): { readonly kind: Kind; readonly meta: Body } {
  let action: unknown;
  try {
    action = JSON.parse(line);
  } catch {
    throw illegal(`Malformed action/metadata line [${place}], expected START_OBJECT but found [VALUE_STRING]`);
  }
  const [kind, meta] = isObject(action) ? (Object.entries(action)[0] ?? []) : [];
  if (kind === undefined)
    throw illegal(`Malformed action/metadata line [${place}], expected FIELD_NAME but found [END_OBJECT]`);
  if (!isObject(meta))
    throw illegal(
      `Malformed action/metadata line [${place}], expected START_OBJECT or END_OBJECT but found [VALUE_STRING]`,
    );
  if (!KINDS.includes(kind))
    throw illegal(
      `Malformed action/metadata line [${place}], expected one of [create, delete, index, update] but found [${kind}]`,
    );
  refuseMembers(meta, place);
  refuseRetries(meta.retry_on_conflict);
  return { kind: kind as Kind, meta };
}

const textOf = (source: string | SourceBytes): string => (typeof source === 'string' ? source : source.text);

const NO_VERSIONING =
  'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead';

/** What names no document, or binds it to a version it cannot have, does nothing of a bulk. */
function refuseUnbound(kind: Kind, meta: Texts): void {
  const { _id: id, version, version_type: type, op_type: op } = meta;
  const isCreate = kind === 'create' || (kind === 'index' && op === 'create');
  if (isCreate) refuseBoundCreate(meta);
  if ((kind === 'delete' || kind === 'update') && (id ?? '') === '') throw incomplete('id is missing');
  if (version === undefined || isCreate) return;
  if (kind === 'update')
    throw illegal(
      `Update requests do not support versioning. Please use \`if_seq_no\` and \`if_primary_term\` instead`,
    );
  const faults = [
    ...(id === undefined ? ['an id must be provided if version type or value are set'] : []),
    ...((type ?? 'internal') === 'internal' ? [NO_VERSIONING] : []),
  ];
  if (faults.length > 0) throw incomplete(...faults);
}

const NUMBERS = new Set(['version', 'if_seq_no', 'if_primary_term']);

/** Numbers that stand in a line lose their fraction. */
const wholeOf = (value: unknown): unknown => (typeof value === 'number' ? Math.trunc(value) : value);

/** An update that may make its document cannot be bound to a state of it. */
function refuseBoundUpsert(body: string): void {
  if (!body.includes('upsert')) return;
  const { upsert, doc_as_upsert: asUpsert } = jsonObject(body);
  if (isObject(upsert)) throw incomplete("upsert requests don't support `if_seq_no` and `if_primary_term`");
  if (isTrue(String(asUpsert))) throw incomplete('compare and write operations can not be used with upsert');
}

/** An action with its document. */
export function actionOf(kind: Kind, meta: Body, source: string | SourceBytes, call: BulkCall): Action {
  const texts: Texts = Object.fromEntries(
    Object.entries({ ...meta, routing: meta.routing ?? call.query.routing }).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(NUMBERS.has(key) ? wholeOf(value) : value)]],
    ),
  );
  refuseUnbound(kind, texts);
  const id = texts._id ?? null;
  const given = conditionsOf(texts);
  // a document of which nobody knows an id is in no state to be compared
  const conditions = kind === 'index' && id === null && given.ifSeqNo !== undefined ? {} : given;
  if (kind === 'update' && conditions.ifSeqNo !== undefined) {
    if (Number(meta.retry_on_conflict ?? 0) > 0) throw incomplete('compare and write operations can not be retried');
    refuseBoundUpsert(textOf(source));
  }
  const operation: WriteOperation =
    kind === 'delete'
      ? { kind, id: id ?? '', ...conditions }
      : kind === 'update'
        ? { kind, id: id ?? '', body: textOf(source), ...conditions }
        : { kind: meta.op_type === 'create' ? 'create' : kind, id, source, ...conditions };
  const said = {
    kind: kind === 'index' && meta.op_type === 'create' ? 'create' : kind,
    name: texts._index ?? call.params.index ?? '',
    requireAlias: kind !== 'delete' && isTrue(texts.require_alias, isTrue(call.query.require_alias)),
    pipeline: texts.pipeline ?? call.query.pipeline,
    source: partsOf(meta._source ?? (kind === 'update' ? sourceAsked(textOf(source)) : undefined), call.query),
  };
  return { said, operation };
}

/**
 * What cannot be read refuses the bulk before anything of it is written. A text of a line is the name of a field, "true" too; in
 * the address it may be a flag.
 */
function partsOf(asked: unknown, address: Texts): SourceFilter | undefined {
  return asked === undefined ? sourceFilter(address) : parseSearch({ _source: asked }).source;
}

/** An update may say in its body which parts it wants back. */
const sourceAsked = (body: string): unknown => (body.includes('"_source"') ? jsonObject(body)._source : undefined);
