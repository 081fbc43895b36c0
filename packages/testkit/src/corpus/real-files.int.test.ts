import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { fieldNamesOf, guessColumns, previewCsv, previewFile } from '@datasarana/sources';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '../index.ts';
import { byDuckDb, cityFiles, FLIGHTS, type RealFile, VEGA_FILES, type WitnessedRows } from './real-files.ts';

let platform: TestPlatform;
let engineer: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
});
after(() => platform.stop());

interface Column {
  readonly name: string;
  readonly field: string;
  readonly type: ValueType;
  readonly format: string | undefined;
}

/** What the browser would propose for the file. */
async function proposed(name: string, bytes: Buffer): Promise<readonly Column[]> {
  const found = await previewFile(new Blob([new Uint8Array(bytes)]), { name });
  const sample = bytes.subarray(0, 1024 ** 2);
  const { columns, rows } =
    found.format === 'csv'
      ? previewCsv(sample, sample.length === bytes.length)
      : { ...found, rows: found.rows.map((row) => row.map((cell) => cell ?? '')) };
  const fields = fieldNamesOf(columns);
  return guessColumns(columns, rows).map(({ name: column, value_type, dateFormat }, i) => ({
    name: column,
    field: fields[i] ?? '',
    type: value_type,
    format: dateFormat,
  }));
}

async function templateOf(name: string, columns: readonly Column[]): Promise<string> {
  const items = columns.map(({ field, type }, i) => ({ name: field, value_type: type, sequence: i + 1 }));
  return deployTemplate(engineer, name, items);
}

async function send(name: string, bytes: Buffer, template: string, columns: readonly Column[]) {
  const formats = Object.fromEntries(columns.flatMap(({ name: column, format }) => (format ? [[column, format]] : [])));
  return engineer.call('POST', '/data/file', {
    query: {
      template,
      file: name,
      columns: JSON.stringify(Object.fromEntries(columns.map(({ name: column, field }) => [column, field]))),
      formats: JSON.stringify(formats),
    },
    body: bytes,
    type: 'application/octet-stream',
  });
}

const WHOLE: Readonly<Partial<Record<ValueType, number>>> = {
  [ValueType.Integer]: 2 ** 31,
  [ValueType.Long]: Number.MAX_SAFE_INTEGER,
};

/** A cell of the file as the value it stands for; undefined when it is none of its type. */
function meantBy(text: string | null, type: ValueType): string | undefined {
  if (text === null || text === '') return '';
  if (type === ValueType.Date) {
    const local = /^\S+$/.test(text) ? `${text}Z` : `${text} UTC`;
    const ms = Date.parse(/T.*Z$|^\d{4}-\d{2}-\d{2}$/.test(text) ? text : local);
    return Number.isNaN(ms) ? undefined : String(ms);
  }
  if (type === ValueType.GeoPoint) return (text.match(/-?[\d.]+/g) ?? []).slice(0, 2).map(Number).join();
  const end = WHOLE[type];
  const isNumber = end !== undefined || type === ValueType.Double;
  if (!isNumber) return text;
  const number = Number(text.replaceAll(/,(?=\d{3})/g, ''));
  if (Number.isNaN(number) || (end !== undefined && (!Number.isInteger(number) || Math.abs(number) >= end)))
    return undefined;
  return String(number);
}

