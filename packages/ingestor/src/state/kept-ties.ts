import { createHash } from 'node:crypto';
import type { HeldSource } from '../tasks/task.ts';
import type { Statements } from './statements.ts';

/** Names a table of a source in few bytes: they stand beside each of its rows. */
const ownerOf = ({ task, id }: Pick<HeldSource, 'task' | 'id'>, input: string): number =>
  createHash('sha256').update(`${task}\n${id}\n${input}`).digest().readUIntBE(0, 6);

/** Prints of rows that were read with the last value of a cursor, on disk: there may be any number of them. */
export class KeptTies {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Those of some prints that are kept. */
  known(source: HeldSource, input: string, prints: readonly string[]): ReadonlySet<string> {
    const sql = 'SELECT print FROM ties WHERE owner = ? AND print IN (SELECT value FROM json_each(?))';
    const rows = this.#statements.of(sql).all(ownerOf(source, input), JSON.stringify(prints));
    return new Set(rows.map(({ print }) => String(print)));
  }

  /** Keeps prints of a batch behind which so many rows of the table were read. */
  keep(source: HeldSource, input: string, prints: readonly string[], read: number): void {
    if (prints.length === 0) return;
    const sql = 'INSERT OR REPLACE INTO ties SELECT ?, value, ? FROM json_each(?)';
    this.#statements.of(sql).run(ownerOf(source, input), read, JSON.stringify(prints));
  }

  /** Forgets those kept when no more than so many rows were read: the cursor has another value since. */
  forget(source: HeldSource, input: string, upTo: number): void {
    this.#statements.of('DELETE FROM ties WHERE owner = ? AND read <= ?').run(ownerOf(source, input), upTo);
  }

  /** Reading stands again where so many rows were read. */
  takeBack(source: Pick<HeldSource, 'task' | 'id'>, input: string, to: number): void {
    this.#statements.of('DELETE FROM ties WHERE owner = ? AND read > ?').run(ownerOf(source, input), to);
  }
}
