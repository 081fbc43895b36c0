import { commonForms } from '@datasarana/sources';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { runAtOnce } from '../store/at-once.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { type Ending, inTransactionFrom } from '../store/transaction.ts';
import type { BatchInput, CsvShape, Ledger } from './batch.ts';
import { type Counters, countersUpdate, readCounters } from './counters.ts';
import { countIfNoneSure, type DirectInput, isDirect } from './direct.ts';
import { storeCounts, storePosition } from './ledgers.ts';
import { indexText } from './postings.ts';
import { bytesOf, type CsvReading, type CsvRows, csvReading, ownNames } from './stage.ts';
import { type SystemValue, systemValues } from './system-values.ts';
import { idPrefix } from './write.ts';

/** Batches that wait can be of such a kind that they have to be taken in one by one. */
class OneByOne extends Error {}

type Group = readonly [DirectInput, ...DirectInput[]];

const shapeOf = ({ delimiter, columns }: CsvShape): string => JSON.stringify([delimiter, columns]);

/** Whether batches can be tried together: rows of one shape that only come in addition, each batch in a file of its own. */
function isGroup(layout: IndexLayout, inputs: readonly BatchInput[]): inputs is Group {
  const shapes = new Set<string>();
  for (const input of inputs) {
    const isPlain = input.structural.length === 0 && !input.rebuild && !input.parts && !input.signal?.aborted;
    if (!isPlain || !isDirect(layout, input) || input.rows.files.length !== 1) return false;
    shapes.add(shapeOf(input.rows));
  }
  return shapes.size === 1;
}

/**
 * Takes small batches in together: what surrounds the rows of a batch, its transaction and its words above all, costs more than
 * they do, and is done once for all. Each keeps a ledger of its own.
 * @returns the ledgers of those that were taken in, the first so many, at least two; null when they have to be taken in one by one:
 *   rows that the rules must read, a request that came before, any fault
 */
export async function applyGroup(
  connection: DuckDBConnection,
  layout: IndexLayout,
  inputs: readonly BatchInput[],
): Promise<readonly Ledger[] | null> {
  if (!isGroup(layout, inputs) || (await anyKnown(connection, layout, inputs))) return null;
  const ledgers = await tried(connection, layout, inputs);
  if (ledgers !== null) return ledgers;
  const sure = inputs.slice(0, await countSure(connection, layout, inputs));
  return sure.length > 1 && isGroup(layout, sure) ? tried(connection, layout, sure) : null;
}

async function tried(
  connection: DuckDBConnection,
  layout: IndexLayout,
  inputs: Group,
): Promise<readonly Ledger[] | null> {
  try {
    return await inTransactionFrom(
      connection,
      (begin) => readCounters(connection, layout, begin),
      (counters) => takeIn(connection, layout, inputs, counters),
    );
  } catch (cause) {
    if (cause instanceof OneByOne) return null;
    throw cause;
  } finally {
    await connection.run('DROP SEQUENCE IF EXISTS temp.numbers');
  }
}

/** How many batches there are before the first with a row that SQL cannot surely read. */
async function countSure(connection: DuckDBConnection, layout: IndexLayout, inputs: Group): Promise<number> {
  const { source, surely, parameters } = readingOf(layout, inputs);
  const odd = await allRows(
    connection,
    `SELECT DISTINCT file FROM ${source} WHERE (${surely}) IS NOT TRUE`,
    parameters.values,
  );
  const files = new Set(odd.map(({ file }) => file));
  const first = inputs.findIndex(({ rows }) => rows.files.some((file) => files.has(file)));
  return first < 0 ? inputs.length : first;
}

const readingOf = (layout: IndexLayout, inputs: Group): CsvReading =>
  csvReading(layout, togetherOf(inputs), { file: 'file' });

/** The rows of all of them. */
const togetherOf = (inputs: Group): CsvRows => ({
  ...inputs[0].rows,
  files: inputs.flatMap(({ rows }) => rows.files),
  forms: commonForms(inputs.map(({ rows }) => rows.forms)),
});

async function anyKnown(
  connection: DuckDBConnection,
  { name }: IndexLayout,
  inputs: readonly BatchInput[],
): Promise<boolean> {
  const given: Record<string, DuckDBValue> = { name };
  const ids = inputs.map(({ requestId }, i) => {
    given[`r${i}`] = requestId;
    return `$r${i}`;
  });
  const known = `SELECT count(*) FROM ledgers WHERE index_name = $name AND request_id IN (${ids.join(', ')})`;
  return (
    new Set(inputs.map(({ requestId }) => requestId)).size < ids.length ||
    (await oneNumber(connection, known, given)) > 0
  );
}

