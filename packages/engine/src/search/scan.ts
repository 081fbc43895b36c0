import type { DuckDBConnection, JS } from '@duckdb/node-api';
import { Breath } from '../store/breath.ts';
import type { IndexPart } from './part.ts';
import { documentOf, tableColumns } from './read-documents.ts';
import type { Hit } from './response.ts';
import { chunksOf, recordsIn, textsIn } from './run.ts';
import { and, joined, name, type Sql, sql, whole } from './sql.ts';

/** Document numbers looked at per statement: DuckDB skips the row groups outside of them, and memory stays flat. */
const STEP = 20_000;

const READING = { source: { kind: 'all' }, version: false } as const;

/** Every match of one index in arrival order, page by page: some thousand, more at once would hold everybody up and outlive the young generation. */
export async function* scanPart(
  part: IndexPart,
  connection: DuckDBConnection,
): AsyncGenerator<readonly Hit[], void, undefined> {
  const { layout, where, postings, constant } = part;
  const read = await columnsOfScan(layout, connection);
  const breath = new Breath(connection);
  for (let from = 0; from < postings.capacity; from += STEP) {
    const span = sql`_doc >= ${whole(from)} AND _doc < ${whole(from + STEP)}`;
    const statement = sql`SELECT ${read.list} FROM ${name(layout.docs)} WHERE ${and([span, where])} ORDER BY _doc`;
    for (const chunk of await chunksOf(connection, statement)) {
      const rows = read.apart(recordsIn(chunk, read.names));
      yield rows.map((row) => ({ ...documentOf(layout, row, READING), _score: constant }));
      if (breath.isDue) await breath.take();
    }
  }
}

type Row = Record<string, JS>;

/** What is read of each row, and how its columns are made of that. */
interface ScannedColumns {
  readonly list: Sql;
  /** Of what is in the list. */
  readonly names: readonly string[];
  readonly apart: (rows: Row[]) => readonly Row[];
}

/** Name of all texts of a row in one. */
const TEXTS = '_texts';

/** A text costs a call into DuckDB and a buffer of its own, whatever its length, so those of a row come as one. */
async function columnsOfScan(layout: IndexPart['layout'], connection: DuckDBConnection): Promise<ScannedColumns> {
  const all = tableColumns(layout, READING);
  const every = joined(all.map(name), ', ');
  const ofTexts = await textsIn(connection, sql`SELECT ${every} FROM ${name(layout.docs)} LIMIT 0`);
  const texts = all.filter((column) => ofTexts.has(column));
  if (texts.length < 2) return { list: every, names: all, apart: (rows) => rows };
  const others = all.filter((column) => !ofTexts.has(column));
  const together = sql`json_array(${joined(texts.map(name), ', ')})::VARCHAR AS ${name(TEXTS)}`;
  return {
    list: joined([...others.map(name), together], ', '),
    names: [...others, TEXTS],
    apart: (rows) => {
      for (const row of rows) {
        const values: readonly (string | null)[] = JSON.parse(String(row[TEXTS]));
        for (let i = 0; i < texts.length; i++) row[texts[i] as string] = values[i] ?? null;
      }
      return rows;
    },
  };
}
