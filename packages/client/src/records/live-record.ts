import {
  decodeRecord,
  type FieldErrors,
  newRecord,
  ReplyCode,
  type Schema,
  stampRecord,
  validateRecord,
} from '@datasarana/schema';
import { CallFailure } from '../call-failure.ts';
import type { Client } from '../client.ts';
import { endpointsOfKind, type KindEndpoints } from './kind-endpoints.ts';
import { isSame } from './same.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What a screen sees of a record; a new object after every change. */
export interface RecordState {
  readonly values: Values;
  /** A call runs, or succeeded less than a second ago (REC-08, REC-09). */
  readonly working: boolean;
  /** A fetch found the record. */
  readonly fetched: boolean;
  /** Some value differs from the last fetched or saved one. */
  readonly modified: boolean;
  /** Stored, and not edited since. */
  readonly saved: boolean;
  /** Of the last validation. */
  readonly errors: FieldErrors;
}

export interface SaveOptions {
  /** Check first; with one error nothing is sent (REC-18). */
  readonly validate?: boolean;
  /** Send the ts_modified this edit is based on, so that a newer record is not overwritten (REC-38). True by default. */
  readonly guard?: boolean;
}

/** `working` stays this long after a success, in ms (REC-09). */
const WORKING_AFTER = 1000;

/** Given by the server or never written back (REC-07, REC-41). */
const NOT_SENT: ReadonlySet<string> = new Set(['label']);

/** One record of any kind: values, four flags and the operations of REC-20…24, 42. Knows no framework. */
export class LiveRecord {
  readonly schema: Schema;
  readonly #client: Client;
  readonly #endpoints: KindEndpoints;
  readonly #listeners = new Set<() => void>();
  #baseline: Values;
  #state: RecordState;
  #settle: (() => void) | undefined;
  #isStored = false;

  constructor(client: Client, schema: Schema) {
    this.#client = client;
    this.schema = schema;
    this.#endpoints = endpointsOfKind(schema.name);
    this.#baseline = newRecord(schema.items);
    const flags = { working: false, fetched: false, modified: false, saved: false };
    this.#state = { values: this.#baseline, ...flags, errors: {} };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): RecordState => this.#state;

  /** Changes one top-level item. */
  set(name: string, value: unknown): void {
    const values = { ...this.#state.values, [name]: value };
    this.#change({ values, modified: !isSame(values, this.#baseline), saved: false });
  }

  /** Puts every value back to what was last fetched or saved. */
  revert(): void {
    this.#change({ values: this.#baseline, modified: false, errors: {} });
  }

  /** Checks the values against the schema; id and stamps are filled as an add would fill them (REC-15…19, REC-36). */
  validate(): FieldErrors {
    const errors = validateRecord(this.schema, this.#stamped(), { keepUnknown: true });
    this.#change({ errors });
    return errors;
  }

  /** GET by id (REC-22); an absent record leaves `fetched` false and is no error (REC-27). */
  async fetch(id: string): Promise<void> {
    const { get, params } = this.#endpoints;
    await this.#working(async () => {
      const { data } = await this.#client.call<Values | null>(get, { params: { ...params, id } });
      if (data) this.#take(data, { fetched: true, saved: false });
      else this.#change({ fetched: false });
      this.#change({ working: false });
    });
  }

  /** PUT (REC-20). The record gets its id and stamps here (REC-36). */
  async add(): Promise<void> {
    await this.#working(async () => {
      const body = withoutUnsent(this.#stamped());
      const { add, params } = this.#endpoints;
      const { data } = await this.#client.call<Values | null>(add, { params, body });
      this.#take(data ?? body, { saved: true });
      this.#workingFades();
    });
  }

