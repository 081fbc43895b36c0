import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** One SQLite connection with its prepared statements kept, and a count of the statements that ran. */
export class Connection {
  readonly db: DatabaseSync;
  /** Statements run so far. */
  statements = 0;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(file: string, readOnly: boolean) {
    this.db = new DatabaseSync(file, { readOnly, timeout: 10_000 });
    this.db.exec('PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY');
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  run(sql: string, ...params: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...params).changes);
  }

  get(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...params);
  }

  all(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...params);
  }

  iterate(sql: string, ...params: SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...params);
  }

  close(): void {
    this.#prepared.clear();
    this.db.close();
  }

  #statement(sql: string): StatementSync {
    this.statements++;
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= 500) this.#prepared.clear();
    const prepared = this.db.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
