import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { FLIGHT_COLUMNS } from './flights.ts';

const URL_ = process.env.BENCH_OPENSEARCH ?? 'http://127.0.0.1:9200';
const BATCH = 5000;

const TYPES: Readonly<Record<number, string>> = {
  2: 'integer',
  3: 'long',
  7: 'text',
  8: 'keyword',
  9: 'date',
  10: 'boolean',
  30: 'geo_point',
};

/** Seconds a real OpenSearch takes for the same rows by `_bulk`, refreshed; null when none answers. */
export async function opensearchSeconds(file: string): Promise<number | null> {
  const answers = await fetch(`${URL_}/_cluster/health`).then(
    (answer) => answer.ok,
    () => false,
  );
  if (!answers) return null;
  const index = `${URL_}/bench-flights`;
  const json = { 'content-type': 'application/json' };
  await fetch(index, { method: 'DELETE' });
  const properties = Object.fromEntries(
    FLIGHT_COLUMNS.map(({ name, value_type }) => [name, { type: TYPES[value_type] }]),
  );
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await fetch(index, { method: 'PUT', headers: json, body: JSON.stringify({ settings, mappings: { properties } }) });
  const start = performance.now();
  await sendAll(file, index);
  await fetch(`${index}/_refresh`, { method: 'POST' });
  const seconds = (performance.now() - start) / 1000;
  await fetch(index, { method: 'DELETE' });
  return seconds;
}

/** Two requests of 5,000 documents in flight, as the fastest setting measured. */
async function sendAll(file: string, index: string): Promise<void> {
  const flying = new Set<Promise<void>>();
  let lines: string[] = [];
  const send = async (): Promise<void> => {
    const body = `${lines.join('\n')}\n`;
    lines = [];
    const request = bulk(index, body).finally(() => flying.delete(request));
    flying.add(request);
    if (flying.size >= 2) await Promise.race(flying);
  };
  let first = true;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!first) lines.push('{"index":{}}', documentOf(line));
    first = false;
    if (lines.length >= BATCH * 2) await send();
  }
  if (lines.length > 0) await send();
  await Promise.all(flying);
}

async function bulk(index: string, body: string): Promise<void> {
  const answer = await fetch(`${index}/_bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
  const { errors } = (await answer.json()) as { readonly errors: boolean };
  if (errors) throw new Error('OpenSearch refused documents of the benchmark');
}

function documentOf(line: string): string {
  const cells =
    line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')) ?? [];
  const entries = FLIGHT_COLUMNS.map(({ name, value_type }, i) => {
    const text = cells[i] ?? '';
    if (text === '') return [name, null];
    return [name, value_type === 2 || value_type === 3 ? Number(text) : value_type === 10 ? text === 'true' : text];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
