import { createHash } from 'node:crypto';
import type { FieldDefinition, KeptField, Ledger, RejectedRow, RejectFilter } from '@datasarana/engine';
import { conflict, invalid, NO_ROWS, newId } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { noIndex } from '../templates/no-index.ts';
import type { BatchApplier, BatchStores } from './batch-applier.ts';
import type { BatchDoc } from './batch-record.ts';
import { headerOf } from './batch-work.ts';
import { fillablePaths } from './column-plan.ts';
import { Copies } from './copies.ts';
import { visibleLook } from './field-rights.ts';
import { rowsFrom, type SystemRow } from './intake.ts';
import { LiveBatch } from './live-batch.ts';
import { refuseMeanwhile } from './mended-meanwhile.ts';
import { cellNames, linesOf, type MendedRow, MendedWriter, type MendingRule, ruled } from './mended-rows.ts';
import type { Received } from './read-as.ts';
import type { Spool, SpoolFolder } from './spool.ts';

/** Mended rows of a batch: those given one by one, and those a rule makes of every rejected row of a cause. */
export interface ReplayRequest {
  readonly scope: Scope;
  readonly batch: string;
  readonly doc: BatchDoc;
  readonly userName: string;
  readonly system: SystemRow;
  readonly guard: (paths: Iterable<string>) => void;
  /** What the rows leave as it is stored. */
  readonly keeps: readonly KeptField[];
  /** Dotted paths of what the caller may not see. */
  readonly hidden: readonly string[];
  readonly rows: readonly MendedRow[];
  readonly rule: (MendingRule & { readonly cause: RejectFilter }) | null;
  readonly signal: AbortSignal;
}

/** What its sender calls a request, with what it asks: other rows under the same name are another request. */
const nameOf = ({ scope, batch, rows, rule }: ReplayRequest): string => {
  const asked = createHash('sha256').update(JSON.stringify([batch, rows, rule]));
  return `${scope.requestId}.${asked.digest('base64url')}`;
};

/**
 * The columns of the file, and behind them the fields that none of them fills and mended rows do, as one that must not be empty.
 * A cell under another name would be lost without a word. @throws PlatformError 31/422
 */
function columnsOf(
  { rows, rule }: ReplayRequest,
  columns: NonNullable<BatchDoc['columns']>,
  fields: readonly FieldDefinition[],
): NonNullable<BatchDoc['columns']> {
  if (columns.length === 0) return columns;
  const names = new Set(cellNames(columns));
  const filled = new Map(columns.map(({ field }, at) => [field, cellNames(columns)[at]]));
  const fillable = fillablePaths(fields);
  const added = new Set<string>();
  const faults: Record<string, string> = {};
  const note = (path: string, name: string): void => {
    if (names.has(name)) return;
    if (fillable.has(name) && !filled.has(name)) added.add(name);
    else if (filled.has(name)) faults[path] = `'${name}' is filled by the column '${filled.get(name)}' of the file`;
    else faults[path] = `'${name}' is none of the columns of the file: ${[...names].join(', ')}`;
  };
  for (const [at, { raw }] of rows.entries())
    if (typeof raw !== 'string') for (const name of Object.keys(raw)) note(`rows.${at}.raw.${name}`, name);
  if (rule && !columns.some(({ document }) => document)) note('rule.column', rule.column);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return [...columns, ...[...added].map((field) => ({ name: field, field }))];
}

const PAGE = 2000;
const WHOLE = { from: 0, to: Number.MAX_SAFE_INTEGER };

const nothing = (batch: string, { template }: BatchDoc): Ledger => ({
  ...{ batch, index: template, requestId: '', ts: 0, took: 0, errors: [] },
  ...NO_ROWS,
});

/** Sends mended rows of a batch again, by the same way every batch takes: durable first, then into the index, once. */
export class Replays {
  readonly #stores: BatchStores;
  readonly #spools: SpoolFolder;
  readonly #applier: BatchApplier;
  readonly #requests = new Map<string, Promise<Ledger>>();
  /** The last send of each batch: the one behind it compares its rows with what that one left of them. */
  readonly #turns = new Map<string, Promise<Ledger>>();

  constructor(stores: BatchStores, spools: SpoolFolder, applier: BatchApplier) {
    this.#stores = stores;
    this.#spools = spools;
    this.#applier = applier;
  }

