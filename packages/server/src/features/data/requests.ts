import type { Scope } from '../../access/scope.ts';
import { Arriving } from './arriving.ts';
import type { BatchApplier, BatchStores } from './batch-applier.ts';
import { BATCH_KIND, type BatchDoc, batchOf } from './batch-record.ts';
import { fellSilent, notBehind } from './batch-refusals.ts';
import type { Accepted, ImportRequest } from './import-request.ts';
import { IncomingBody } from './incoming-body.ts';
import type { LiveBatch } from './live-batch.ts';

/** A request that is being taken in. */
interface Submitted {
  readonly accepting: Promise<Accepted>;
  readonly body: IncomingBody;
}

/** A sender that comes again has given the first request up, when nothing more of that came for so long. */
const SILENT_MS = 10_000;
const LOOK_MS = 250;
/** A batch and the one that goes behind it are sent at the same time: the first is not long in coming. */
const COMES_WITHIN_MS = 10_000;

const isStored = ({ state }: BatchDoc): boolean => state === 'done' || state === 'undone';

const keyOf = ({ scope, template }: ImportRequest, request: string): string =>
  [scope.tenant, template.id, request].join('\0');

/** What became of a request, without cells of somebody else's rows for who may not see all of those (TPL-30). */
function shownTo({ scope, hidden }: ImportRequest, accepted: Accepted): Accepted {
  if (accepted.user === scope.user || hidden.length === 0) return accepted;
  const ledger = accepted.ledger.then((whole) => ({ ...whole, errors: [] }));
  // who does not wait for it does not hear of its failure here
  ledger.catch(() => {});
  return { ...accepted, ledger };
}

/** Imports by their request id: one that comes again answers what came of the first (STR-04). */
export class Requests {
  readonly #stores: BatchStores;
  readonly #applier: BatchApplier;
  readonly #live: ReadonlyMap<string, LiveBatch>;
  readonly #arriving = new Arriving<Submitted>();
  /** Requests that failed a moment ago: what goes behind them need not wait. */
  readonly #failed = new Set<string>();

  constructor(stores: BatchStores, applier: BatchApplier, live: ReadonlyMap<string, LiveBatch>) {
    this.#stores = stores;
    this.#applier = applier;
    this.#live = live;
  }

  /**
   * Takes a request in by `accept`, once: while the first of its id is still being read, the body of another waits unread, and is
   * read itself when the first one fails or falls silent.
   */
  async once(
    request: ImportRequest,
    given: AsyncIterable<Uint8Array>,
    accept: (body: IncomingBody) => Promise<Accepted>,
  ): Promise<Accepted> {
    const { requestId } = request.scope;
    const key = keyOf(request, requestId);
    for (let first = this.#arriving.get(key); first; first = this.#arriving.get(key)) {
      const accepted = await this.#outcome(first);
      if (accepted) return shownTo(request, { ...accepted, repeated: true });
    }
    const body = new IncomingBody(given, this.#stores.clock);
    const accepting = this.#known(request, requestId).then((known) =>
      known ? { ...known, repeated: true } : accept(body),
    );
    this.#arriving.set(key, { accepting, body });
    this.#failed.delete(key);
    accepting.catch(() => this.#noteFailed(key));
    const forget = (): void => {
      if (this.#arriving.get(key)?.accepting === accepting) this.#arriving.delete(key);
    };
    accepting.then(({ ledger }) => ledger).then(forget, forget);
    return shownTo(request, await accepting);
  }

  #noteFailed(key: string): void {
    this.#failed.add(key);
    setTimeout(() => this.#failed.delete(key), COMES_WITHIN_MS).unref();
  }

  /** What became of a request that came before with the same id; null when it failed. */
  async #outcome({ accepting, body }: Submitted): Promise<Accepted | null> {
    const look = setInterval(() => {
      if (body.silence > SILENT_MS) body.giveUp(fellSilent());
    }, LOOK_MS);
    try {
      return await accepting.catch(() => null);
    } finally {
      clearInterval(look);
    }
  }

  /** A batch that came with this request id before; one that waits in the stream is tried again. */
  async #known({ scope, template }: ImportRequest, request_id: string): Promise<Accepted | null> {
    const queue = this.#applier.queue(scope, template.id);
    await queue.recovered;
    const waiting = this.#waiting(scope, template.id, request_id);
    if (waiting) {
      queue.again();
      const { user, sha256, short } = waiting.doc;
      return { batch: waiting.id, user, sha256, short, ts: waiting.ts, ledger: waiting.ledger };
    }
    const where = { template: template.id, request_id };
    const page = { keys: [], keyword: '', from: 0, to: 10 };
    const { records } = await this.#stores.records.search(scope, BATCH_KIND, { ...page, where });
    for (const record of records) {
      const live = this.#live.get(record.id);
      const { short, user, sha256 } = batchOf(record);
      const came = { batch: record.id, user, sha256, short };
      if (live) return { ...came, ts: live.ts, ledger: live.ledger };
      const ledger = isStored(batchOf(record)) ? await this.#stores.search.ledger(scope, record.id) : null;
      if (ledger) return { ...came, ts: record.ts, ledger: Promise.resolve(ledger) };
    }
    return null;
  }

  /** A batch of that request that could not be applied so far; on a full disk it has no record either. */
  #waiting({ tenant }: Scope, template: string, request_id: string): LiveBatch | null {
    const isIt = ({ isPostponed, tenant: of, doc }: LiveBatch): boolean =>
      isPostponed && of === tenant && doc.template === template && doc.request_id === request_id;
    return this.#live.values().find(isIt) ?? null;
  }

  /** The batch that these rows go behind, when it has its place in the stream. @throws PlatformError 409 when it gets none */
  async before(request: ImportRequest, signal: AbortSignal): Promise<Accepted | null> {
    if (request.after === undefined) return null;
    const key = keyOf(request, request.after);
    const patience = AbortSignal.any([signal, AbortSignal.timeout(this.#failed.has(key) ? 0 : COMES_WITHIN_MS)]);
    const coming = this.#arriving.comes(key, patience);
    const known = await this.#known(request, request.after);
    if (known) return known;
    const first = (await coming)?.accepting ?? Promise.reject(new Error('It did not come.'));
    const cancelled = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return Promise.race([first, cancelled]).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw notBehind(cause);
    });
  }
}
