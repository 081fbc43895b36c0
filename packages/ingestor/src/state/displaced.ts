import type { HeldSource } from '../tasks/task.ts';
import type { Input } from './rows.ts';
import type { Statements } from './statements.ts';

/** Why an input has its name no more: another file took it, or nothing was there when it was looked for. */
export type Displacement = 'replaced' | 'deleted';

const MOST: Readonly<Record<Displacement, number>> = { replaced: 100, deleted: 1000 };

type Row = Readonly<Record<string, unknown>>;

const inputIn = ({ input }: Row): Input => JSON.parse(String(input)) as Input;

/** Inputs whose file lost its name and may be found under another: the latest of them. */
export class Displaced {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  #all(where: string, { task, id }: HeldSource, ...values: readonly (string | number)[]): readonly Input[] {
    const sql = `SELECT input FROM displaced WHERE task = ? AND source = ? AND ${where} ORDER BY rowid DESC`;
    return this.#statements
      .of(sql)
      .all(task, id, ...values)
      .map(inputIn);
  }

  /** Those whose name another file has, the latest first. */
  replaced(source: HeldSource): readonly Input[] {
    return this.#all("why = 'replaced'", source);
  }

  /** Those of a number that were gone. */
  deleted(source: HeldSource, number: number): readonly Input[] {
    return this.#all("why = 'deleted' AND json_extract(input, '$.mark.ino') = ?", source, number);
  }

  find(source: HeldSource, name: string, generation: number): Input | null {
    return this.#all('name = ? AND generation = ?', source, name, generation)[0] ?? null;
  }

  /** Puts an input in as the latest. */
  keep(source: HeldSource, input: Input, why: Displacement): void {
    const { task, id } = source;
    const { name, generation } = input;
    const sql =
      'INSERT OR REPLACE INTO displaced (task, source, name, generation, why, input) VALUES (?, ?, ?, ?, ?, ?)';
    this.#statements.of(sql).run(task, id, name, generation, why, JSON.stringify(input));
    const older = `DELETE FROM displaced WHERE task = ?1 AND source = ?2 AND why = ?3 AND rowid <= (SELECT rowid FROM displaced
      WHERE task = ?1 AND source = ?2 AND why = ?3 ORDER BY rowid DESC LIMIT 1 OFFSET ?4)`;
    this.#statements.of(older).run(task, id, why, MOST[why]);
  }

  /** Puts an input in place of itself. */
  change({ task, id }: HeldSource, input: Input): void {
    const sql = 'UPDATE displaced SET input = ? WHERE task = ? AND source = ? AND name = ? AND generation = ?';
    this.#statements.of(sql).run(JSON.stringify(input), task, id, input.name, input.generation);
  }

  forget({ task, id }: HeldSource, { name, generation }: Input): void {
    const sql = 'DELETE FROM displaced WHERE task = ? AND source = ? AND name = ? AND generation = ?';
    this.#statements.of(sql).run(task, id, name, generation);
  }
}
