import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSearch } from '@datasarana/query';
import { Engine, type TenantIndexes } from '../packages/engine/src/index.ts';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { bulk, call, type Door, post } from './door.ts';
import { percentile, ratioOf, timed } from './figures.ts';
import { printTable } from './markdown.ts';
import { doorOf, PASSWORD, type RunningPlatform, startPlatform } from './platform.ts';

const HEAVY_ROWS = 400_000;
const LIGHT_ROWS = 20_000;
const BULK_ROWS = 1000;
const CLIENTS = 8;
/** For so long a tenant asks again and again, in ms. */
const ASKS_FOR = 4000;
const MANY = Number(process.env.TENANTS ?? 1000);
const SAMPLE = 50;

const wordsBy = (field: string): object => ({
  size: 0,
  query: { range: { n: { gte: 10 } } },
  aggs: { words: { terms: { field: 'word', size: 500 }, aggs: { far: { percentiles: { field } } } } },
});
/** What is answered from columns in memory, and what takes a statement of DuckDB each time. */
const [IN_MEMORY, IN_STATEMENTS] = [wordsBy('few'), wordsBy('n')];
const LIGHT = { query: { term: { word: 'w7' } }, sort: [{ n: 'desc' }], aggs: { n: { avg: { field: 'n' } } } };

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

type Work = () => Promise<unknown>;

async function timesOf(ask: Work): Promise<readonly number[]> {
  const times: number[] = [];
  for (const end = performance.now() + ASKS_FOR; performance.now() < end; ) times.push(await timed(ask));
  return times;
}

type Figures = Readonly<Record<string, number | null>>;

/** The times of one tenant while clients of another do something again and again, and how often they did. */
async function besides(ask: Work, work: Work): Promise<readonly [readonly number[], number]> {
  let [isOver, done] = [false, 0];
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (; !isOver; done++) await work();
  });
  const times = await timesOf(ask);
  const whileAsked = done;
  isOver = true;
  await Promise.all(clients);
  return [times, whileAsked];
}

/** What a tenant that asks and writes much does to another: p95 of the other alone and beside it. */
async function effects(ask: Work, kinds: Readonly<Record<string, Work>>): Promise<Figures> {
  await timesOf(ask);
  const alone = percentile(await timesOf(ask), 95);
  const figures: Record<string, number | null> = { alone_p95_ms: alone };
  for (const [kind, work] of Object.entries(kinds)) {
    const [times, done] = await besides(ask, work);
    const beside = percentile(times, 95);
    Object.assign(figures, {
      [`${kind}_p95_ms`]: beside,
      [`${kind}_ratio`]: ratioOf(beside, alone),
      [`${kind}_done`]: done,
    });
  }
  return figures;
}

/** Two tenants within one process. */
async function neighbours(folder: string): Promise<Figures> {
  const engine = await Engine.open({ folder });
  const [heavy, light] = [engine.tenant('heavy'), engine.tenant('light')];
  await fill(heavy, HEAVY_ROWS);
  await fill(light, LIGHT_ROWS);
  await heavy.documents.create('bulks', { mappings: { properties: PROPERTIES } });
  const rows = Array.from({ length: BULK_ROWS }, (_, i) => ({ kind: 'index' as const, id: null, source: sourceOf(i) }));
  const asks = (tenant: TenantIndexes, body: object): Work => {
    const search = parseSearch(body);
    return () => tenant.search(['rows'], search);
  };
  const figures = await effects(asks(light, LIGHT), {
    in_memory: asks(heavy, IN_MEMORY),
    in_statements: asks(heavy, IN_STATEMENTS),
    bulks: () => heavy.documents.write('bulks', rows),
  });
  await engine.close();
  return figures;
}

const linesOf = (from: number, rows: number): string =>
  Array.from({ length: rows }, (_, i) => `{"index":{}}\n${sourceOf(from + i)}\n`).join('');

async function fillDoor(door: Door, rows: number): Promise<void> {
  await call(door, 'PUT', '/rows', { mappings: { properties: PROPERTIES } });
  for (let from = 0; from < rows; from += 20_000)
    await bulk(door, 'rows', linesOf(from, Math.min(20_000, rows - from)));
}

/** A tenant beside the first one, as its guide makes it. */
async function secondDoor({ client, url }: RunningPlatform): Promise<Door> {
  const made = (path: string, body: object) => client.json<{ readonly id: string }>('PUT', path, body);
  const { id: tenant } = await made('/tenant', { name: 'Second House' });
  const { id: user } = await made(`/cluster/user?tenant=${tenant}`, {
    full_name: 'Sri Second',
    date_of_birth: Date.UTC(1990, 0),
  });
  const account = { user, login_id: 'sri', password: PASSWORD, scope: ['Tenant Administrator'] };
  await made(`/cluster/user/account?tenant=${tenant}`, account);
  const second = new PlatformClient(url);
  await second.signIn('sri', PASSWORD, tenant);
  return doorOf({ client: second, url });
}

/** Two tenants of a running platform, which are heard from one process. */
async function throughHttp(folder: string): Promise<Figures> {
  const platform = await startPlatform(folder);
  try {
    const [heavy, light] = [await doorOf(platform), await secondDoor(platform)];
    await fillDoor(heavy, HEAVY_ROWS);
    await fillDoor(light, LIGHT_ROWS);
    await call(heavy, 'PUT', '/bulks', { mappings: { properties: PROPERTIES } });
    const asks = (door: Door, body: object): Work => {
      const bytes = Buffer.from(JSON.stringify(body));
      return () => post(door, '/rows/_search?request_cache=false', bytes, 'application/json');
    };
    const lines = linesOf(0, BULK_ROWS);
    return await effects(asks(light, LIGHT), {
      in_memory: asks(heavy, IN_MEMORY),
      in_statements: asks(heavy, IN_STATEMENTS),
      bulks: () => bulk(heavy, 'bulks', lines),
    });
  } finally {
    await platform.stop();
  }
}

/** Many tenants with a small index each: how long the first answer of one that is not open takes. */
async function manyTenants(folder: string): Promise<Figures> {
  const made = await Engine.open({ folder, idleCloseMs: 1 });
  for (let i = 0; i < MANY; i++) await fill(made.tenant(`t${i}`), 100);
  await made.close();
  const engine = await Engine.open({ folder });
  const search = parseSearch(LIGHT);
  const times: number[] = [];
  for (let i = 0; i < SAMPLE; i++) {
    const tenant = engine.tenant(`t${(i * 7919) % MANY}`);
    times.push(await timed(() => tenant.search(['rows'], search)));
  }
  await engine.close();
  return { tenants: MANY, first_answer_p95_ms: percentile(times, 95) };
}

/** Whether tenants leave each other alone. */
export async function tenants(): Promise<Readonly<Record<string, Figures>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenants-'));
  try {
    const within = await neighbours(path.join(folder, 'two'));
    const http = await throughHttp(path.join(folder, 'http'));
    const many = await manyTenants(path.join(folder, 'many'));
    printTable(
      ['two tenants', 'within', 'through HTTP'],
      Object.keys(within).map((key) => [key, within[key] ?? null, http[key] ?? null]),
    );
    printTable(['many tenants', 'value'], Object.entries(many));
    return { neighbours: within, http, many };
  } finally {
    await rm(folder, { recursive: true });
  }
}
