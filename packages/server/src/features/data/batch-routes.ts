import { Readable } from 'node:stream';
import type { RejectFilter, Replay } from '@datasarana/engine';
import { DEFAULT_PAGE_SIZE, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { absent, answer, download } from '../../http/envelope.ts';
import { FILE } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { StoredRecord } from '../../stores/records/port.ts';
import { PageBounds, pageOf } from '../records/search-body.ts';
import { narrowToReach } from '../templates/sharing.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { placeOfLine } from './batch-parts.ts';
import { BATCH_KIND, type BatchDoc, batchOf, batchReply, beganOf } from './batch-record.ts';
import { cancelled } from './batch-refusals.ts';
import { BatchReply, DryRunReply, RejectedReply } from './batch-replies.ts';
import { refuseUnseen, unseenIn } from './batch-rights.ts';
import type { Batches } from './batches.ts';
import { cellNames } from './mended-rows.ts';
import type { Originals } from './originals.ts';
import { rejectedCsv } from './rejected-csv.ts';

const IdParameters = Type.Object({ id: Type.String({ minLength: 1 }) });
const BatchSearch = Type.Object(
  {
    template: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    keyword: Type.Optional(Type.String()),
    state: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
    user: Type.Optional(Type.String({ description: 'id of who sent it' })),
    request_id: Type.Optional(Type.String({ description: 'of the request it came with' })),
    since: Type.Optional(Type.Integer({ minimum: 0, description: 'epoch ms: only those that came in from then on' })),
    rejects: Type.Optional(Type.Literal(true, { description: 'only those with rows that are still rejected' })),
    ...PageBounds,
    sort: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), order: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) })),
    ),
  },
  { additionalProperties: false },
);
const RejectedQuery = Type.Object({
  ...PageBounds,
  format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('json')])),
  field: Type.Optional(Type.String({ description: 'only rows refused for this field' })),
  rule: Type.Optional(Type.String({ description: 'only rows refused by this rule' })),
});

const causeOf = ({ field, rule }: Static<typeof RejectedQuery>): RejectFilter => ({
  ...(field !== undefined && { field }),
  ...(rule !== undefined && { rule }),
});

/** What happened to a batch, in the order it did. */
const timelineOf = (doc: BatchDoc, ts: number, replays: readonly Replay[]) => [
  { what: 'received', ts: beganOf(doc, ts), user_name: doc.user_name },
  ...(doc.ts_durable ? [{ what: 'durable', ts: doc.ts_durable }] : []),
  ...(doc.ts_applied ? [{ what: 'applied', ts: doc.ts_applied }] : []),
  ...(doc.ts_ended && doc.state !== 'done' ? [{ what: doc.state, ts: doc.ts_ended }] : []),
  ...replays.map(({ user, ...replay }) => ({ what: 'replayed', user_name: user, ...replay })),
  ...(doc.undone ? [{ what: 'undone', ...doc.undone }] : []),
];

/** Which batches are asked for; missing = all. */
interface BatchWhere {
  readonly template: readonly string[] | null;
  readonly state: readonly string[] | undefined;
  readonly user: string | undefined;
  readonly request: string | undefined;
  readonly since: number | undefined;
  readonly rejects: true | undefined;
}

interface FoundBatch {
  readonly doc: BatchDoc;
  readonly ts: number;
}

const PAGE = 100;

/** Batches, their ledgers and rejected rows (STR-03); what belongs to a template out of reach is not there. */
export class BatchRoutes {
  readonly #batches: Batches;
  readonly #templates: Templates;
  readonly #stores: BatchStores;
  readonly #originals: Originals;

  constructor(batches: Batches, templates: Templates, stores: BatchStores, originals: Originals) {
    this.#originals = originals;
    this.#batches = batches;
    this.#templates = templates;
    this.#stores = stores;
  }

