import { decodeRecord, type FieldErrors, newRecord, ReplyCode } from '@datasarana/schema';
import { CallFailure } from '../call-failure.ts';
import type { Client } from '../client.ts';
import { conflictOf, isNewer, mergedValues, type RecordConflict, type Side } from './conflict.ts';
import { kindSource, type RecordSchema, type RecordSource, type StoredValues, type Values } from './record-source.ts';
import { isUnchanged } from './same.ts';

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
  /** Of the last validation; a field loses its message as soon as it is edited. */
  readonly errors: FieldErrors;
  /** Someone else changed the record meanwhile; null once it is settled (REC-38). */
  readonly conflict: RecordConflict | null;
}

/** How an edit is saved. */
export interface SaveOptions {
  /** Check first; with one error nothing is sent (REC-18). */
  readonly validate?: boolean;
  /** Send what this edit is based on, so that a newer record is not overwritten (REC-38). True by default. */
  readonly guard?: boolean;
}

/** `working` stays this long after a success, in ms (REC-09). */
const WORKING_AFTER = 1000;

/** One record of any kind: values, four flags and the operations of REC-20…24, 42. Knows no framework. */
export class LiveRecord {
  readonly schema: RecordSchema;
  readonly #client: Client;
  readonly #source: RecordSource;
  readonly #listeners = new Set<() => void>();
  #baseline: Values;
  #base = 0;
  #id: string | undefined;
  #met: StoredValues | undefined;
  #state: RecordState;
  #settle: (() => void) | undefined;

  constructor(client: Client, schema: RecordSchema, source: RecordSource = kindSource(client, schema)) {
    this.#client = client;
    this.schema = schema;
    this.#source = source;
    this.#baseline = newRecord(schema.items);
    const flags = { working: false, fetched: false, modified: false, saved: false };
    this.#state = { values: this.#baseline, ...flags, errors: {}, conflict: null };
  }

  /** Id of the stored record; undefined while it is new. */
  get id(): string | undefined {
    return this.#id;
  }

