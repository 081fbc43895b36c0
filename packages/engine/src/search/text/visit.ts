import { Breath } from '../../store/breath.ts';
import { predicate, scorer } from '../predicate.ts';
import { chunksOf, integersOf } from '../run.ts';
import { type Sql, sql } from '../sql.ts';
import type { ResolveContext, Resolved } from './resolved.ts';

/** Calls `visit` for every match with its score; `read(i)` is the value of `extra[i]` in its row. */
export async function visitMatches(
  resolved: Resolved,
  { connection, docs }: Pick<ResolveContext, 'connection' | 'docs'>,
  extra: readonly Sql[],
  visit: (doc: number, score: number, read: (column: number) => unknown) => void,
): Promise<void> {
  const scoring = scorer(resolved);
  const tests = scoring.columns.map((column) => sql`(${column}) IS TRUE`);
  const list = [sql`_doc::INTEGER`, ...tests, ...extra].reduce((all, column) => sql`${all}, ${column}`);
  const chunks = await chunksOf(connection, sql`SELECT ${list} FROM ${docs} WHERE ${predicate(resolved)}`);
  const breath = new Breath(connection);
  for (const chunk of chunks) {
    const columns = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
    const numbers = columns[0] ? integersOf(columns[0]) : new Int32Array();
    // a chunk asks DuckDB each time
    const rows = chunk.rowCount;
    let row = 0;
    const outcome = (column: number) => columns[column + 1]?.getItem(row) === true;
    const read = (column: number) => columns[column + 1 + tests.length]?.getItem(row) ?? null;
    for (; row < rows; row++) {
      const doc = numbers[row] ?? 0;
      visit(doc, scoring.score(doc, outcome), read);
    }
    if (breath.isDue) await breath.take();
  }
}