  /** A batch of a template in reach; null when there is none. */
  async find({ scope, reach }: Pick<Call, 'scope' | 'reach'>, id: string): Promise<FoundBatch | null> {
    const live = this.#batches.live(scope, id);
    const record = live ? null : await this.#stores.records.get(scope, BATCH_KIND, id);
    const found = live ? { doc: live.doc, ts: live.ts } : record && { doc: batchOf(record), ts: record.ts };
    if (!found || !(await this.#templates.find({ scope, reach }, found.doc.template))) return null;
    return found;
  }

  /** A batch whose rows the caller may see. @throws PlatformError 31/403 for one with a private field of theirs */
  async findSeen(call: Pick<Call, 'scope' | 'caller' | 'reach'>, id: string): Promise<FoundBatch | null> {
    const found = await this.find(call, id);
    if (found) refuseUnseen(await unseenIn(call, found.doc, this.#templates, this.#stores.records));
    return found;
  }

  async #reply(call: Pick<Call, 'scope' | 'caller' | 'reach'>, id: string) {
    const found = await this.find(call, id);
    if (!found) return null;
    const { search } = this.#stores;
    const stands = found.doc.state === 'done' || found.doc.state === 'undone';
    const ledger = stands ? await search.ledger(call.scope, id) : null;
    const isUnseen = (await unseenIn(call, found.doc, this.#templates, this.#stores.records)) !== null;
    const shown = ledger && isUnseen ? { ...ledger, errors: [] } : ledger;
    const reply = batchReply(id, found.doc, found.ts, shown, this.#batches.live(call.scope, id)?.progress ?? null);
    const timeline = timelineOf(found.doc, found.ts, stands ? await search.replays(call.scope, id) : []);
    const columns = found.doc.columns ?? [];
    const names = cellNames(columns);
    return {
      ...reply,
      timeline,
      columns: columns.map(({ field }, at) => ({ name: names[at] ?? '', field })),
      original: await this.#originals.has(call.scope, id),
    };
  }

  register(app: FastifyInstance): void {
    this.#registerReads(app);
    route(app, 'batch.cancel', {
      schema: { params: IdParameters, reply: BatchReply },
      handler: async (call) => {
        const { id } = call.params;
        if (!(await this.find(call, id))) throw notFound(`There is no batch '${id}'.`);
        const live = this.#batches.live(call.scope, id);
        live?.cancel(cancelled());
        await live?.ledger.catch(() => null);
        return this.#reply(call, id);
      },
    });
    route(app, 'batch.original', {
      schema: { params: IdParameters, reply: Type.Null(), sends: { 'application/octet-stream': FILE } },
      handler: async (call) => {
        const { id } = call.params;
        const found = await this.findSeen(call, id);
        const file = found && (await this.#originals.read(call.scope, id));
        if (!file) return absent();
        return download(file, 'application/octet-stream', found.doc.file ?? `batch-${id}`);
      },
    });
    route(app, 'batch.rejected', {
      schema: { params: IdParameters, querystring: RejectedQuery, reply: RejectedReply, sends: { 'text/csv': FILE } },
      handler: async (call) => {
        const { id } = call.params;
        const found = await this.findSeen(call, id);
        if (!found) return absent();
        const { template, parts } = found.doc;
        const cause = causeOf(call.query);
        if (call.query.format === 'csv') {
          const every = () => this.#batches.replays.rejected(call.scope, template, id, cause);
          return download(Readable.from(rejectedCsv(every, parts)), 'text/csv; charset=utf-8', `rejected-${id}.csv`);
        }
        const page = pageOf(call.query, PAGE);
        const { rows, total } = await this.#stores.search.rejected(call.scope, template, id, page, cause);
        return answer(
          rows.map((row) => ({ ...row, ...placeOfLine(parts, row.line) })),
          { total },
        );
      },
    });
  }

  #registerReads(app: FastifyInstance): void {
    route(app, 'batch.get', {
      schema: { params: IdParameters, reply: BatchReply },
      handler: async (call) => (await this.#reply(call, call.params.id)) ?? absent(),
    });
    route(app, 'batch.dry_run', {
      schema: { params: IdParameters, reply: DryRunReply },
      handler: ({ scope, params }) => this.#batches.dryRuns.progress(scope, params.id) ?? absent(),
    });
    route(app, 'batch.search', {
      schema: { body: Type.Optional(BatchSearch), reply: Type.Array(BatchReply) },
      handler: async ({ scope, reach, body = {} }) => {
        const allowed = await this.#allowedTemplates({ scope, reach }, body.template);
        const states = typeof body.state === 'string' ? [body.state] : body.state;
        const { user, request_id: request, since, rejects } = body;
        const where = {
          ...(allowed && { template: allowed }),
          ...(states && { state: states }),
          ...(user && { user }),
          ...(request && { request_id: request }),
        };
        const page = pageOf(body, DEFAULT_PAGE_SIZE);
        const found = await this.#stores.records.search(scope, BATCH_KIND, {
          keys: body.key === undefined || body.key === '' || body.key === '*' ? [] : [body.key],
          keyword: body.keyword ?? '',
          where,
          atLeast: { ...(since !== undefined && { ts: since }), ...(rejects && { rejected: 1 }) },
          sort: body.sort ?? [{ field: 'ts', order: 'desc' }],
          ...page,
        });
        const listed = found.records.map((record) => this.#listed(scope, record));
        if ((body.from ?? 0) > 0 || (body.keyword ?? '') !== '') return answer(listed, { total: found.total });
        const coming = this.#coming(scope, { template: allowed, state: states, user, request, since, rejects }).filter(
          ({ batch }) => !listed.some((known) => known.batch === batch),
        );
        return answer([...coming.slice(0, page.to), ...listed], { total: found.total + coming.length });
      },
    });
  }

  #listed(scope: Call['scope'], record: StoredRecord) {
    const live = this.#batches.live(scope, record.id);
    return batchReply(record.id, live?.doc ?? batchOf(record), record.ts, null, live?.progress ?? null);
  }

  /** Batches that no record tells of yet. */
  #coming(scope: Call['scope'], { template, state, user, request, since = 0, rejects }: BatchWhere) {
    // none of their rows is rejected before they are recorded
    if (rejects || (state && !state.includes('running'))) return [];
    return this.#batches
      .unrecorded(scope)
      .filter(
        ({ doc, ts }) =>
          ts >= since &&
          (template?.includes(doc.template) ?? true) &&
          (user === undefined || doc.user === user) &&
          (request === undefined || doc.request_id === request),
      )
      .map((live) => batchReply(live.id, live.doc, live.ts, null, live.progress))
      .reverse();
  }

  /** Null = every template. */
  async #allowedTemplates(access: Pick<Call, 'scope' | 'reach'>, asked: string | undefined) {
    const narrowed = await narrowToReach(this.#stores.records, access.scope, access.reach);
    if (narrowed === null) return asked === undefined ? null : [asked];
    const ids = narrowed.ids ?? [];
    return asked === undefined ? ids : ids.filter((id) => id === asked);
  }
}
