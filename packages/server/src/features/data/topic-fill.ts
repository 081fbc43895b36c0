import type { StoredDocument } from '@datasarana/engine';
import { conflict, NO_ROWS } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { BatchWriter } from '../../stores/stream/port.ts';
import type { BatchStores } from './batch-applier.ts';
import type { LogHeader } from './batch-work.ts';

/** Rows of one sender and moment, which go into the topic as one batch. */
interface Open {
  readonly key: string;
  readonly document: StoredDocument;
  readonly writer: BatchWriter;
  rows: number;
  bytes: number;
}

/** The header of rows that are in the index already, as their own batch brought them. */
function headerOf({ document, rows, bytes }: Open, template: string, now: number): LogHeader {
  const { _batch, ...system } = document.system;
  const batch = String(_batch);
  const request_id = `fill ${batch}`;
  const [user, user_name] = [String(system._user_id ?? ''), String(system._user_name ?? '')];
  return {
    batch,
    format: 'ndjson',
    ts: typeof system._ts === 'number' ? system._ts : now,
    request_id,
    doc: {
      ...NO_ROWS,
      took: 0,
      template,
      template_name: String(system._template_name ?? ''),
      state: 'done',
      request_id,
      source: 'ndjson',
      file: null,
      user,
      user_name,
      bytes,
      total: rows,
      reason: null,
    },
    received: { format: 'ndjson', rows, bytes, delimiter: ',', columns: [], lines: { breaks: [] }, structural: [] },
    system: system as LogHeader['system'],
    filled: true,
  };
}

/** Puts the documents of an index into a topic as batches that need no applying: of each batch and sender one (TPL-36). */
export class TopicFill {
  readonly #stores: BatchStores;
  readonly #scope: Scope;
  readonly #topic: string;
  #open: Open | null = null;

  constructor(stores: BatchStores, scope: Scope, topic: string) {
    this.#stores = stores;
    this.#scope = scope;
    this.#topic = topic;
  }

  /**
   * Nothing may come into the topic meanwhile.
   * @returns how many rows there were
   * @throws PlatformError 31/409 when the topic has not just these afterwards
   */
  async from(index: string, signal: AbortSignal): Promise<number> {
    const { search, stream } = this.#stores;
    const before = await stream.stats(this.#scope, this.#topic, new Map());
    try {
      const written = await search.archive(this.#scope).each(
        index,
        async (document) => {
          signal.throwIfAborted();
          await this.#add(document);
        },
        { signal },
      );
      await this.#commit();
      const { messages } = await stream.stats(this.#scope, this.#topic, new Map());
      if (messages - before.messages !== written)
        throw conflict(`The topic has ${messages - before.messages} messages more, but there are ${written} records.`);
      return written;
    } finally {
      await this.#open?.writer.abort();
    }
  }

  async #add(document: StoredDocument): Promise<void> {
    const key = JSON.stringify(document.system);
    if (this.#open?.key !== key) {
      await this.#commit();
      const writer = await this.#stores.stream.openBatch(this.#scope, this.#topic);
      this.#open = { key, document, writer, rows: 0, bytes: 0 };
    }
    const row = Buffer.from(`${JSON.stringify(document.source)}\n`);
    await this.#open.writer.write(row, 1);
    this.#open.rows += 1;
    this.#open.bytes += row.length;
  }

  async #commit(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    const topic = this.#topic;
    const header = headerOf(open, topic, this.#stores.clock());
    const { partition, baseOffset, count } = await open.writer.commit(header);
    this.#open = null;
    await this.#stores.search.advance(this.#scope, { topic, partition, next: baseOffset + count });
  }
}
