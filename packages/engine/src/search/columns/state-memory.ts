import type { ColumnMemory } from './column-memory.ts';
import type { IndexVersion } from './version.ts';

/** Something made of the documents of a state that the next state can go on with. */
export interface Earlier<T> {
  /** Numbers of the documents it knows are below. */
  readonly nextDoc: number;
  readonly value: T;
}

interface Continued<T> extends Earlier<T> {
  readonly deleted: number;
}

/** What is kept of one state of an index; what only grows with its documents goes on from state to state. */
export class StateMemory {
  readonly #memory: ColumnMemory;
  readonly #index: number;
  readonly version: IndexVersion;

  constructor(memory: ColumnMemory, index: number, version: IndexVersion) {
    this.#memory = memory;
    this.#index = index;
    this.version = version;
  }

  /** Tells what is kept of this state from that of others. */
  protected stateKey(about: string): string {
    return `${this.version.key}|${about}`;
  }

  /** Tells what is kept of this index from that of others; a later state goes on with it. */
  protected indexKey(about: string): string {
    return `${this.#index} ${about}`;
  }

  /** Something that follows from the data of this state, made once while it is kept; `bytes` is what keeping it takes. */
  async remembered<T>(about: string, make: () => T | Promise<T>, bytes: (made: T) => number): Promise<T> {
    const key = this.stateKey(about);
    const found = this.#memory.get<T>(key);
    if (found !== undefined) return found;
    const made = await make();
    this.#memory.set(key, made, bytes(made));
    return made;
  }

  /**
   * The same of something that new documents are only added to. `make` is given what an earlier state had, which has to stay as it
   * is; null when there is none or documents were removed since.
   */
  async continued<T>(
    about: string,
    make: (earlier: Earlier<T> | null) => T | Promise<T>,
    bytes: (made: T) => number,
  ): Promise<T> {
    const found = this.earlier<T>(about);
    if (found?.nextDoc === this.version.nextDoc) return found.value;
    const value = await make(found);
    this.keepLatest(about, value, bytes(value));
    return value;
  }

  /** What was made by this state or one that had the first of its documents; null when there is none or documents were removed since. */
  earlier<T>(about: string): Earlier<T> | null {
    const { nextDoc, deleted } = this.version;
    const found = this.#memory.get<Continued<T>>(this.indexKey(about));
    return found !== undefined && found.deleted === deleted && found.nextDoc <= nextDoc ? found : null;
  }

  /** Keeps what a later state can go on with, unless one of them has made it already. */
  keepLatest(about: string, value: unknown, bytes: number): void {
    const { nextDoc, deleted } = this.version;
    const key = this.indexKey(about);
    const now = this.#memory.get<Continued<unknown>>(key);
    const isLatest = now === undefined || (now.deleted <= deleted && now.nextDoc <= nextDoc);
    if (isLatest) this.#memory.set(key, { nextDoc, deleted, value } satisfies Continued<unknown>, bytes);
  }

  /** What is remembered of this state. */
  known<T>(about: string): T | undefined {
    return this.#memory.get<T>(this.stateKey(about));
  }

  remember(about: string, made: unknown, bytes: number): void {
    this.#memory.set(this.stateKey(about), made, bytes);
  }

  /**
   * Something to look documents up by, made of a column that is in memory and of so many bytes for each document; null when it was
   * not asked for often enough. It may know documents of later states, too. `make` is given what there was so far and may let
   * it go on.
   */
  lookup<T extends Lookups>(about: string, bytes: number, make: (capacity: number, known: T | null) => T): T | null {
    const key = this.indexKey(about);
    const { nextDoc, deleted } = this.version;
    const found = this.#memory.get<MadeOf<T>>(key);
    // what was made later lacks the documents that were removed meanwhile
    if (found !== undefined && found.deleted > deleted) return null;
    const known = found?.value ?? null;
    if (known !== null && known.capacity >= nextDoc) return known;
    const isWanted = known !== null || this.#memory.isWorth(key, LOOKUPS);
    if (!isWanted || !this.#memory.hasRoom(bytes * (nextDoc - (known?.capacity ?? 0)))) return null;
    const value = make(nextDoc, known);
    const made: MadeOf<T> = { deleted: found?.value === value ? found.deleted : deleted, value };
    this.#memory.set(key, made, value.byteLength);
    return value;
  }
}

/** Something to look documents up by; numbers of those it knows are below `capacity`. */
interface Lookups {
  readonly byteLength: number;
  readonly capacity: number;
}

/** The same with how many documents had been removed by then. */
interface MadeOf<T extends Lookups> {
  readonly deleted: number;
  readonly value: T;
}

/** Questions from which on a lookup pays, as a multiple of those about a column: to make one takes as long as three or four passes. */
const LOOKUPS = 2;
