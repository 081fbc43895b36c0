import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSearch } from '@datasarana/query';
import { Engine, type TenantIndexes } from '../packages/engine/src/index.ts';
import { percentile, ratioOf, timed } from './figures.ts';
import { printTable } from './markdown.ts';

const HEAVY_ROWS = 400_000;
const LIGHT_ROWS = 20_000;
const CLIENTS = 8;
const ROUNDS = 150;
const MANY = Number(process.env.TENANTS ?? 1000);
const SAMPLE = 50;

const HEAVY = parseSearch({
  size: 0,
  query: { range: { n: { gte: 10 } } },
  aggs: { words: { terms: { field: 'word', size: 500 }, aggs: { far: { percentiles: { field: 'n' } } } } },
});
const LIGHT = parseSearch({
  query: { term: { word: 'w7' } },
  sort: [{ n: 'desc' }],
  aggs: { n: { avg: { field: 'n' } } },
});

async function fill(tenant: TenantIndexes, rows: number): Promise<void> {
  const properties = { n: { type: 'integer' }, word: { type: 'keyword' } };
  await tenant.documents.create('rows', { mappings: { properties } });
  for (let from = 0; from < rows; from += 20_000) {
    const operations = Array.from({ length: Math.min(20_000, rows - from) }, (_, i) => ({
      kind: 'index' as const,
      id: String(from + i),
      source: `{"n":${(from + i) % 9973},"word":"w${(from + i) % 400}"}`,
    }));
    await tenant.documents.write('rows', operations);
  }
}

async function lightTimes(light: TenantIndexes): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) times.push(await timed(() => light.search(['rows'], LIGHT)));
  return times;
}

type Figures = Readonly<Record<string, number | null>>;

/** What a tenant that asks much does to another: p95 of the other alone and beside it. */
async function neighbours(folder: string): Promise<Figures> {
  const engine = await Engine.open({ folder });
  const [heavy, light] = [engine.tenant('heavy'), engine.tenant('light')];
  await fill(heavy, HEAVY_ROWS);
  await fill(light, LIGHT_ROWS);
  await lightTimes(light);
  const alone = percentile(await lightTimes(light), 95);
  const stop = new AbortController();
  let answered = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (; !stop.signal.aborted; answered++) await heavy.search(['rows'], HEAVY);
  });
  const beside = percentile(await lightTimes(light), 95);
  stop.abort();
  await Promise.all(clients);
  await engine.close();
  return { alone_p95_ms: alone, beside_p95_ms: beside, ratio: ratioOf(beside, alone), heavy_answers: answered };
}

/** Many tenants with a small index each: how long the first answer of one that is not open takes. */
async function manyTenants(folder: string): Promise<Figures> {
  const made = await Engine.open({ folder, idleCloseMs: 1 });
  for (let i = 0; i < MANY; i++) await fill(made.tenant(`t${i}`), 100);
  await made.close();
  const engine = await Engine.open({ folder });
  const times: number[] = [];
  for (let i = 0; i < SAMPLE; i++) {
    const tenant = engine.tenant(`t${(i * 7919) % MANY}`);
    times.push(await timed(() => tenant.search(['rows'], LIGHT)));
  }
  await engine.close();
  return { tenants: MANY, first_answer_p95_ms: percentile(times, 95) };
}

/** Whether tenants leave each other alone. */
export async function tenants(): Promise<Readonly<Record<string, Figures>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenants-'));
  try {
    const two = await neighbours(path.join(folder, 'two'));
    const many = await manyTenants(path.join(folder, 'many'));
    printTable(['figure', 'value'], Object.entries({ ...two, ...many }));
    return { neighbours: two, many };
  } finally {
    await rm(folder, { recursive: true });
  }
}
