import { isBlank, ReplyCode, type SchemaItem, validateItems } from '@datasarana/schema';
import { CallFailure } from '../call-failure.ts';
import type { Client } from '../client.ts';
import type { RecordChange, RecordSource, StoredValues, Values } from './record-source.ts';

/** What of the meta goes back with a change; the rest is the platform's to fill (TPL-27). */
const META_KEPT = ['device_id', 'post_type', 'location', 'tags', 'title', 'ts'] as const;

interface DataRecord {
  readonly id: string;
  readonly version: number;
  readonly meta: Values;
  readonly data: Values;
}

const isDataRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && 'data' in value && 'version' in value && 'id' in value;

const stored = (data: unknown): StoredValues | null =>
  isDataRecord(data) ? { id: data.id, values: data.data, base: data.version } : null;

const keptMeta = (meta: Values): Values =>
  Object.fromEntries(META_KEPT.flatMap((name) => (meta[name] == null ? [] : [[name, meta[name]]])));

/** What a record source needs to know of a template. */
export interface DataTemplate {
  readonly id: string;
  readonly name: string;
  /** Its own fields, without the system ones. */
  readonly items: readonly SchemaItem[];
}

/** Data records of one template (API-29, API-30). A PUT replaces the whole record, so what was not edited goes back as it came. */
export class DataRecordSource implements RecordSource {
  readonly #client: Client;
  readonly #template: DataTemplate;
  readonly stored = stored;
  // Its system fields are not among its values.
  readonly stamps: ReadonlySet<string> = new Set();

  constructor(client: Client, template: DataTemplate) {
    this.#client = client;
    this.#template = template;
  }

  async get(id: string): Promise<StoredValues | null> {
    return stored(await this.#read(id));
  }

  async add(values: Values): Promise<StoredValues> {
    await this.#refuseKnownKeys(values);
    return this.#put(values, {}, this.#isKeyed ? { version: 0 } : {});
  }

  async change({ id, fields, base }: RecordChange): Promise<StoredValues> {
    const now = await this.#read(id);
    if (!now) throw gone(id);
    const version = base ?? now.version;
    return this.#put({ ...now.data, ...fields }, keptMeta(now.meta), { id, version });
  }

  async delete(id: string): Promise<void> {
    await this.#client.call('data.delete', { query: { template: this.#template.id, id } });
  }

  complete(values: Values): Values {
    return values;
  }

  check(values: Values) {
    return validateItems(this.#template.items, values, { keepUnknown: true });
  }

  async #read(id: string): Promise<DataRecord | null> {
    const { data } = await this.#client.call('data.get', { query: { template: this.#template.id, id } });
    return isDataRecord(data) ? data : null;
  }

  async #put(
    data: Values,
    meta: Values,
    which: { readonly id?: string; readonly version?: number },
  ): Promise<StoredValues> {
    const query = { template: this.#template.id, ...which };
    // An empty field is not a written one: it may name contributors the caller is not among (ROL-19).
    const filled = Object.fromEntries(Object.entries(data).filter(([, value]) => !isBlank(value)));
    const written = await this.#client.call('data.put', { query, body: { meta, data: filled } });
    return { id: written.data.id, values: filled, base: written.data.version };
  }

  get #isKeyed(): boolean {
    return this.#template.items.some((item) => item.is_key);
  }

  /** A put of known keys replaces (API-30); whoever adds a record does not expect to lose another one. */
  async #refuseKnownKeys(values: Values): Promise<void> {
    const keys = this.#template.items.filter((item) => item.is_key && values[item.name] != null);
    if (keys.length === 0) return;
    const filter = keys.map((item) => ({ term: { [item.name]: values[item.name] } }));
    const { data } = await this.#client.found('data.search', {
      query: { template: this.#template.id },
      body: { size: 1, _source: false, query: { bool: { filter } } },
    });
    if (data.hits.total.value === 0) return;
    const taken = `${this.#template.name} has a record with this key already`;
    throw new CallFailure(ReplyCode.Failed, 'Data has validation error', {
      type: 'validation',
      fields: Object.fromEntries(keys.map((item) => [item.name, taken])),
      hint: 'Open that record to change it, or write another key.',
    });
  }
}

const gone = (id: string): CallFailure =>
  new CallFailure(ReplyCode.NotFound, `Record '${id}' is not there any more`, {
    type: 'not_found',
    http: 404,
    hint: 'Someone removed it. Copy what you need, then add a new record.',
  });
