import type { Connection } from './connection.ts';
import { bucketOfIndex, createListIndex, type IndexWish, LONG_LIST, listIndexPattern } from './list-index.ts';

/** Names of the indexes of lists, of one bucket or of all. */
export const listIndexNames = (connection: Connection, bucket?: number): readonly string[] =>
  connection
    .all("SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB ? ORDER BY rowid", listIndexPattern(bucket))
    .map(({ name }) => String(name));

/** Takes as long as one read of the bucket and a sort of its values. */
export function arrangeIndexes(connection: Connection, { create, drop }: IndexWish): void {
  if (drop !== null) connection.exec(`DROP INDEX IF EXISTS "${drop}"`);
  connection.exec(createListIndex(create));
}

/** Lets go of the indexes of lists that have become short. */
export function dropShort(connection: Connection): void {
  for (const name of listIndexNames(connection)) {
    const sql = 'SELECT sum(n) AS n FROM tally WHERE bucket = ? AND removed = 0';
    if (Number(connection.get(sql, bucketOfIndex(name))?.n) < LONG_LIST / 2) connection.exec(`DROP INDEX "${name}"`);
  }
}
