import { conflict, malformed, notFound } from '@datasarana/schema';
import { isTransform } from '@datasarana/sources';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { absent } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { searchable } from '../templates/no-index.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { importReply } from './batch-record.ts';
import { CausesReply, ReplayReply, UndoReply } from './batch-replies.ts';
import type { BatchRoutes } from './batch-routes.ts';
import type { Batches } from './batches.ts';
import { rowAccess } from './data-access.ts';
import { keptByRows, refuseForeignColumns } from './field-rights.ts';
import type { KeptFiles } from './files/kept-files.ts';
import type { MendedRow } from './mended-rows.ts';
import { noteUndone } from './note-undone.ts';
import type { ReplayRequest } from './replays.ts';

const IdParameters = Type.Object({ id: Type.String({ minLength: 1 }) });
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const ReplayQuery = Type.Object({ dry_run: flag('answer what would become of the rows, store nothing') });
const UndoQuery = Type.Object({
  dry_run: flag('answer what would happen, change nothing'),
  keep_later: flag('leave records that were edited after the batch as they are'),
});

/** Rows mended one by one in one call; more go through a rule. */
const MOST_ROWS = 10_000;
const Cell = Type.Union([Type.String(), Type.Null()]);
const row = (description: string) => Type.Union([Type.String(), Type.Record(Type.String(), Cell)], { description });
const ReplayBody = Type.Object(
  {
    rows: Type.Optional(
      Type.Array(
        Type.Object(
          {
            line: Type.Integer({ minimum: 0, description: 'where the rejected row stands in its file' }),
            raw: row('the whole row as it should be: cells by column, or the text of a row without cells'),
            was: Type.Optional(row('the row as it was seen: refused where somebody wrote it anew meanwhile')),
          },
          { additionalProperties: false },
        ),
        { maxItems: MOST_ROWS },
      ),
    ),
    rule: Type.Optional(
      Type.Object(
        {
          column: Type.String({ minLength: 1 }),
          transforms: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 20 }),
          field: Type.Optional(Type.String({ description: 'only rows refused for this field' })),
          rule: Type.Optional(Type.String({ description: 'only rows refused by this rule' })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

function ruleOf(rule: Static<typeof ReplayBody>['rule']): ReplayRequest['rule'] {
  if (!rule) return null;
  const { column, field, rule: cause } = rule;
  const transforms = rule.transforms.filter(isTransform);
  const wrong = rule.transforms.findIndex((transform) => !isTransform(transform));
  if (wrong >= 0) throw malformed(`'rule.transforms.${wrong}' in the body is not a transform.`);
  return {
    column,
    transforms,
    cause: { ...(field !== undefined && { field }), ...(cause !== undefined && { rule: cause }) },
  };
}

function rowsOf(rows: Static<typeof ReplayBody>['rows'] = []): readonly MendedRow[] {
  const lines = new Set<number>();
  for (const { line } of rows) {
    if (lines.has(line)) throw malformed(`Line ${line} is in 'rows' twice.`, 'Send each row once.');
    lines.add(line);
  }
  return rows;
}

/** Mending and undoing of batches that are done (SRC-36, SCR-08). */
export class BatchChanges {
  readonly #routes: BatchRoutes;
  readonly #batches: Batches;
  readonly #templates: Templates;
  readonly #stores: BatchStores;
  readonly #files: KeptFiles;

  constructor(routes: BatchRoutes, batches: Batches, templates: Templates, stores: BatchStores, files: KeptFiles) {
    this.#files = files;
    this.#routes = routes;
    this.#batches = batches;
    this.#templates = templates;
    this.#stores = stores;
  }

  register(app: FastifyInstance): void {
    route(app, 'batch.causes', {
      schema: { params: IdParameters, reply: CausesReply },
      handler: async (call) => {
        const found = await this.#routes.findSeen(call, call.params.id);
        return found ? this.#stores.search.rejectCauses(call.scope, found.doc.template, call.params.id) : absent();
      },
    });
    route(app, 'batch.replay', {
      schema: { params: IdParameters, querystring: ReplayQuery, body: ReplayBody, reply: ReplayReply },
      handler: async (call) => {
        const { rows, rule } = call.body;
        const request = await this.#request(call, call.params.id, { rows: rowsOf(rows), rule: ruleOf(rule) });
        const { replays } = this.#batches;
        const ledger = await (call.query.dry_run ? replays.dryRun(request) : replays.send(request));
        return { ...importReply(request.batch, ledger), dry_run: call.query.dry_run === true };
      },
    });
    route(app, 'batch.undo', {
      schema: { params: IdParameters, querystring: UndoQuery, reply: UndoReply },
      handler: async (call) => {
        const { dry_run = false, keep_later = false } = call.query;
        return this.#undo(call, call.params.id, { dryRun: dry_run, keepLater: keep_later });
      },
    });
  }

  /** A batch whose ledger stands, for who may write all it wrote. */
  async #done(call: Call, id: string) {
    const found = await this.#routes.find(call, id);
    if (!found) throw notFound(`There is no batch '${id}'.`);
    const { doc } = found;
    if (doc.state === 'running') throw conflict('The batch is still running. Wait until it is done, or cancel it.');
    if (doc.state !== 'done' && doc.state !== 'undone')
      throw conflict(`The batch is ${doc.state}: nothing of it is stored.`);
    const access = await rowAccess(call, doc.template, this.#templates, this.#stores);
    const { items } = access.template.template;
    const guard = (paths: Iterable<string>): void => refuseForeignColumns(items, paths, call.scope, access.userName);
    guard((doc.columns ?? []).flatMap(({ field }) => field ?? []));
    return { doc, access, guard };
  }

  async #request(call: Call, batch: string, mended: Pick<ReplayRequest, 'rows' | 'rule'>): Promise<ReplayRequest> {
    const { doc, access, guard } = await this.#done(call, batch);
    await this.#routes.findSeen(call, batch);
    if (doc.state === 'undone') throw conflict('The batch was undone; its rejected rows cannot be sent again.');
    if (mended.rows.length === 0 && !mended.rule) throw malformed("The body needs 'rows' or a 'rule'.");
    const { scope, signal } = call;
    const { template, userName, hidden } = access;
    const system = {
      _user_id: scope.user,
      _user_name: userName,
      _group_id: scope.groups[0] ?? null,
      _template_id: template.id,
      _template_name: template.template.name,
      _post_type: 'import',
      _schema_version: template.schemaVersion,
      _ts: this.#stores.clock(),
    };
    const keeps = keptByRows(template.template.items, hidden, scope, userName);
    return { scope, batch, doc, userName, system, guard, keeps, hidden, signal, ...mended };
  }

  async #undo(
    call: Call,
    batch: string,
    { dryRun, keepLater }: { readonly dryRun: boolean; readonly keepLater: boolean },
  ) {
    const { doc, access } = await this.#done(call, batch);
    const { search } = this.#stores;
    searchable(await search.definition(call.scope, doc.template));
    const input = { batch, user: access.userName, keepLater, dryRun };
    const undo = await search.undoBatch(call.scope, doc.template, input);
    if (undo.ts !== null) {
      await noteUndone(this.#stores.records, call.scope, undo);
      await this.#files.sweep(call.scope, { batch });
    }
    const { user: user_name, ...rest } = undo;
    return { ...rest, user_name, dry_run: dryRun };
  }
}
