import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { lineOf } from '@datasarana/sources';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import type { BatchRows } from './batch.ts';
import type { RowSink } from './row-sink.ts';
import { parseExactJson } from './rules/exact-json.ts';
import { type CsvRows, cellsByPath } from './stage.ts';
import { validateDocument } from './validate.ts';

type Fields = Readonly<Record<string, unknown>>;

const CHUNK = 1000;

/** Puts `value` at a dotted path, through objects on the way. */
function place(document: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    document[name] = value;
    return;
  }
  const known = document[name];
  const child: Record<string, unknown> = Object.create(null);
  if (known !== null && typeof known === 'object' && !Array.isArray(known)) Object.assign(child, known);
  place(child, rest, value);
  document[name] = child;
}

/** DuckDB reads an empty cell as NULL. */
const cellText = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell));

/** Rows kept with their raw cells: a temporary table and its column of ordinals. */
export interface OddRows {
  readonly table: string;
  readonly ordinal: string;
}

/** Told, again and again, up to which row the rules have come; what it throws ends the reading. */
export type Reached = (rows: number) => void;

/** Reads, by the rules, the rows SQL could not surely read. */
export async function readOddRows(
  connection: DuckDBConnection,
  layout: IndexLayout,
  rows: CsvRows,
  odd: OddRows,
  sink: RowSink,
  reached: Reached,
): Promise<void> {
  const cells = [...cellsByPath(layout, rows)].map(([path, index]) => [path.split('.'), index] as const);
  const strangers = rows.columns.flatMap(({ name, unknown }, index) => (unknown ? [[[name], index] as const] : []));
  const formats = Object.fromEntries(rows.columns.map(({ field, dateFormat }) => [field ?? '', dateFormat]));
  const names = uniqueNames(rows);
  const whollyAt = rows.columns.findIndex(({ document }) => document === true);
  for (let from = 0n; ; ) {
    reached(Number(from));
    // without ORDER BY a LIMIT keeps the order of insertion and ends the scan early
    const reader = await connection.runAndReadAll(
      `SELECT ${odd.ordinal}, to_json(raw)::VARCHAR FROM temp.${odd.table}
       WHERE raw IS NOT NULL AND ${odd.ordinal} >= $from LIMIT ${CHUNK}`,
      { from },
    );
    const found = reader.getRowsJS();
    for (const [at, json] of found) {
      const list: unknown = JSON.parse(String(json));
      const raw = Array.isArray(list) ? list.map(cellText) : [];
      const ordinal = Number(at);
      const line = lineOf(rows.lines, ordinal);
      const whole = whollyAt < 0 ? '' : (raw[whollyAt] ?? '');
      const filled = strangers.filter(([, index]) => raw[index]);
      const own = filled.length === 0 ? cells : [...cells, ...filled];
      const document = whole === '' ? documentOf(own, raw, whollyAt < 0 ? '' : null) : parseLine(whole);
      const text = (): string => (whole === '' ? cellsText(names, raw, whollyAt) : JSON.stringify(whole));
      if (document) sink.add(ordinal, line, text, validateDocument(layout.definition, document, formats));
      else sink.addStructural({ line, raw: whole, rule: 'json', reason: 'The line is not a JSON object' });
      from = BigInt(ordinal) + 1n;
    }
    sink.flush();
    if (found.length < CHUNK) return;
  }
}

type PathCells = readonly (readonly [path: readonly string[], index: number])[];

/** `empty` is what an empty cell stands for. */
function documentOf(cells: PathCells, raw: readonly string[], empty: '' | null): Fields {
  const document: Record<string, unknown> = Object.create(null);
  for (const [path, index] of cells) place(document, path, raw[index] || empty);
  return document;
}

/** The cells of a row by name; of a row that came as an object those that hold something. */
function cellsText(names: readonly string[], raw: readonly string[], whollyAt: number): string {
  const cells = names.map((name, index) => [name, raw[index] ?? ''] as const);
  return JSON.stringify(Object.fromEntries(whollyAt < 0 ? cells : cells.filter(([, cell]) => cell !== '')));
}

/** Header names made different, so that a rejected row keeps each of its cells. */
function uniqueNames({ columns }: CsvRows): readonly string[] {
  const seen = new Set<string>();
  return columns.map(({ name }, index) => {
    const free = seen.has(name) || name === '' ? `${name || 'column'}_${index + 1}` : name;
    seen.add(free);
    return free;
  });
}

function parseLine(line: string): Fields | null {
  try {
    const value = parseExactJson(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
}

/** Reads lines of JSON by the rules. @returns how many rows there were */
export async function readNdjson(
  layout: IndexLayout,
  rows: Extract<BatchRows, { format: 'ndjson' }>,
  sink: RowSink,
  reached: Reached,
): Promise<number> {
  let ordinal = 0;
  for await (const text of linesOf(rows.files)) {
    if (text.trim() === '') continue;
    const line = lineOf(rows.lines, ordinal);
    const document = parseLine(text);
    if (document) sink.add(ordinal, line, () => JSON.stringify(text), validateDocument(layout.definition, document));
    else sink.addStructural({ line, raw: text, rule: 'json', reason: 'The line is not a JSON object' });
    if (++ordinal % CHUNK === 0) {
      sink.flush();
      reached(ordinal);
    }
  }
  return ordinal;
}

const readable = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

export function readObjects(layout: IndexLayout, rows: readonly Fields[], sink: RowSink): number {
  rows.forEach((row, ordinal) => {
    const raw = (): string => JSON.stringify(JSON.stringify(row, readable));
    sink.add(ordinal, ordinal + 1, raw, validateDocument(layout.definition, row));
  });
  return rows.length;
}
