import type { DuckDBConnection } from '@duckdb/node-api';
import type { OpenTenant } from '../store/lazy-store.ts';
import type { Ledger, RejectCause, RejectedRow } from './batch.ts';
import { ledgerOfBatch, listLedgers, type Page, readPosition } from './ledgers.ts';
import {
  listRejected,
  type RejectFilter,
  type Replay,
  refusedLines,
  rejectCauses,
  rejectedLines,
  replayOfRequest,
  replaysOf,
} from './rejects.ts';
import { listUndone, type Undo, undoneOf } from './undo.ts';

/** Runs `work` on one snapshot of the tenant's data. */
export type ReadTenant = <T>(work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<T>) => Promise<T>;

/** What became of the batches of a tenant: their ledgers, their rejected rows, and what was sent again or taken back. */
export class BatchAccounts {
  readonly #read: ReadTenant;

  constructor(read: ReadTenant) {
    this.#read = read;
  }

  ledgers(name: string, page: Page): Promise<{ readonly ledgers: readonly Ledger[]; readonly total: number }> {
    return this.#readIndex(name, (connection) => listLedgers(connection, name, page));
  }

  ledger(batch: string): Promise<Ledger | null> {
    return this.#read((connection) => ledgerOfBatch(connection, batch));
  }

  rejected(
    name: string,
    batch: string,
    page: Page,
    filter?: RejectFilter,
  ): Promise<{ readonly rows: readonly RejectedRow[]; readonly total: number }> {
    return this.#readIndex(name, (connection) => listRejected(connection, name, batch, page, filter));
  }

  rejectedLines(name: string, batch: string, filter?: RejectFilter): Promise<readonly number[]> {
    return this.#readIndex(name, (connection) => rejectedLines(connection, name, batch, filter));
  }

  /** The lines whose rows were refused, those mended after `since` among them. */
  refusedLines(name: string, batch: string, since?: number): Promise<readonly number[]> {
    return this.#readIndex(name, (connection) => refusedLines(connection, name, batch, since));
  }

  /** Why rows of a batch are still rejected. */
  rejectCauses(name: string, batch: string): Promise<readonly RejectCause[]> {
    return this.#readIndex(name, async (connection) =>
      (await ledgerOfBatch(connection, batch))?.index === name ? rejectCauses(connection, 'rejects', batch) : [],
    );
  }

  /** Mended rows of a batch that were sent again. */
  replays(batch: string): Promise<readonly Replay[]> {
    return this.#read((connection) => replaysOf(connection, batch));
  }

  /** What came of mended rows sent with this request before. */
  replayed(name: string, requestId: string): Promise<Ledger | null> {
    return this.#read((connection) => replayOfRequest(connection, name, requestId));
  }

  /** Null for a batch that was not undone. */
  undone(batch: string): Promise<Undo | null> {
    return this.#read((connection) => undoneOf(connection, batch));
  }

  /** Batches of an index that were undone. */
  undoneBatches(name: string): Promise<readonly Undo[]> {
    return this.#read((connection) => listUndone(connection, name));
  }

  /** How far each partition of a topic was applied. */
  position(topic: string): Promise<ReadonlyMap<number, number>> {
    return this.#read((connection) => readPosition(connection, topic));
  }

  /** Refuses an index that is not there (404). */
  #readIndex<T>(name: string, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#read((connection, { catalogue }) => {
      catalogue.get(name);
      return work(connection);
    });
  }
}
