import { BUNDLED_SCHEMAS, parseSchema, type Schema, SYSTEM_SCHEMA_NAMES } from '@datasarana/schema';
import { isFailure } from '../call-failure.ts';
import type { Client } from '../client.ts';

/** Pauses between the tries for a schema that failed, in ms; the last one repeats (SCH-17). */
const PAUSES = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000];

/**
 * Schemas by name (SCH-14): from memory, else from the server, else the bundled copy. Without a session the 15 bundled ones
 * are there; `loadRest` brings the others after sign-in.
 */
export class SchemaCache {
  readonly #client: Client;
  readonly #schemas = new Map<string, Schema>(BUNDLED_SCHEMAS.map((schema) => [schema.name, schema]));
  readonly #fetching = new Map<string, Promise<Schema | undefined>>();
  readonly #completed = new Set<() => void>();
  readonly #failed = new Set<string>();
  #complete = false;
  #stop: (() => void) | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** How many of the 31 are in memory. */
  get size(): number {
    return SYSTEM_SCHEMA_NAMES.filter((name) => this.#schemas.has(name)).length;
  }

  /** Names that could not be loaded yet and are being tried again (SCH-17). */
  get failed(): readonly string[] {
    return [...this.#failed];
  }

  /** Runs `listener` once, when all 31 are in memory (SCH-16); at once when they already are. */
  onComplete(listener: () => void): void {
    if (this.#complete) listener();
    else this.#completed.add(listener);
  }

  /** From memory only. */
  peek(name: string): Schema | undefined {
    return this.#schemas.get(name);
  }

  /** The schema of that name, or undefined with 'NO SCHEMA' on the console (SCH-15). */
  async get(name: string): Promise<Schema | undefined> {
    const schema = this.#schemas.get(name) ?? (await this.#fetchOnce(name));
    if (!schema) console.error('NO SCHEMA', name);
    return schema;
  }

  /** Loads what is missing of the 31; what fails is tried again after 1, 2, 4 … 60 s until `dispose` (SCH-17). */
  async loadRest(attempt = 0): Promise<void> {
    this.dispose();
    const missing = SYSTEM_SCHEMA_NAMES.filter((name) => !this.#schemas.has(name));
    await Promise.all(
      missing.map(async (name) => {
        if (await this.#fetchOnce(name)) this.#failed.delete(name);
        else this.#failed.add(name);
      }),
    );
    if (this.#failed.size === 0) return this.#announce();
    const wait = PAUSES[attempt] ?? PAUSES.at(-1) ?? 0;
    this.#stop = this.#client.timers.after(wait, () => void this.loadRest(attempt + 1));
  }

  /** Ends the retries. */
  dispose(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #announce(): void {
    if (this.#complete || this.size < SYSTEM_SCHEMA_NAMES.length) return;
    this.#complete = true;
    for (const listener of this.#completed) listener();
    this.#completed.clear();
  }

  #fetchOnce(name: string): Promise<Schema | undefined> {
    const running = this.#fetching.get(name);
    if (running) return running;
    const fetching = this.#fetch(name).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching;
  }

  async #fetch(name: string): Promise<Schema | undefined> {
    try {
      const { data } = await this.#client.call('schema.system', { query: { id: name } });
      if (data === null || data === undefined) return undefined;
      const schema = parseSchema(data);
      this.#schemas.set(name, schema);
      return schema;
    } catch (error) {
      if (!isFailure(error)) console.error(error);
      return undefined;
    }
  }
}
