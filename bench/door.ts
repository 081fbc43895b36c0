import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { FLIGHT_COLUMNS } from './flights.ts';

/** An address that speaks OpenSearch's HTTP: the real one's, or ours. */
export interface Door {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<number, string>> = {
  2: 'integer',
  3: 'long',
  7: 'text',
  8: 'keyword',
  9: 'date',
  10: 'boolean',
  30: 'geo_point',
};

export const FLIGHT_MAPPINGS = {
  properties: Object.fromEntries(FLIGHT_COLUMNS.map(({ name, value_type }) => [name, { type: TYPES[value_type] }])),
};

export async function call<T>(
  { url, headers }: Door,
  method: string,
  path: string,
  body?: string | object,
): Promise<T> {
  const isText = typeof body === 'string';
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': isText ? 'application/x-ndjson' : 'application/json' },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  if (!answer.ok && method !== 'DELETE') throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The rows of the flights file as documents, one line each; made once and kept beside it. */
export async function flightsNdjson(csv: string): Promise<string> {
  const file = csv.replace(/\.csv$/, '.ndjson');
  if (await stat(file).catch(() => null)) return file;
  const out = createWriteStream(file);
  let first = true;
  for await (const line of createInterface({ input: createReadStream(csv) })) {
    if (!first && !out.write(`${documentOf(line)}\n`)) await once(out, 'drain');
    first = false;
  }
  out.end();
  await once(out, 'finish');
  return file;
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

const BATCH = 5000;

/** Seconds to take every line of the file in by `_bulk`: two requests of 5,000 documents in flight, the fastest setting measured. */
export async function bulkSeconds(
  door: Door,
  index: string,
  file: string,
  mappings: object = FLIGHT_MAPPINGS,
): Promise<number> {
  await call(door, 'DELETE', `/${index}`);
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await call(door, 'PUT', `/${index}`, { settings, mappings });
  const start = performance.now();
  const flying = new Set<Promise<void>>();
  let lines: string[] = [];
  const send = async (): Promise<void> => {
    const body = `${lines.join('\n')}\n`;
    lines = [];
    const request = bulk(door, index, body).finally(() => flying.delete(request));
    flying.add(request);
    if (flying.size >= 2) await Promise.race(flying);
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines.push('{"index":{}}', line);
    if (lines.length >= BATCH * 2) await send();
  }
  if (lines.length > 0) await send();
  await Promise.all(flying);
  await call(door, 'POST', `/${index}/_refresh`);
  return (performance.now() - start) / 1000;
}

/** One request of `_bulk`. */
export async function bulk(door: Door, index: string, body: string): Promise<void> {
  const { errors } = JSON.parse(await post(door, `/${index}/_bulk?filter_path=errors`, Buffer.from(body)));
  if (errors) throw new Error(`${door.url} refused documents of the benchmark`);
}

const CONNECTIONS = new Agent({ keepAlive: true });

/**
 * Sends lines, or what else it is said to be, and reads the answer. `fetch` takes 22 ms of processor time for 5,000 documents and their
 * answer, as much as it takes to store them; this takes four.
 */
export async function post(
  { url, headers }: Door,
  path: string,
  body: Buffer,
  type = 'application/x-ndjson',
): Promise<string> {
  const sent = request(url + path, {
    method: 'POST',
    agent: CONNECTIONS,
    headers: { ...headers, 'content-type': type, 'content-length': body.length },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const text = Buffer.concat(parts).toString('latin1');
  if (answer.statusCode !== 200) throw new Error(`POST ${path}: ${answer.statusCode} ${text.slice(0, 500)}`);
  return text;
}