async function takeIn(
  connection: DuckDBConnection,
  layout: IndexLayout,
  inputs: Group,
  counters: Counters,
): Promise<Ending<readonly Ledger[]>> {
  const ts = Date.now();
  const from = counters.nextDoc;
  const nextDoc = from + (await insertAll(connection, layout, inputs, from));
  const counts = await countEach(connection, layout, from);
  const documents = inputs.reduce((sum, { batch }) => sum + (counts.get(batch) ?? 0), 0);
  // what is not visible is not told of: DuckDB 1.5.6 can lose sight of rows within a transaction
  if (documents !== nextDoc - from) throw new OneByOne();
  const bytes = await bytesOf(inputs.flatMap(({ rows }) => rows.files));
  const nextSegment = await indexText(connection, layout, { from, to: nextDoc, bytes }, counters.nextSegment);
  const took = Date.now() - ts;
  const ledgers = inputs.map(({ batch, requestId }): Ledger => {
    const read = counts.get(batch) ?? 0;
    const none = { replaced: 0, unchanged: 0, rejected: 0, errors: [] };
    return { batch, index: layout.name, requestId, ts, took, read, accepted: read, ...none };
  });
  await storeCounts(connection, ledgers);
  const places = inputs.flatMap(({ position }) => (position ? [position] : []));
  const last = new Map(places.map((position) => [`${position.topic}\n${position.partition}`, position]));
  for (const position of last.values()) await storePosition(connection, position);
  const change = { documents, deleted: 0, nextDoc, nextSegment, ts: Date.now() };
  return { result: ledgers, last: countersUpdate(layout, change) };
}

/**
 * Types the rows of all files straight into the documents table, numbered from `from` on.
 * @returns how many there were; @throws OneByOne when the rules have to read any of them
 */
async function insertAll(
  connection: DuckDBConnection,
  layout: IndexLayout,
  inputs: Group,
  from: number,
): Promise<number> {
  if ((await countIfNoneSure(connection, layout, togetherOf(inputs))) !== null) throw new OneByOne();
  const { source, surely, parameters } = readingOf(layout, inputs);
  const given: Record<string, DuckDBValue> = parameters.values;
  const own = ownNames(layout);
  const system = ownValues(layout, inputs, given);
  await connection.run(`CREATE OR REPLACE TEMP SEQUENCE numbers MINVALUE 0 START ${Math.trunc(from)}`);
  const inserted = await runAtOnce(
    connection,
    `INSERT INTO ${layout.docs} (${['_doc', '_id', '_version', ...system.names, ...own].join(', ')})
     SELECT ${['doc', 'given.prefix || doc', '1', ...system.sql, ...own].join(', ')}
     FROM (SELECT ${["nextval('temp.numbers') AS doc", 'file', ...own].join(', ')}, ${surely} AS surely FROM ${source}) AS read
     JOIN (VALUES ${system.rows.join(', ')}) AS given(${system.columns.join(', ')}) ON given.file = read.file
     WHERE CASE WHEN surely THEN doc ELSE -1 END >= 0`,
    given,
  );
  const next = await oneNumber(connection, "SELECT nextval('temp.numbers')");
  if (inserted.rowsChanged !== next - from) throw new OneByOne();
  return inserted.rowsChanged;
}

/** What the rows of each batch have in common, by the name of its file: parameters, and where they stand in the statement. */
function ownValues(layout: IndexLayout, inputs: readonly DirectInput[], given: Record<string, DuckDBValue>) {
  const each = inputs.map(({ batch, system }) => systemValues(layout, { ...system, _batch: batch }));
  const columns: readonly SystemValue[] = each[0] ?? [];
  const rows = inputs.map(({ batch, rows: { files } }, i) => {
    const values = [files[0] ?? '', `${idPrefix(layout, batch)}-`, ...(each[i] ?? []).map(({ value }) => value)];
    return `(${values
      .map((value, n) => {
        if (value === null) return 'NULL';
        given[`g${i}_${n}`] = value;
        return `$g${i}_${n}`;
      })
      .join(', ')})`;
  });
  return {
    names: columns.map(({ name }) => name),
    sql: columns.map(({ type }, n) => `given.v${n}::${type}`),
    columns: ['file', 'prefix', ...columns.map((_, n) => `v${n}`)],
    rows,
  };
}

async function countEach(
  connection: DuckDBConnection,
  layout: IndexLayout,
  from: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await allRows(
    connection,
    `SELECT _batch, count(*) AS rows FROM ${layout.docs} WHERE _doc >= ${Math.trunc(from)} GROUP BY _batch`,
  );
  return new Map(rows.map(({ _batch, rows: count }) => [String(_batch), Number(count)]));
}