  /** As last fetched or saved, whatever was edited since. */
  get stored(): Values {
    return this.#baseline;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): RecordState => this.#state;

  /** Changes one top-level item. */
  set(name: string, value: unknown): void {
    this.edit({ ...this.#state.values, [name]: value });
  }

  /** Takes the values of a form; what was said against an edited item is withdrawn. */
  edit(values: Values): void {
    const { values: before, errors } = this.#state;
    const untouched = Object.entries(errors).filter(([path]) => {
      const name = path.split('.')[0] ?? '';
      return values[name] === before[name];
    });
    this.#change({ values, modified: this.#differs(values), saved: false, errors: Object.fromEntries(untouched) });
  }

  /** Puts every value back to what was last fetched or saved. */
  revert(): void {
    this.#change({ values: this.#baseline, modified: false, errors: {}, conflict: null });
  }

  /** Checks the values against the schema; id and stamps are filled as an add would fill them (REC-15…19, REC-36). */
  validate(): FieldErrors {
    const errors = this.#source.check(this.#source.complete(this.#state.values));
    this.#change({ errors });
    return errors;
  }

  /** GET by id (REC-22); an absent record leaves `fetched` false and is no error (REC-27). */
  async fetch(id: string): Promise<void> {
    await this.#working(async () => {
      const { values } = this.#state;
      const found = await this.#source.get(id);
      if (found) this.#take(found, values, { fetched: true, saved: false });
      else this.#change({ fetched: false });
      this.#change({ working: false });
    });
  }

  /** Looks at the record again: a newer one is taken when nothing was edited here, else it is a conflict. */
  async refresh(): Promise<void> {
    if (this.#id === undefined || this.#state.working) return;
    const found = await this.#source.get(this.#id);
    // A save may have begun while this ran; what it answers is newer.
    if (this.#state.working) return;
    if (!found) this.#change({ fetched: false });
    else if (!isNewer(found, this.#base)) return;
    else if (this.#state.modified) this.#meet(found);
    else this.#take(found, this.#state.values, { fetched: true });
  }

  /** PUT (REC-20). The record gets its id and stamps here (REC-36). */
  async add(): Promise<void> {
    await this.#working(async () => {
      const { values } = this.#state;
      this.#take(await this.#source.add(this.#source.complete(values)), values, { saved: true });
      this.#workingFades();
    });
  }

  /** PATCH of the changed fields plus id (REC-21); nothing changed = no request. */
  async update(options: SaveOptions = {}): Promise<void> {
    const { values } = this.#state;
    const changed = Object.entries(values).filter(([name, value]) => !isUnchanged(value, this.#baseline[name]));
    if (changed.length > 0) await this.patch(Object.fromEntries(changed), options);
  }

  /** PATCH of the caller's fields plus id (REC-42). */
  async patch(fields: Values, { guard = true }: SaveOptions = {}): Promise<void> {
    await this.#working(async () => {
      const { values } = this.#state;
      const id = this.#id ?? String(values.id);
      const stored = await this.#source.change({ id, fields, base: guard ? this.#base : undefined });
      this.#take(stored ?? { id, values: { ...values, ...fields }, base: this.#base }, values, { saved: true });
      this.#workingFades();
    });
  }

  /** DELETE by id (REC-42, API-13). */
  async delete(): Promise<void> {
    await this.#working(async () => {
      await this.#source.delete(this.#id ?? String(this.#state.values.id));
      this.#id = undefined;
      this.#change({ fetched: false, saved: false, modified: false, conflict: null });
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
    await (this.#id === undefined ? this.add() : this.update(options));
  }

  /** Settles a conflict (REC-38): their record becomes the base, my edits stay where mine is chosen. Nothing is sent. */
  resolve(choose: (name: string) => Side): void {
    const { conflict, values: mine } = this.#state;
    if (!conflict) return;
    const values = mergedValues(this.#baseline, mine, conflict, choose, this.#source);
    this.#baseline = conflict.theirs;
    this.#base = this.#met?.base ?? this.#base;
    this.#change({ values, modified: this.#differs(values), conflict: null, errors: {} });
  }

  /** Settles a conflict by dropping every edit made here. */
  takeTheirs(): void {
    this.resolve(() => 'theirs');
    this.revert();
  }

  /** Stops the one timer a record may have. */
  dispose(): void {
    this.#settle?.();
  }

  #differs(values: Values): boolean {
    return [...new Set([...Object.keys(values), ...Object.keys(this.#baseline)])].some(
      (name) => !isUnchanged(values[name], this.#baseline[name]),
    );
  }

  /** Takes what is stored; what was typed while the call ran stays typed. `sent` = the values when it began. */
  #take(stored: StoredValues, sent: Values, flags: Pick<Partial<RecordState>, 'fetched' | 'saved'>): void {
    const { values: now } = this.#state;
    const typed = Object.entries(now).filter(([name, value]) => value !== sent[name]);
    this.#id = stored.id;
    this.#base = stored.base;
    this.#baseline = decodeRecord(this.schema.items, stored.values);
    const values = { ...this.#baseline, ...Object.fromEntries(typed) };
    const modified = this.#differs(values);
    this.#change({ values, errors: {}, conflict: null, ...flags, modified, ...(modified && { saved: false }) });
  }

  #meet(found: StoredValues): void {
    const theirs = decodeRecord(this.schema.items, found.values);
    this.#met = found;
    this.#change({
      fetched: true,
      conflict: conflictOf(this.#baseline, this.#state.values, theirs, this.#source),
    });
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
      const current =
        error instanceof CallFailure && error.type === 'conflict' ? this.#source.stored(error.data) : null;
      // A status that may not follow answers 409 too, with the record as it is known here.
      if (isNewer(current, this.#base)) this.#meet(current);
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