  /** What would become of the rows; nothing is kept. */
  async dryRun(request: ReplayRequest): Promise<Ledger> {
    const { scope, batch, doc, userName, system, keeps, hidden, signal } = request;
    const spool = await this.#spools.create(newId());
    try {
      const received = await this.#write(request, { spool, writer: null });
      if (received.rows + received.structural.length === 0) return nothing(batch, doc);
      const ledger = await this.#stores.search.applyBatch(scope, doc.template, {
        batch,
        requestId: `dry run ${newId()}`,
        rows: rowsFrom(received, spool.files),
        structural: received.structural,
        system,
        replays: { batch, user: userName, lines: linesOf(received) },
        keeps,
        dryRun: true,
        signal,
      });
      const look = visibleLook(ledger.look, hidden);
      return { ...ledger, ...(look && { look }) };
    } finally {
      await spool.remove();
    }
  }

  /** The same request again answers what came of it the first time (STR-04). */
  async send(request: ReplayRequest): Promise<Ledger> {
    const { scope, doc } = request;
    const name = nameOf(request);
    const key = [scope.tenant, doc.template, name].join('\0');
    const first = this.#requests.get(key);
    if (first) return first;
    const sending = this.#inTurn(request, name).finally(() => this.#requests.delete(key));
    this.#requests.set(key, sending);
    return sending;
  }

  async #inTurn(request: ReplayRequest, name: string): Promise<Ledger> {
    const { scope, batch, signal } = request;
    const key = `${scope.tenant}\0${batch}`;
    const before = this.#turns.get(key);
    const sending = (async () => {
      await before?.catch(() => {});
      signal.throwIfAborted();
      return this.#send(request, name);
    })();
    this.#turns.set(key, sending);
    try {
      return await sending;
    } finally {
      if (this.#turns.get(key) === sending) this.#turns.delete(key);
    }
  }

  async #send(request: ReplayRequest, name: string): Promise<Ledger> {
    const { scope, batch, doc, userName, system, keeps } = request;
    await this.#applier.queue(scope, doc.template).recovered;
    const known = await this.#stores.search.replayed(scope, doc.template, name);
    if (known) return known;
    const live = new LiveBatch(newId(), scope.tenant, this.#stores.clock(), { ...doc, request_id: name });
    const spool = await this.#spools.create(live.id);
    const writer = await this.#stores.stream.openBatch(scope, doc.template);
    try {
      const received = await this.#write(request, { spool, writer });
      live.received({ total: received.rows + received.structural.length });
      const own = { ...system, _ts: live.ts };
      const header = headerOf(live, received, { system: own, keeps, replays: { batch, user: userName } });
      await this.#applier.commit({ scope, live, header, spool, early: null, before: null }, writer);
    } catch (cause) {
      await Promise.all([writer.abort(), spool.remove()]);
      throw cause;
    }
    return live.ledger;
  }

  /** @throws PlatformError 422 when no row of the batch would change, 409 when somebody else changed one meanwhile */
  async #write(
    request: ReplayRequest,
    copies: { readonly spool: Spool; readonly writer: Awaited<ReturnType<BatchStores['stream']['openBatch']>> | null },
  ): Promise<Received> {
    const { scope, batch, doc, guard, signal } = request;
    const definition = await this.#stores.search.definition(scope, doc.template);
    if (!definition) throw noIndex();
    if (doc.columns === undefined) {
      throw conflict(
        'This batch was imported before its rows could be mended. Download the rows, mend and import them.',
      );
    }
    if (request.rows.length > 0) {
      const lines = request.rows.map(({ line }) => line);
      const { rows } = await this.#stores.search.rejected(scope, doc.template, batch, WHOLE, { lines });
      refuseMeanwhile(request.rows, rows);
    }
    const columns = columnsOf(request, doc.columns, definition.fields);
    guard(columns.flatMap(({ field }) => field ?? []));
    const sink = new Copies({ ...copies, signal, guard, onProgress: () => {}, onFile: null });
    const rows = new MendedWriter({ ...doc, columns, own: doc.columns.length }, definition.fields, guard, sink);
    let count = 0;
    for await (const row of this.#mended(request)) {
      signal.throwIfAborted();
      await rows.add(row);
      count++;
    }
    if (count === 0 && copies.writer)
      throw invalid({ rows: 'No rejected row would change.' }, 'There is nothing to send again.');
    const received = await rows.finish();
    await sink.flush();
    await copies.spool.close();
    return received;
  }

  /** Each row once: what was written by hand goes before what a rule makes of it. */
  async *#mended({ scope, batch, doc, rows, rule }: ReplayRequest): AsyncGenerator<MendedRow> {
    const given = new Set(rows.map(({ line }) => line));
    yield* rows;
    if (!rule) return;
    const mend = ruled(rule);
    for await (const row of this.rejected(scope, doc.template, batch, rule.cause)) {
      const mended = given.has(row.line) ? null : mend(row);
      if (mended) yield mended;
    }
  }

  /** Every rejected row of a cause, by line: of those that were there when it began, the ones nobody mended meanwhile. */
  async *rejected(scope: Scope, template: string, batch: string, cause: RejectFilter): AsyncGenerator<RejectedRow> {
    const { search } = this.#stores;
    const all = await search.rejectedLines(scope, template, batch, cause);
    for (let from = 0; from < all.length; from += PAGE) {
      const lines = all.slice(from, from + PAGE);
      yield* (await search.rejected(scope, template, batch, WHOLE, { ...cause, lines })).rows;
    }
  }
}
