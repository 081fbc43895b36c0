import type { ColumnMemory } from './column-memory.ts';
import type { IndexVersion } from './version.ts';

/** What is kept of one state of an index; another state begins anew. */
export class StateMemory {
  readonly #memory: ColumnMemory;
  readonly version: IndexVersion;

  constructor(memory: ColumnMemory, version: IndexVersion) {
    this.#memory = memory;
    this.version = version;
  }

  /** Tells what is kept of this state from that of others. */
  protected stateKey(about: string): string {
    return `${this.version.key}|${about}`;
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

  /** What is remembered of this state. */
  known<T>(about: string): T | undefined {
    return this.#memory.get<T>(this.stateKey(about));
  }

  remember(about: string, made: unknown, bytes: number): void {
    this.#memory.set(this.stateKey(about), made, bytes);
  }

  /**
   * Something to look documents up by, made of a column that is in memory and of so many bytes for each document; null when this
   * state was not asked for often enough.
   */
  lookup<T extends { readonly byteLength: number }>(
    about: string,
    bytes: number,
    make: (capacity: number) => T,
  ): T | null {
    const known = this.known<T>(about);
    if (known !== undefined) return known;
    const { nextDoc } = this.version;
    if (!this.#memory.isWorth(this.stateKey(about), LOOKUPS) || !this.#memory.hasRoom(bytes * nextDoc)) return null;
    const made = make(nextDoc);
    this.remember(about, made, made.byteLength);
    return made;
  }
}

/** Questions from which on a lookup pays, as a multiple of those about a column: to make one takes as long as three or four passes. */
const LOOKUPS = 2;
