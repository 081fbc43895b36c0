import type { SourceColumn } from '@datasarana/sources';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import type { Call } from '../../http/call.ts';
import { answer } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { BatchStores } from '../data/batch-applier.ts';
import { BATCH_KIND, batchOf, importReply } from '../data/batch-record.ts';
import { ImportReply } from '../data/batch-replies.ts';
import type { Batches } from '../data/batches.ts';
import type { Accepted, ImportRequest } from '../data/import-request.ts';
import { importRequest } from '../data/import-routes.ts';
import type { ReadAs } from '../data/read-as.ts';
import { choiceOf, converterColumns } from '../data/stored-converter.ts';
import type { ReadMark } from './read-mark.ts';
import { refuseByType, refuseSchema } from './run-by-type.ts';
import { openSourceBody, type SourceBody } from './source-rows.ts';
import type { SourceServices } from './source-services.ts';

const RunQuery = Type.Object(
  {
    template: Type.String({ minLength: 1 }),
    source: Type.String({ minLength: 1, description: 'id of a saved source' }),
    converter: Type.Optional(Type.String({ description: "id of a converter; the source's own columns when left out" })),
    dry_run: Type.Optional(Type.Boolean({ description: 'answer the ledger, store nothing' })),
    wait: Type.Optional(
      Type.Union([Type.Literal('started'), Type.Literal('applied')], {
        description: 'started: answer with the batch id at once; it is watched and cancelled as a batch',
      }),
    ),
  },
  { additionalProperties: false },
);
type Query = Static<typeof RunQuery>;

/** Who lets a source run, and what for. */
export interface RunCall extends Pick<Call, 'scope' | 'caller' | 'reach' | 'about' | 'signal'> {
  readonly query: Pick<Query, 'template' | 'source' | 'converter'>;
}

/** A run that a schedule begins. */
export interface Unattended {
  /** Where an earlier run ended. */
  readonly from: ReadMark | null;
  /** Looks, when source and columns were read, whether they may be run by. @throws PlatformError */
  readonly check: () => Promise<void>;
  /** Told the batch as soon as it can be cancelled. */
  readonly began: (batch: string) => void;
}

type Run = (began?: (batch: string) => void) => Promise<Accepted>;
/** Runs when its turn has come; `noted` is told the batch as soon as that is known. */
type Take = (run: (noted: (batch: string) => void) => Promise<Accepted>) => Promise<Accepted>;

/** A run whose source answers and whose template takes rows. */
interface Prepared {
  readonly request: ImportRequest;
  readonly body: SourceBody;
  /** @throws PlatformError when the type of the source refuses the run */
  readonly check: () => Promise<void>;
  readonly run: Run;
}

/** Imports the rows of a source now; the ledger is that of every import (SRC-33, SRC-32). */
export class SourceRuns {
  readonly #services: SourceServices;
  readonly #batches: Batches;
  readonly #stores: BatchStores;
  /** Archives that are about to be taken. */
  readonly #taking = new Map<string, Promise<unknown>>();

  constructor(services: SourceServices, batches: Batches, stores: BatchStores) {
    this.#services = services;
    this.#batches = batches;
    this.#stores = stores;
  }

  register(app: FastifyInstance): void {
    route(app, 'source.run', {
      schema: { querystring: RunQuery, reply: ImportReply, begins: true },
      handler: async (call) => {
        const { dry_run, wait } = call.query as Query;
        const prepared = await this.#prepared(call as unknown as RunCall);
        if (dry_run) return this.#dryRun(prepared, call.signal);
        return wait === 'started' ? this.#start(prepared.run) : this.#finish(prepared.run);
      },
    });
  }

  /**
   * Imports what came since an earlier run and answers the ledger, null when the origin says that nothing did; and how far it
   * was read. @throws PlatformError for what refuses the run
   */
  async runUnattended(call: RunCall, unattended: Unattended) {
    const { body, run } = await this.#prepared(call, unattended);
    const reply = body.isUnchanged ? null : await this.#finish(() => run(unattended.began));
    return { reply, mark: body.mark() };
  }

