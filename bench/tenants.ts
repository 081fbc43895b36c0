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
/** For so long a tenant asks again and again, in ms. */
const ASKS_FOR = 4000;
const MANY = Number(process.env.TENANTS ?? 1000);
const SAMPLE = 50;

const wordsBy = (field: string) =>
  parseSearch({
    size: 0,
    query: { range: { n: { gte: 10 } } },
    aggs: { words: { terms: { field: 'word', size: 500 }, aggs: { far: { percentiles: { field } } } } },
  });
/** What is answered from columns in memory, and what takes a statement of DuckDB each time. */
const [IN_MEMORY, IN_STATEMENTS] = [wordsBy('few'), wordsBy('n')];
const LIGHT = parseSearch({
  query: { term: { word: 'w7' } },
  sort: [{ n: 'desc' }],
  aggs: { n: { avg: { field: 'n' } } },
});

const sourceOf = (i: number): string => `{"n":${i % 9973},"few":${i % 97},"word":"w${i % 400}"}`;

const PROPERTIES = { n: { type: 'integer' }, few: { type: 'integer' }, word: { type: 'keyword' } };

async function fill(tenant: TenantIndexes, rows: number): Promise<void> {
  await tenant.documents.create('rows', { mappings: { properties: PROPERTIES } });
  for (let from = 0; from < rows; from += 20_000) {
    const operations = Array.from({ length: Math.min(20_000, rows - from) }, (_, i) => ({
      kind: 'index' as const,
      id: String(from + i),
      source: sourceOf(from + i),
    }));
    await tenant.documents.write('rows', operations);
  }
}

async function lightTimes(light: TenantIndexes): Promise<readonly number[]> {
  const times: number[] = [];
  for (const end = performance.now() + ASKS_FOR; performance.now() < end; ) {
    times.push(await timed(() => light.search(['rows'], LIGHT)));
  }
  return times;
}

type Figures = Readonly<Record<string, number | null>>;

/** The times of one tenant while clients of another do something again and again, and how often they did. */
async function besides(
  light: TenantIndexes,
  work: () => Promise<unknown>,
): Promise<readonly [readonly number[], number]> {
  let [isOver, done] = [false, 0];
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (; !isOver; done++) await work();
  });
  const times = await lightTimes(light);
  const whileAsked = done;
  isOver = true;
  await Promise.all(clients);
  return [times, whileAsked];
}

/** What a tenant that asks and writes much does to another: p95 of the other alone and beside it. */
async function neighbours(folder: string): Promise<Figures> {
  const engine = await Engine.open({ folder });
  const [heavy, light] = [engine.tenant('heavy'), engine.tenant('light')];
  await fill(heavy, HEAVY_ROWS);
  await fill(light, LIGHT_ROWS);
  await heavy.documents.create('bulks', { mappings: { properties: PROPERTIES } });
  await lightTimes(light);
  const alone = percentile(await lightTimes(light), 95);
  const figures: Record<string, number | null> = { alone_p95_ms: alone };
  const rows = Array.from({ length: 1000 }, (_, i) => ({ kind: 'index' as const, id: null, source: sourceOf(i) }));
  const kinds = {
    in_memory: () => heavy.search(['rows'], IN_MEMORY),
    in_statements: () => heavy.search(['rows'], IN_STATEMENTS),
    bulks: () => heavy.documents.write('bulks', rows),
  };
  for (const [kind, work] of Object.entries(kinds)) {
    const [times, done] = await besides(light, work);
    const beside = percentile(times, 95);
    Object.assign(figures, {
      [`${kind}_p95_ms`]: beside,
      [`${kind}_ratio`]: ratioOf(beside, alone),
      [`${kind}_done`]: done,
    });
  }
  await engine.close();
  return figures;
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
