import { createHash } from 'node:crypto';
import type { PutOptions } from '@datasarana/engine';
import { conflict, invalid, malformed, notFound, PlatformError } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { absent } from '../../http/envelope.ts';
import { IdReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { DocumentWritten, StoredDocument } from '../../stores/search/port.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { type DataAccess, dataAccess } from './data-access.ts';
import { keptFields, refuseForeignFields } from './field-rights.ts';
import { overStored } from './kept-values.ts';
import { isToldAnew, META, systemOf } from './record-meta.ts';
import { DataRecordReply, PutReply } from './record-replies.ts';
import { recordReply } from './record-reply.ts';

type Fields = Readonly<Record<string, unknown>>;

const RecordQuery = Type.Object({ template: Type.String({ minLength: 1 }), id: Type.String({ minLength: 1 }) });
const DeleteQuery = Type.Object({
  template: Type.String({ minLength: 1 }),
  id: Type.Optional(Type.String({ minLength: 1, description: 'when it does not end the path' })),
});
const DeleteParams = Type.Object({ id: Type.Optional(Type.String()) });
const PutQuery = Type.Object({
  template: Type.String({ minLength: 1 }),
  id: Type.Optional(Type.String()),
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'version the record must have to be written over; 0 = it must not be there',
    }),
  ),
});
const PutBody = Type.Record(Type.String(), Type.Unknown());

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** `{meta, data}`, or the data alone when neither is there. */
function readBody(body: Fields): { readonly meta: Fields; readonly data: Fields } {
  if (!Object.hasOwn(body, 'data')) return { meta: {}, data: body };
  const { meta = {}, data, ...more } = body;
  const [surplus] = Object.keys(more);
  if (surplus !== undefined) throw malformed(`'${surplus}' in the body: only meta and data stand beside each other.`);
  if (!isFields(data)) throw malformed("'data' in the body must be an object of fields.");
  if (!isFields(meta)) throw malformed("'meta' in the body must be an object.");
  const unknown = Object.keys(meta).find((name) => !META.has(name));
  if (unknown !== undefined) throw malformed(`'meta.${unknown}' in the body is not known.`);
  return { meta, data };
}

/** The same request has the same name; another record under its request id is another request (STR-04). */
const nameOfRequest = ({ scope }: Call, query: unknown, body: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify([scope.tenant, scope.user, scope.requestId, query, body]))
    .digest('base64url')
    .slice(0, 26);

/** Requests whose answer is remembered, so that the same one again is answered alike. */
const REMEMBERED = 10_000;

/** Puts single records by their template's rules. */
class RecordWriter {
  readonly #templates: Templates;
  readonly #stores: BatchStores;
  readonly #answered = new Map<string, Promise<unknown>>();

  constructor(templates: Templates, stores: BatchStores) {
    this.#templates = templates;
    this.#stores = stores;
  }