/** A value of a download in the same form. */
function storedValue(value: unknown, type: ValueType): string {
  if (value === null || value === undefined) return '';
  if (type === ValueType.Date) return String(typeof value === 'number' ? value : Date.parse(String(value)));
  if (type === ValueType.GeoPoint) {
    const { lat, lon } = value as { readonly lat: number; readonly lon: number };
    return `${lon},${lat}`;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Rows and how often each is there, whatever their order. */
function counted(rows: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

/**
 * The rows the platform has to take and those it has to refuse, by the witness: cells that are no values of their column, and
 * objects with a field that no object had so far as the browser looked.
 */
function judged({ columns, rows }: WitnessedRows, wanted: readonly Column[]) {
  const places = wanted.map(({ name }) => columns.indexOf(name));
  const late = columns.flatMap((name, i) => (wanted.some((column) => column.name === name) ? [] : [i]));
  assert.ok(!places.includes(-1), `both readers see ${wanted.map(({ name }) => name).join(', ')}`);
  const good: string[] = [];
  let bad = 0;
  for (const row of rows) {
    const values = wanted.map(({ type }, i) => meantBy(row[places[i] ?? -1] ?? null, type));
    if (values.includes(undefined) || late.some((place) => row[place] !== null)) bad++;
    else good.push(values.join('\u001f'));
  }
  return { good, bad };
}

async function storedRows(template: string, columns: readonly Column[]): Promise<string[]> {
  const response = await engineer.raw('POST', '/data/user/bulk', {
    query: { template, format: 'ndjson' },
    body: { query: { match_all: {} } },
  });
  const text = await response.text();
  assert.equal(response.status, 200, text.slice(0, 500));
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const record = JSON.parse(line);
    return columns.map(({ field, type }) => storedValue(record[field], type)).join('\u001f');
  });
}

async function goesIn({ name, bytes, holds }: RealFile): Promise<void> {
  const body = await bytes();
  if (holds instanceof RegExp) {
    const template = await templateOf(name, [{ name: 'a', field: 'a', type: ValueType.Keyword, format: undefined }]);
    const reply = await send(name, body, template, []);
    assert.deepEqual([reply.code, reply.http], [1010, 422], JSON.stringify(reply));
    assert.match(reply.error?.message ?? '', holds);
    return;
  }
  const columns = await proposed(name, body);
  const template = await templateOf(name, columns);
  const { good, bad } = judged(await holds(), columns);
  const { data, error } = await send(name, body, template, columns);
  assert.equal(error, null, JSON.stringify(error));
  const { read, accepted, replaced, unchanged, rejected, errors } = data;
  assert.deepEqual(
    { read, accepted, replaced, unchanged, rejected },
    { read: good.length + bad, accepted: good.length, replaced: 0, unchanged: 0, rejected: bad },
    JSON.stringify(errors.slice(0, 3)),
  );
  const wanted = counted(good);
  const stored = counted(await storedRows(template, columns));
  for (const [row, count] of wanted) assert.equal(stored.get(row) ?? 0, count, `the file has ${JSON.stringify(row)}`);
  for (const [row, count] of stored) assert.equal(wanted.get(row) ?? 0, count, `the index has ${JSON.stringify(row)}`);
}

describe('files as they were published', () => {
  for (const file of [...VEGA_FILES, ...cityFiles()])
    test(`[SRC-36] [STR-03] ${file.name}: every row as another reader sees it is stored or refused, none else`, () =>
      goesIn(file));

  test('[SRC-36] [STR-03] flights-3m.parquet: count, sums and places of all rows are those another reader finds', async () => {
    const columns = await proposed('flights-3m.parquet', await readFile(FLIGHTS.file));
    const template = await templateOf('flights-3m', columns);
    const { data, error } = await send('flights-3m.parquet', await readFile(FLIGHTS.file), template, columns);
    assert.equal(error, null, JSON.stringify(error));
    const measures = 'count(*), sum(delay), sum(distance), epoch_ms(min(date)), epoch_ms(max(date))';
    const [row = []] = (await byDuckDb(`(SELECT ${measures} FROM ${FLIGHTS.table})`)).rows;
    const [read, delay, distance, from, to] = row.map(Number);
    assert.deepEqual([data.read, data.accepted, data.rejected], [read, read, 0]);
    const aggs = {
      delay: { sum: { field: 'delay' } },
      distance: { sum: { field: 'distance' } },
      from: { min: { field: 'date' } },
      to: { max: { field: 'date' } },
      origin: { terms: { field: 'origin', size: 1000 } },
    };
    const body = { size: 0, track_total_hits: true, aggs };
    const found = (await engineer.call('POST', '/data/user', { query: { template }, body })).data;
    const { aggregations: sums } = found;
    assert.deepEqual(
      [found.hits.total.value, sums.delay.value, sums.distance.value, sums.from.value, sums.to.value],
      [read, delay, distance, from, to],
    );
    const places = await byDuckDb(`(SELECT origin, count(*) FROM ${FLIGHTS.table} GROUP BY origin)`);
    const buckets = sums.origin.buckets as readonly { readonly key: string; readonly doc_count: number }[];
    assert.deepEqual(
      new Map(buckets.map(({ key, doc_count }) => [key, doc_count])),
      new Map(places.rows.map(([key, count]) => [key, Number(count)])),
    );
  });
});
