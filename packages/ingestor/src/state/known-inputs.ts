import type { HeldSource } from '../tasks/task.ts';
import { type Glance, glanceOf, type Input, type InputState, inputOf } from './rows.ts';
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

  /** Names of all inputs, or of those in a state. */
  names({ task, id }: HeldSource, state: InputState | null = null): readonly string[] {
    const sql = 'SELECT name FROM inputs WHERE task = ?1 AND source = ?2 AND (?3 IS NULL OR state = ?3)';
    return this.#statements
      .of(sql)
      .all(task, id, state)
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
