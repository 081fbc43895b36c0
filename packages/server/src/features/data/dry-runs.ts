import { newId } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { noIndex } from '../templates/no-index.ts';
import type { BatchStores } from './batch-applier.ts';
import type { Outcome, Progress } from './batch-record.ts';
import { visibleLook } from './field-rights.ts';
import type { ImportRequest } from './import-request.ts';
import { receive, rowsFrom } from './intake.ts';
import { PhaseProgress } from './phase-progress.ts';
import type { SpoolFolder } from './spool.ts';

const keyOf = ({ tenant, user }: Scope, request: string): string => [tenant, user, request].join('\0');

/** Imports that are only looked at (SRC-36): nothing of them is kept. */
export class DryRuns {
  readonly #stores: BatchStores;
  readonly #spools: SpoolFolder;
  readonly #running = new Map<string, PhaseProgress>();

  constructor(stores: BatchStores, spools: SpoolFolder) {
    this.#stores = stores;
    this.#spools = spools;
  }

  /** How far the caller's dry run of that request id is, of how many rows; null when it does not run. */
  progress(scope: Scope, request: string): (Progress & { readonly total: number }) | null {
    const found = this.#running.get(keyOf(scope, request));
    return found ? { ...found.now, total: found.total } : null;
  }

  /** The ledger an import would have. */
  async run(request: ImportRequest, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Outcome> {
    const key = keyOf(request.scope, request.scope.requestId);
    const progress = new PhaseProgress(request.size);
    this.#running.set(key, progress);
    try {
      return await this.#look(request, body, signal, progress);
    } finally {
      if (this.#running.get(key) === progress) this.#running.delete(key);
    }
  }

  async #look(
    request: ImportRequest,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    progress: PhaseProgress,
  ): Promise<Outcome> {
    const { scope, template, as, system, guard, keeps, hidden, parts } = request;
    const { search, clock } = this.#stores;
    const batch = newId();
    const spool = await this.#spools.create(batch);
    try {
      const definition = await search.definition(scope, template.id);
      if (!definition) throw noIndex();
      const onProgress = (bytes: number, rows: number): void => progress.report('upload', rows, bytes);
      const sinks = { spool, writer: null, signal, guard, onProgress, onFile: null };
      const received = await receive(body, as, definition.fields, sinks);
      progress.total = received.rows + received.structural.length;
      progress.report('wait', 0, received.bytes);
      await request.confirm?.();
      const ledger = await search.applyBatch(scope, template.id, {
        batch,
        requestId: `dry run ${batch}`,
        rows: rowsFrom(received, spool.files),
        structural: received.structural,
        ...(parts && { parts: parts.map(({ at }) => at) }),
        system: { ...system, _ts: clock() },
        keeps,
        dryRun: true,
        signal,
        onProgress: ({ phase, rows }) => progress.report(phase, rows, received.bytes),
      });
      const look = visibleLook(ledger.look, hidden);
      return { ...ledger, ...(look && { look }), short: received.short };
    } finally {
      await spool.remove();
    }
  }
}