  /** PATCH of the changed fields plus id (REC-21); nothing changed = no request. */
  async update(options: SaveOptions = {}): Promise<void> {
    const { values } = this.#state;
    const changed = Object.entries(values).filter(([name, value]) => !isSame(value, this.#baseline[name]));
    if (changed.length > 0) await this.patch(Object.fromEntries(changed), options);
  }

  /** PATCH of the caller's fields plus id (REC-42). */
  async patch(fields: Values, { guard = true }: SaveOptions = {}): Promise<void> {
    await this.#working(async () => {
      const { change, params } = this.#endpoints;
      const based = this.#baseline.ts_modified;
      const body = {
        ...withoutUnsent(fields),
        id: this.#state.values.id,
        ...(guard && typeof based === 'number' && based > 0 && { ts_modified: based }),
      };
      const { data } = await this.#client.call<Values | null>(change, { params, body });
      this.#take(data ?? { ...this.#state.values, ...fields }, { saved: true });
      this.#workingFades();
    });
  }

  /** DELETE by id (REC-42, API-13). */
  async delete(): Promise<void> {
    await this.#working(async () => {
      const { delete: remove, params } = this.#endpoints;
      await this.#client.call(remove, { params: { ...params, id: String(this.#state.values.id) } });
      this.#isStored = false;
      this.#change({ fetched: false, saved: false });
      this.#workingFades();
    });
  }

  /**
   * Add when never stored, else update (REC-42).
   * @throws CallFailure 'Data has validation error' before anything is sent, when asked to validate (REC-18)
   */
  async save(options: SaveOptions = {}): Promise<void> {
    if (options.validate) {
      const fields = this.validate();
      if (Object.keys(fields).length > 0)
        throw new CallFailure(ReplyCode.Failed, 'Data has validation error', {
          type: 'validation',
          fields,
          hint: 'Correct the marked fields.',
        });
    }
    await (this.#isStored ? this.update(options) : this.add());
  }

  /** Stops the one timer a record may have. */
  dispose(): void {
    this.#settle?.();
  }

  #stamped(): Record<string, unknown> {
    return stampRecord(this.schema.items, this.#state.values, this.#client.timers.now());
  }

  #take(data: Values, flags: Pick<Partial<RecordState>, 'fetched' | 'saved'>): void {
    const values = decodeRecord(this.schema.items, data);
    this.#isStored = true;
    this.#baseline = values;
    this.#change({ values, modified: false, errors: {}, ...flags });
  }

  async #working(run: () => Promise<void>): Promise<void> {
    this.#settle?.();
    this.#change({ working: true });
    try {
      await run();
    } catch (error) {
      // REC-10: edits stay as they are.
      const errors = error instanceof CallFailure ? { ...this.#state.errors, ...error.fields } : this.#state.errors;
      this.#change({ working: false, saved: false, errors });
      throw error;
    }
  }

  #workingFades(): void {
    this.#settle = this.#client.timers.after(WORKING_AFTER, () => this.#change({ working: false }));
  }

  #change(change: Partial<RecordState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const withoutUnsent = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !NOT_SENT.has(name)));

/** Body of a list search (API-07): `from` zero-based, `to` exclusive. */
export interface ListSearch {
  readonly key?: string;
  readonly keyword?: string;
  readonly from?: number;
  readonly to?: number;
  readonly sort?: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  readonly [filter: string]: unknown;
}

/** POST the query body to the kind's search (REC-24); `total` counts all matches. */
export async function searchRecords(
  client: Client,
  schema: Schema,
  search: ListSearch,
): Promise<{ readonly records: readonly Values[]; readonly total: number }> {
  const { search: id, params } = endpointsOfKind(schema.name);
  const { data, total } = await client.call<readonly Values[] | null>(id, { params, body: search });
  const records = (data ?? []).map((record) => decodeRecord(schema.items, record));
  return { records, total: total ?? records.length };
}

/** GET the kind's count (REC-23). */
export async function countRecords(client: Client, kind: string): Promise<number> {
  const { count, params } = endpointsOfKind(kind);
  const { data } = await client.call<{ readonly count: number } | null>(count, { params });
  return data?.count ?? 0;
}