  put(call: Call, query: Static<typeof PutQuery>, body: Fields): Promise<unknown> {
    const name = nameOfRequest(call, query, body);
    const known = this.#answered.get(name);
    if (known) return known;
    const answering = this.#write(call, query, body, name);
    this.#answered.set(name, answering);
    answering.catch(() => this.#answered.delete(name));
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
    return answering;
  }

  async #write(call: Call, query: Static<typeof PutQuery>, body: Fields, name: string): Promise<unknown> {
    const { template, id, version } = query;
    const { search, clock } = this.#stores;
    const access = await dataAccess(call, template, this.#templates, this.#stores);
    const { items } = access.template.template;
    const { meta, data } = readBody(body);
    const keyed = items.some((item) => item.is_key);
    const given = id ?? text(meta.id) ?? undefined;
    const stored = given === undefined ? null : await search.getDocument(call.scope, template, given);
    if (keyed && given !== undefined) refuseOtherRecord(access, given, stored, data);
    const kept = keptFields(items, access.hidden, call.scope, access.userName);
    const { whole, written } = overStored(data, stored?.source ?? {}, kept, access.hidden);
    // what is sent may be what the record of this key has already, which is no writing
    const same = keyed && given === undefined && written.length > 0;
    const there = same ? await search.findByKey(call.scope, template, data) : null;
    if (there) return this.#write(call, { ...query, id: there.id }, { meta, data }, name);
    refuseForeignFields(items, written, call.scope, access.userName);
    const now = clock();
    const mayBeThere = keyed && given === undefined && version === undefined;
    const asNew = mayBeThere && kept.size > 0;
    const options = {
      ...(!keyed && { id: given ?? name }),
      ...(version !== undefined && { version }),
      ...(asNew && { version: 0 }),
    };
    const system = systemOf(meta, call, access, now, stored?.system);
    try {
      const put = await search.putDocument(call.scope, template, whole, system, options);
      const isSame = put.result === 'unchanged';
      return {
        ...(isSame ? await this.#tellAnew(call, template, put, { meta, whole, system, options }) : put),
        ts: now,
      };
    } catch (cause) {
      const other = asNew && isConflict(cause) ? text(Reflect.get(Object(cause.detail.data), 'id')) : null;
      // one of this key is there: it is written over knowing it, so that what the caller may not write stays
      if (other !== null) return this.#write(call, { template, id: other }, { meta, data }, name);
      throw stored && isConflict(cause) ? await this.#beside(cause, call, template, stored.id, access.hidden) : cause;
    }
  }

  /** A record whose values are as they were is written all the same when its meta says something else: where it was captured, its tags. */
  async #tellAnew(
    { scope }: Call,
    template: string,
    put: DocumentWritten,
    { meta, whole, system, options }: Record<'meta' | 'whole' | 'system', Fields> & { readonly options: PutOptions },
  ): Promise<DocumentWritten> {
    const { search } = this.#stores;
    const stored = await search.getDocument(scope, template, put.id);
    if (!stored || !isToldAnew(meta, stored.system)) return put;
    return search.putDocument(scope, template, whole, system, { ...options, version: stored.version, evenSame: true });
  }

  /** A conflict with the record as it is now, so that the two can be put side by side. */
  async #beside(
    { message }: PlatformError,
    call: Call,
    template: string,
    id: string,
    hidden: readonly string[],
  ): Promise<PlatformError> {
    const now = await this.#stores.search.getDocument(call.scope, template, id);
    return conflict(message, now ? recordReply(now, hidden) : undefined);
  }
}

const isConflict = (cause: unknown): cause is PlatformError =>
  cause instanceof PlatformError && cause.detail.type === 'conflict';

/** With key fields the keys name the record; an id may only say the same. */
function refuseOtherRecord(access: DataAccess, id: string, stored: StoredDocument | null, data: Fields): void {
  if (!stored) throw notFound(`There is no record '${id}'.`);
  const keys = access.template.template.items.filter((item) => item.is_key).map((item) => item.name);
  const changed = keys.filter((key) => Object.hasOwn(data, key) && data[key] !== stored.source[key]);
  if (changed.length > 0) {
    throw invalid(Object.fromEntries(changed.map((key) => [key, `${key} identifies the record and cannot change`])));
  }
}

/** The record a call names at the end of its path or in its query (API-13). */
function oneId(inPath?: string, inQuery?: string): string {
  const id = inPath ?? inQuery;
  if (id === undefined) throw malformed("'id' in the query is missing");
  if (inPath !== undefined && inQuery !== undefined && inPath !== inQuery)
    throw malformed(`'id' in the query is '${inQuery}', the path ends in '${inPath}'`);
  return id;
}

/** Single data records: put, get, delete (API-29, API-30). */
export function registerDataRecords(app: FastifyInstance, templates: Templates, stores: BatchStores): void {
  const { search } = stores;
  const writer = new RecordWriter(templates, stores);
  route(app, 'data.put', {
    schema: { querystring: PutQuery, body: PutBody, reply: PutReply },
    handler: (call) => writer.put(call, call.query, call.body),
  });
  route(app, 'data.get', {
    schema: { querystring: RecordQuery, reply: DataRecordReply },
    handler: async (call) => {
      const { template, id } = call.query;
      const record = await templates.find({ scope: call.scope, reach: call.reach }, template);
      if (record?.doc.deployed !== true) return absent();
      const { hidden } = await dataAccess(call, template, templates, stores);
      const stored = await search.getDocument(call.scope, template, id);
      return stored ? recordReply(stored, hidden) : absent();
    },
  });
  route(app, 'data.delete', {
    schema: { params: DeleteParams, querystring: DeleteQuery, reply: IdReply },
    handler: async (call) => {
      const { template } = call.query;
      const id = oneId(call.params.id, call.query.id);
      const { userName } = await dataAccess(call, template, templates, stores);
      if ((await search.deleteDocuments(call.scope, template, [id], userName)) === 0)
        throw notFound(`There is no record '${id}'.`);
      return { id };
    },
  });
}
