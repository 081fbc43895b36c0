import { setTimeout } from 'node:timers/promises';
import { PlatformError, ValueType } from '@datasarana/schema';
import type { Cell, RowBlock, RowReader } from '../../rows/row-reader.ts';
import type { SendRest } from '../rest/rest-settings.ts';
import { PlatformAway, PlatformClient, PlatformRefused, type PlatformSettings } from './platform-client.ts';
import { lostFields, type PlatformField, type PlatformShape, platformFields } from './platform-templates.ts';

/** Records asked for at once. */
const PAGE = 2000;
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 100;
/** The id a record has there; behind the fields, because a download of the platform's own begins with it. */
const ID = '_id';

interface Hit {
  readonly _id: string;
  readonly _source: Readonly<Record<string, unknown>>;
  readonly sort: readonly unknown[];
}

/** A value as text: dates with their zone, nested values and lists as JSON, numbers with all their digits. */
function cellOf(value: unknown, { value_type }: PlatformField): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value_type === ValueType.Date && typeof value === 'number') return new Date(value).toISOString();
  return JSON.stringify(value);
}

const isTooMuch = (cause: unknown): boolean => cause instanceof PlatformError && cause.detail.http === 413;

/** Pages of records in the order of their ids: each page begins behind the last id that came. */
class PlatformPages {
  readonly #client: PlatformClient;
  readonly #settings: PlatformSettings;
  readonly #shape: PlatformShape;
  readonly #fields: readonly PlatformField[];
  readonly #signal: AbortSignal;
  #size = PAGE;
  #rows = 0;

  constructor(client: PlatformClient, settings: PlatformSettings, shape: PlatformShape, signal: AbortSignal) {
    this.#client = client;
    this.#settings = settings;
    this.#shape = shape;
    this.#fields = shape.fields;
    this.#signal = signal;
  }

  async *blocks(): AsyncGenerator<RowBlock> {
    for (let after: readonly unknown[] | null = null; ; ) {
      const hits = await this.#page(after);
      if (hits.length === 0) return await this.#refuseLost();
      const from = this.#rows + 1;
      this.#rows += hits.length;
      yield {
        rows: hits.map((hit) => [...this.#fields.map((field) => cellOf(hit._source[field.name], field)), hit._id]),
        lines: hits.map((_, i) => from + i),
        setAside: [],
      };
      after = hits.at(-1)?.sort ?? null;
    }
  }

  /** One page; a connection that breaks off is tried again, an answer too large is asked for in smaller parts. */
  async #page(after: readonly unknown[] | null): Promise<readonly Hit[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#ask(after);
      } catch (cause) {
        this.#signal.throwIfAborted();
        if (isTooMuch(cause) && this.#size > 1) {
          this.#size = Math.ceil(this.#size / 4);
          continue;
        }
        if (!(cause instanceof PlatformAway)) throw cause;
        if (attempt >= ATTEMPTS) throw this.#brokenOff(cause);
        await setTimeout(FIRST_PAUSE_MS * 2 ** attempt, undefined, { signal: this.#signal });
      }
    }
  }

  #brokenOff(cause: PlatformAway): PlatformRefused {
    const message = `The connection to ${this.#client.host} broke off after ${this.#rows} records and did not come back in ${ATTEMPTS} attempts (${cause.message.replace(/\.$/, '')}). Nothing of this import was stored: run it again when the other platform is there.`;
    return new PlatformAway(message, { cause });
  }

  /** Records that were read behind a change of the template lack what it took away, and nothing in them tells. */
  async #refuseLost(): Promise<void> {
    const now = await platformFields(this.#client, this.#settings.template ?? '');
    const lost = lostFields(this.#shape, now);
    if (lost.length === 0) return;
    const message = `The template at ${this.#client.host} was changed while it was read: it lost ${lost.join(', ')}, or made something else or something private of it. Nothing of this import was stored: look at the columns of the source and run it again.`;
    throw new PlatformRefused('template', message);
  }

  async #ask(after: readonly unknown[] | null): Promise<readonly Hit[]> {
    const { template = '', search = '' } = this.#settings;
    const { data } = await this.#client.call('POST', `/data/user?template=${encodeURIComponent(template)}`, {
      size: this.#size,
      sort: [{ [ID]: 'asc' }],
      track_total_hits: false,
      _source: this.#fields.map(({ name }) => name),
      ...(search.trim() !== '' && { query: { query_string: { query: search } } }),
      ...(after && { search_after: after }),
    });
    const hits = Reflect.get(Object(Reflect.get(Object(data), 'hits')), 'hits');
    if (!Array.isArray(hits)) throw new PlatformRefused('url', `${this.#client.host} answered a search without hits.`);
    return hits as readonly Hit[];
  }
}

/**
 * Records of a template of another platform: its top fields, and last the id each record has there. Reading goes by ids, so
 * that records which come, change or go meanwhile neither double nor lose the others.
 * @throws PlatformRefused
 */
export async function readPlatform(
  settings: PlatformSettings,
  send: SendRest,
  signal: AbortSignal,
): Promise<RowReader> {
  const { template = '' } = settings;
  if (template === '') throw new PlatformRefused('template', 'Choose the template to read.');
  const client = new PlatformClient(settings, send);
  const shape = await platformFields(client, template);
  return {
    columns: [...shape.fields.map(({ name }) => name), ID],
    blocks: new PlatformPages(client, settings, shape, signal).blocks(),
  };
}
