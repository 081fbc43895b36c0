import { readFile } from 'node:fs/promises';
import { call, type Door, post } from './door.ts';

/** Requests of `_bulk`, and how they are sent. */
export interface Bulks {
  readonly requests: readonly Buffer[];
  readonly mappings: object;
  /** How many are under way at once. */
  readonly clients: number;
}

/** Bytes of requests after which both engines run compiled code: some 300,000 flights. */
const WARM_UP_BYTES = 80_000_000;

/** Requests are made before the clock starts: both engines share the machine with who asks. */
export async function requestsOf(file: string, batch: number): Promise<readonly Buffer[]> {
  const lines = (await readFile(file, 'latin1')).split('\n');
  const requests: Buffer[] = [];
  for (let at = 0; at < lines.length; at += batch) {
    const documents = lines.slice(at, at + batch).filter((line) => line !== '');
    const text = documents.map((line) => `{"index":{}}\n${line}\n`).join('');
    if (text !== '') requests.push(Buffer.from(text, 'latin1'));
  }
  return requests;
}

/** Seconds until all of them are answered and the index, which is made anew, is refreshed. */
export async function sendBulks(door: Door, index: string, { requests, clients, mappings }: Bulks): Promise<number> {
  await call(door, 'DELETE', `/${index}`);
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await call(door, 'PUT', `/${index}`, { settings, mappings });
  const start = performance.now();
  let next = 0;
  const client = async (): Promise<void> => {
    for (let body = requests[next++]; body !== undefined; body = requests[next++]) {
      const answer = await post(door, `/${index}/_bulk`, body);
      if (!/"errors":false/.test(answer.slice(0, 200))) throw new Error(`${door.url}: ${answer.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await call(door, 'POST', `/${index}/_refresh`);
  return (performance.now() - start) / 1000;
}

/** Sends the first of them into an index that is removed again, as OpenSearch's own benchmark does for a while before it measures. */
export async function warmUp(door: Door, bulks: Bulks): Promise<void> {
  let bytes = 0;
  const first = bulks.requests.filter(({ length }) => {
    bytes += length;
    return bytes - length < WARM_UP_BYTES;
  });
  await sendBulks(door, 'bench-warm-up', { ...bulks, requests: first });
  await call(door, 'DELETE', '/bench-warm-up');
}
