import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import type { KeptField } from './batch.ts';
import { readCounters } from './counters.ts';
import { ownNames, READY } from './stage.ts';

/** What a batch will do. `written` = table naming rows to write with what they replace; null = every ready row is new. */
export interface WritePlan {
  readonly accepted: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly written: string | null;
}

export const WRITTEN = 'written';
/** Rows that share their key with another of the batch. */
export const CHAIN = 'chain';
const TEMPORARY = ['matched', 'kept', 'same', CHAIN, 'plan', WRITTEN];

/** Lets go of what `planWrite` made. */
export const DROP_PLAN: readonly string[] = TEMPORARY.map((table) => `DROP TABLE IF EXISTS temp.${table}`);

export const keyColumns = (layout: IndexLayout): readonly string[] =>
  layout.definition.keyFields.flatMap((path) => layout.fields.get(path)?.columns ?? []);

/** What is known of the rows that are ready. */
export interface PlanOptions {
  /** How many there are. */
  readonly ready: number;
  /** Of the document that the one ready row stands for. */
  readonly id?: string | undefined;
  readonly keeps?: readonly KeptField[] | undefined;
}

/**
 * Compares the ready rows with what is stored, by key: new, replaced or unchanged. Rows of the same key inside the batch
 * count as if they came one after the other; the last one stays.
 */
export async function planWrite(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { ready, id, keeps = [] }: PlanOptions,
): Promise<WritePlan> {
  const keys = keyColumns(layout);
  const allNew: WritePlan = { accepted: ready, replaced: 0, unchanged: 0, written: null };
  if ((keys.length === 0 && id === undefined) || ready === 0) return allNew;
  await matchReady(connection, layout, { ready, keys, id });
  const matched = await oneNumber(connection, 'SELECT count(*) FROM matched');
  const different =
    ready === 1
      ? 1
      : await oneNumber(connection, `SELECT count(*) FROM (SELECT 1 FROM ${READY} GROUP BY ${keys.join(', ')})`);
  if (matched === 0 && different === ready) return allNew;
  if (matched > 0 && keeps.length > 0) await keepStored(connection, layout, keeps);
  return comparePlan(connection, layout, keys);
}

/** Rows of a batch from which on looking through all documents is little beside what else is done with it. */
const MANY_ROWS = 20_000;

/** Notes which documents the ready rows stand for, before the transaction of the connection writes any. */
async function matchReady(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { ready, keys, id }: { readonly ready: number; readonly keys: readonly string[]; readonly id: string | undefined },
): Promise<void> {
  const columns = keys.join(', ');
  const [asked, given, on, values] =
    id === undefined
      ? [columns, `SELECT ${columns} FROM ${READY}`, keys.map((key) => `r.${key} = d.${key}`).join(' AND ')]
      : ['_id', 'SELECT $id', 'd._id = $id', { id }];
  const known = layout.state.knownKeys(asked);
  const { nextDoc } = await readCounters(connection, layout);
  await known.learn(connection, layout.docs, nextDoc);
  const places = ready < MANY_ROWS ? await known.find(connection, layout.docs, given, values) : ['true'];
  const matched = places.map(
    (place) =>
      `SELECT r.ord, d._doc AS old, d._id, d._version FROM ${READY} r JOIN (SELECT * FROM ${layout.docs} WHERE ${place}) d ON ${on}`,
  );
  await connection.run(`CREATE OR REPLACE TEMP TABLE matched AS ${matched.join(' UNION ALL ')}`, values);
}

/** Puts the stored values of some fields into the ready rows that take the place of a document. */
async function keepStored(
  connection: DuckDBConnection,
  layout: IndexLayout,
  keeps: readonly KeptField[],
): Promise<void> {
  const values = layout.own.flatMap(({ path, columns }) => {
    const kept = keeps.find(({ field }) => path === field || path.startsWith(`${field}.`));
    if (kept === undefined) return columns.map((name) => `r.${name}`);
    const empty = kept.unlessGiven ? columns.map((name) => ` AND r.${name} IS NULL`).join('') : '';
    return columns.map((name) => `CASE WHEN d._doc IS NOT NULL${empty} THEN d.${name} ELSE r.${name} END AS ${name}`);
  });
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE kept AS SELECT r.ord, ${values.join(', ')} FROM ${READY} r
     LEFT JOIN matched m ON m.ord = r.ord LEFT JOIN ${layout.docs} d ON d._doc = m.old`,
  );
  await connection.run(`CREATE OR REPLACE TEMP VIEW ${READY} AS SELECT * FROM temp.kept`);
}

/** Rows of a compared plan that are not new, and whether they change what is stored. */
export async function notNewRows(
  connection: DuckDBConnection,
): Promise<readonly { readonly ord: number; readonly changed: boolean }[]> {
  const rows = await allRows(connection, 'SELECT ord, changed FROM plan WHERE NOT fresh');
  return rows.map(({ ord, changed }) => ({ ord: Number(ord), changed: changed === true }));
}

async function comparePlan(
  connection: DuckDBConnection,
  layout: IndexLayout,
  keys: readonly string[],
): Promise<WritePlan> {
  const names = ownNames(layout);
  const equal = names.map((name) => `r.${name} IS NOT DISTINCT FROM d.${name}`).join(' AND ');
  const by = keys.length === 0 ? 'ord' : keys.join(', ');
  const row = `row(${names.join(', ')})`;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE same AS SELECT m.ord FROM matched m JOIN ${READY} r ON r.ord = m.ord
     JOIN ${layout.docs} d ON d._doc = m.old WHERE ${equal}`,
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${CHAIN} AS SELECT ord, row_number() OVER w AS n, first_value(ord) OVER w AS head,
       lead(ord) OVER w IS NULL AS last, ${row} IS DISTINCT FROM lag(${row}) OVER w AS differs
     FROM ${READY} WHERE (${by}) IN (SELECT (${by}) FROM ${READY} GROUP BY ${by} HAVING count(*) > 1)
     WINDOW w AS (PARTITION BY ${by} ORDER BY ord)`,
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE plan AS SELECT r.ord, coalesce(c.head, r.ord) AS head, coalesce(c.last, true) AS last,
       m.old, m._id, m._version, coalesce(c.n, 1) = 1 AND m.old IS NULL AS fresh,
       CASE WHEN c.n > 1 THEN c.differs ELSE m.old IS NULL OR s.ord IS NULL END AS changed
     FROM (SELECT ord FROM ${READY}) r LEFT JOIN matched m ON m.ord = r.ord LEFT JOIN same s ON s.ord = r.ord
     LEFT JOIN ${CHAIN} c ON c.ord = r.ord`,
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${WRITTEN} AS SELECT max(ord) FILTER (last) AS ord, any_value(old) AS old, any_value(_id) AS _id,
       coalesce(any_value(_version), 0) + count(*) FILTER (changed) AS version
     FROM plan GROUP BY head HAVING count(*) FILTER (changed) > 0`,
  );
  const [counts] = await allRows(
    connection,
    `SELECT count(*) FILTER (fresh) AS accepted, count(*) FILTER (changed AND NOT fresh) AS replaced,
       count(*) FILTER (NOT changed) AS unchanged FROM plan`,
  );
  return {
    accepted: Number(counts?.accepted ?? 0),
    replaced: Number(counts?.replaced ?? 0),
    unchanged: Number(counts?.unchanged ?? 0),
    written: WRITTEN,
  };
}
