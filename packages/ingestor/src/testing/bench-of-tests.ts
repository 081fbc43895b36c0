import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSettings } from '@datasarana/sources';
import { deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { type Ingestor, type IngestorOptions, startIngestor } from '../ingestor.ts';
import { readSettings } from '../settings.ts';

/** Answer of `/local/*`. */
export interface LocalReply {
  readonly http: number;
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape and assert on them
  readonly data: any;
  readonly error: {
    readonly message: string;
    readonly error: { readonly type?: string; readonly fields?: Readonly<Record<string, string>> };
  } | null;
}

/** A platform, an ingestor beside it that a browser is paired with, and a folder to watch. */
export interface Workplace {
  readonly at: TestPlatform;
  readonly ingestor: Ingestor;
  readonly folder: string;
  readonly watched: string;
  readonly key: string;
  readonly codes: string[];
  readonly local: (
    method: string,
    call: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<LocalReply>;
  readonly makeTemplate: (
    name: string,
    keyed?: boolean,
  ) => Promise<{ readonly id: string; readonly name: string; readonly token: string }>;
  /** A task as the service tells it now; nothing when it has none of that id. */
  // biome-ignore lint/suspicious/noExplicitAny: a reply, as above
  readonly taskOf: (id: string) => Promise<any>;
  readonly rowsOf: (template: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly close: () => Promise<void>;
}

export async function localCall(
  address: string,
  key: string | null,
  method: string,
  call: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<LocalReply> {
  const form = body instanceof FormData;
  const response = await fetch(`${address}/local/${call}`, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  });
  return { ...((await response.json()) as LocalReply), http: response.status };
}

export async function openWorkplace(
  settings: Readonly<Record<string, string>> = {},
  clock: Pick<IngestorOptions, 'now' | 'pause'> = {},
): Promise<Workplace> {
  const at = await startPlatform();
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-ingestor-'));
  try {
    return await workplaceIn(folder, at, settings, clock);
  } catch (cause) {
    // what still listens would keep the tests from ending
    await at.stop();
    await rm(folder, { recursive: true, force: true });
    throw cause;
  }
}

async function workplaceIn(
  folder: string,
  at: TestPlatform,
  settings: Readonly<Record<string, string>>,
  clock: Pick<IngestorOptions, 'now' | 'pause'>,
): Promise<Workplace> {
  const watched = path.join(folder, 'in');
  await mkdir(watched);
  const codes: string[] = [];
  const ingestor = await startIngestor(
    readSettings({
      INGESTOR_PLATFORM: at.url,
      INGESTOR_DATA: path.join(folder, 'data'),
      INGESTOR_PORT: '0',
      INGESTOR_LOOK_MS: '20',
      INGESTOR_SETTLE_MS: '0',
      INGESTOR_LOG: 'silent',
      ...settings,
    }),
    { showCode: (code) => codes.push(code), ...clock },
  );
  const [key, engineer] = await Promise.all([
    localCall(ingestor.address, null, 'POST', 'pair', { code: codes[0] }).then(({ data }) => String(data.key)),
    at.a.as('data engineer'),
  ]).catch(async (cause) => {
    await ingestor.close();
    throw cause;
  });
  const local: Workplace['local'] = (...call) => localCall(ingestor.address, key, ...call);
  return {
    at,
    ingestor,
    folder,
    watched,
    key,
    codes,
    local,
    taskOf: async (id) => (await local('GET', 'services')).data.tasks.find((task: { id: string }) => task.id === id),
    makeTemplate: async (name, keyed = false) => {
      const items = [
        { name: 'num1', value_type: 2, mandatory: true, is_key: keyed },
        { name: 'txt1', value_type: 8 },
      ];
      const id = await deployTemplate(engineer, name, items);
      const made = await engineer.call('PUT', '/session/token', { body: { name, templates: [id] } });
      return { id, name, token: made.data.token };
    },
    rowsOf: async (template) => {
      const body = { size: 10_000, query: { match_all: {} }, sort: [{ num1: 'asc' }] };
      const reply = await engineer.call('POST', '/data/user', { query: { template }, body });
      return reply.data.hits.hits.map((hit: { readonly _source: Readonly<Record<string, unknown>> }) => hit._source);
    },
    close: async () => {
      await ingestor.close();
      await at.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lines of a CSV of a template made here: the numbers from `from` up to, but not, `to`. */
export const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `${from + i},row ${from + i}\n`).join('');

export const tableSource = (id: string, db: DatabaseSettings, task: Readonly<Record<string, unknown>> = {}) => ({
  id,
  name: id,
  type: 'Data',
  format: 'database',
  provider: 'sqlite',
  columns: [],
  db,
  task,
});

export const csvSource = (id: string, file: string, task: Readonly<Record<string, unknown>> = {}) => ({
  id,
  name: id,
  type: 'Data',
  format: 'csv',
  provider: 'local_file',
  columns: [],
  csv: { file },
  task,
});
