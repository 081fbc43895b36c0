import type { HeldSource } from '../tasks/task.ts';
import { type Glance, glanceOf, type Input, inputOf } from './rows.ts';
import type { Statements } from './statements.ts';

/** What is known of the files of a source, asked for one by one: of fifty thousand none is held in memory. */
export class KnownInputs {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** What is known of an input without how far it was read. */
  glance({ task, id }: HeldSource, name: string): Glance | null {
    const sql = `SELECT size, mtime, state, again, json_extract(mark, '$.ino') AS ino, json_extract(mark, '$.touched') AS touched,
      json_extract(mark, '$.gone') AS gone
      FROM inputs WHERE task = ? AND source = ? AND name = ?`;
    const row = this.#statements.of(sql).get(task, id, name);
    return row ? glanceOf(row) : null;
  }

  /** Names of all inputs. */
  names(source: HeldSource): readonly string[] {
    return this.#names(source, 'SELECT name FROM inputs WHERE task = ? AND source = ?');
  }

  /** Names of the inputs that are to be read: those that wait, and those that are tried again. */
  wanted(source: HeldSource): readonly string[] {
    return this.#names(
      source,
      "SELECT name FROM inputs WHERE task = ? AND source = ? AND (state = 'waiting' OR (state = 'aside' AND again > 0))",
    );
  }

  #names({ task, id }: HeldSource, sql: string): readonly string[] {
    return this.#statements
      .of(sql)
      .all(task, id)
      .map(({ name }) => String(name));
  }

  count({ task, id }: HeldSource): number {
    const sql = 'SELECT count(*) AS n FROM inputs WHERE task = ? AND source = ?';
    return Number(this.#statements.of(sql).get(task, id)?.n);
  }

  /** Inputs whose file had a number in its file system. */
  numbered({ task, id }: HeldSource, number: number): readonly Input[] {
    const sql = "SELECT * FROM inputs WHERE task = ? AND source = ? AND json_extract(mark, '$.ino') = ?";
    return this.#statements.of(sql).all(task, id, number).map(inputOf);
  }

  /** Inputs of which what was read has a seal. */
  sealed({ task, id }: HeldSource, seal: string): readonly Input[] {
    const sql = "SELECT * FROM inputs WHERE task = ? AND source = ? AND json_extract(mark, '$.seal') = ?";
    return this.#statements.of(sql).all(task, id, seal).map(inputOf);
  }
}