  async #dryRun({ request, body, check }: Prepared, signal: AbortSignal) {
    await check();
    const ledger = await this.#batches.dryRuns.run(request, body.bytes(signal), signal);
    return { ...importReply('', ledger), batch: null, dry_run: true };
  }

  async #columns({ scope, query }: RunCall, own: readonly SourceColumn[]): Promise<readonly SourceColumn[]> {
    if (query.converter === undefined) return own;
    return converterColumns(this.#stores.records, scope, query.converter, query.template);
  }

  async #prepared(call: RunCall, unattended: Pick<Unattended, 'from' | 'check'> | null = null): Promise<Prepared> {
    const { scope, query } = call;
    const { sources, outbound } = this.#services;
    const source = await sources.get(scope, query.source);
    refuseSchema(source);
    const choice = choiceOf(await this.#columns(call, source.columns));
    await unattended?.check();
    // Opening may take as long as the other side lets it; who asked may leave, the run goes on once it began.
    const stop = new AbortController();
    const leave = (): void => stop.abort(call.signal.reason);
    call.signal.addEventListener('abort', leave, { once: true });
    const body = await openSourceBody(source, outbound, scope, stop.signal, unattended?.from);
    const { open, text, absent = false, mayBeEmpty = false } = body;
    const as: ReadAs = { format: 'file', open, ...text, choice, file: source.name, absent, mayBeEmpty };
    const request = await importRequest(call, query.template, as, this.#services.templates, this.#stores).catch(
      (cause: unknown) => {
        stop.abort(cause);
        throw cause;
      },
    );
    const check = async (): Promise<void> => {
      try {
        refuseByType(source, await this.#taken(scope, source.id), request.template);
      } catch (cause) {
        stop.abort(cause);
        throw cause;
      }
    };
    const take: Take = (run) => (source.type === 'Archive' ? this.#alone(scope, source.id, run) : run(() => {}));
    const run: Run = (began = () => {}) => {
      call.signal.removeEventListener('abort', leave);
      return take(async (noted) => {
        await check();
        return this.#submit(request, body, stop, (batch) => {
          began(batch);
          noted(batch);
        });
      });
    };
    return { request, body, check, run };
  }

  /** The batch an archive came in by, or is coming in by (SRC-35). */
  async #taken(scope: Scope, source: string) {
    const batch = await this.#services.sources.takenBy(scope, source);
    if (batch === null) return null;
    const live = this.#batches.live(scope, batch);
    const record = live ? null : await this.#stores.records.get(scope, BATCH_KIND, batch);
    const doc = live?.doc ?? (record && batchOf(record));
    return doc && { batch, state: doc.state };
  }

  /** From the look whether an archive was taken until that is noted nobody else looks: of two at once one is refused. */
  async #alone(scope: Scope, source: string, run: Parameters<Take>[0]): Promise<Accepted> {
    const key = `${scope.tenant}\0${source}`;
    const before = this.#taking.get(key);
    const { promise: mine, resolve: done } = Promise.withResolvers<void>();
    const turn = Promise.all([before, mine]);
    this.#taking.set(key, turn);
    await before;
    try {
      return await run((batch) => void this.#note(scope, source, batch).then(done));
    } finally {
      done();
      if (this.#taking.get(key) === turn) this.#taking.delete(key);
    }
  }

  async #note(scope: Scope, source: string, batch: string): Promise<void> {
    await this.#services.sources.noteTaken(scope, source, batch).catch((cause: unknown) => {
      this.#stores.log.error({ err: cause, source, batch }, 'That an archive was taken could not be noted');
    });
  }

  /** Cancelling the batch ends the connection its rows come by. */
  #submit(
    request: ImportRequest,
    body: SourceBody,
    stop: AbortController,
    began: (batch: string) => void = () => {},
  ): Promise<Accepted> {
    const noted: ImportRequest = {
      ...request,
      began: (batch, own) => {
        own.addEventListener('abort', () => stop.abort(own.reason), { once: true });
        began(batch);
      },
    };
    return this.#batches.submit(noted, body.bytes(stop.signal));
  }

  async #finish(run: Run) {
    const { batch, ledger, short, repeated } = await run();
    return importReply(batch, { ...(await ledger), short }, repeated);
  }

  async #start(run: Run) {
    const batch = await new Promise<string>((resolve, reject) => {
      run(resolve).then(
        (accepted) => {
          resolve(accepted.batch);
          accepted.ledger.catch(() => {});
        },
        (cause: unknown) => {
          this.#stores.log.warn({ err: cause }, 'The run of a source ended');
          reject(cause);
        },
      );
    });
    return answer({ batch, state: 'running' }, { http: 202 });
  }
}
