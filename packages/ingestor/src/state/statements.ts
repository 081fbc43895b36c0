import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * The statements of a database, each prepared once: the memory of one stays until V8 collects it, which knows nothing of its size,
 * and ten thousand files ask for a hundred thousand.
 */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  of(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const prepared = this.#database.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
