import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { sqliteCell } from './sqlite-values.ts';

/** A statement in a process of its own, so that one that never ends can be ended. Request and answer are JSON. */
const { file, sql, most } = JSON.parse(await text(process.stdin));
const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
try {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const rows: unknown[] = [];
  for (const row of statement.iterate()) {
    if (rows.length === most) break;
    rows.push(Object.values(row).map(sqliteCell));
  }
  process.stdout.write(JSON.stringify({ columns: statement.columns().map(({ name }) => name), rows }));
} catch (cause) {
  process.stdout.write(JSON.stringify({ failed: cause instanceof Error ? cause.message : String(cause) }));
} finally {
  db.close();
}
