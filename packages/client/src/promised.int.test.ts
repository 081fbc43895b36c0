import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startPlatform } from '@datasarana/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { EndpointData } from './endpoint-types.ts';

/** A type with every member that may be missing: an example of it leaves nothing out. */
type Whole<T> = T extends readonly (infer One)[]
  ? readonly Whole<One>[]
  : T extends object
    ? { readonly [Name in keyof T]-?: Whole<Exclude<T[Name], undefined>> }
    : T;

const counts = { read: 3, accepted: 1, replaced: 1, unchanged: 0, rejected: 1 };
const cell = { field: 'num1', value: 'x', rule: 'type', reason: 'is no number' };
const cause = { field: 'num1', rule: 'type', rows: 1, reasons: 1, reason: 'is no number', value: 'x' };
const short = { rows: 1, lines: [4] };
const pair = { id: 'a', line: 2, before: { num1: 1 }, after: { num1: 2 }, changed: ['num1'] };
const group = { values: { code: 'a' }, rows: 2, lines: [2, 3] };
const imported: Whole<EndpointData['data.csv']> = {
  ...counts,
  batch: 'b1',
  errors: [{ line: 2, ...cell }],
  parts: [counts],
  upload: 'u1',
  look: {
    added: [{ line: 3, values: { num1: 3 } }],
    replaced: [pair],
    duplicates: { by: 'key', groups: 1, rows: 2, first: [group] },
    causes: [cause],
    wider: [{ field: 'num1', type: 'double', rows: 1 }],
    zeros: [{ field: 'num1', rows: 1, value: '007' }],
  },
  short,
  earlier: { batch: 'b0', ts: 1, user_name: 'Ann', file: 'orders.csv' },
};
const batch: Whole<NonNullable<EndpointData['batch.get']>> = {
  ...counts,
  batch: 'b1',
  template: 't1',
  template_name: 'Orders',
  request_id: 'r1',
  state: 'running',
  ts: 1,
  took: 2,
  user: 'u1',
  user_name: 'Ann',
  errors: [{ line: 2, ...cell }],
  phase: 'read',
  rows: 1,
  total: 3,
  rate: 9,
  reason: null,
  short,
  source: 'csv',
  file: 'orders.csv',
  bytes: 9,
  size: 9,
  eta: 1,
  sha256: 'abc',
  original: true,
  timeline: [{ what: 'undone', ts: 1, user_name: 'Ann', read: 1, rejected: 0, removed: 1, restored: 0, kept: 0 }],
  columns: [{ name: 'Num 1', field: 'num1' }],
  parts: [{ ...counts, file: 'a.csv', at: 1 }],
};

const rebuild: Whole<NonNullable<EndpointData['template.index.rebuild.get']>> = {
  id: 't1',
  from: 'archive',
  state: 'running',
  phase: 'compare',
  ts: 1,
  took: 2,
  done: 3,
  total: 4,
  documents: 5,
  comparison: { documents: 5, other_documents: 5, missing: 0, extra: 0, checksum: '1', other_checksum: '1' },
  swapped: false,
  reason: 'x',
};

const schedule: Whole<NonNullable<EndpointData['source.schedule.get']>> = {
  template: 't1',
  schedule: 'Cron',
  at: '0 * * * *',
  state: 'on',
  running: false,
  reason: 'x',
  next: 1,
  last: { ...counts, ts: 1, batch: 'b1', reason: 'x' },
  user_name: 'Ann',
  goes_on: 'column',
  edited: { what: 'source', user_name: 'Ann', ts: 1 },
};
const archived = { name: 'a.parquet', states: 1, removals: 0, bytes: 9, ts: 1 };
const databases = { databases: ['shop'] };
const tables = { tables: ['sales'] };
const columns = { columns: [{ name: 'num1', type: 'int' }] };
const rows = { columns: ['num1'], rows: [['1'], [null]] };

const state = {
  id: 'a',
  version: 1,
  meta: { id: 'a', user_name: 'Ann' },
  data: { num1: 1 },
  until: 1,
  removed: true,
  removed_by: 'Bo',
};

/** What the application reads of replies, whole. */
const READ: { readonly [Id in keyof EndpointData]?: Whole<NonNullable<EndpointData[Id]>> } = {
  'auth.sign-in': { session_id: 's1', jwt: 'x', must_change: true },
  'auth.token': { session_id: 's1', exp: 1, jwt: 'x' },
  'session.endpoints': [{ id: 'data.csv', method: 'POST', path: '/data/csv' }],
  'account.check': { exists: true, id: 'u1' },
  'data.put': { id: 'a', ts: 1, version: 1, result: 'added' },
  'data.history': [state],
  'data.removed': [state],
  'data.restore': { id: 'a', ts: 1, version: 1, result: 'added' },
  'record.sharing': {
    id: 'v1',
    groups: [{ id: 'g1', name: 'G' }],
    tenant: true,
    is_public: false,
    choices: [{ id: 'g1', name: 'G' }],
  },
  'data.changes': { cursor: 'c', templates: ['t1'], missed: false, pause: 0 },
  'data.csv': imported,
  'data.feature': imported,
  'data.file': imported,
  'data.generic': imported,
  'batch.get': batch,
  'batch.dry_run': { phase: 'validate', rows: 1, rate: 9, bytes: 9, total: 3, size: 9, eta: 1 },
  'batch.search': [batch],
  'batch.rejected': [{ line: 2, raw: { a: 'x' }, origin: 'x', at: { file: 'a.csv', line: 2 }, cells: [cell] }],
  'batch.causes': [cause],
  'batch.replay': { ...counts, errors: [{ line: 2, ...cell }] },
  'batch.undo': { removed: 1, restored: 0, kept: 1, later: [{ id: 'a', what: 'changed', user: null, ts: 1 }] },
  'template.index.rebuild': rebuild,
  'template.index.rebuild.get': rebuild,
  'template.index.rebuild.cancel': rebuild,
  'session.list': [{ id: 's1', ts: 1, address: '127.0.0.1', agent: 'x', current: true }],
  'cluster.outbound.get': { allow: ['db.local:3306'] },
  'cluster.outbound.change': { allow: ['db.local:3306'] },
  'db.mysql.database': databases,
  'db.mysql.table': tables,
  'db.mysql.column': columns,
  'db.mysql.query': rows,
  'db.sqlserver.database': databases,
  'db.sqlserver.table': tables,
  'db.sqlserver.column': columns,
  'db.sqlserver.query': rows,
  'platform.template': { templates: [{ id: 't1', name: 'Orders' }] },
  'platform.field': { name: 'Orders', fields: [{ display_name: 'Num 1' }], items: [] },
  'rest.request': { status: 200, body: '{}', truncated: true },
  'source.schedule.get': schedule,
  'source.schedule.save': schedule,
  'source.schedule.anew': schedule,
  'source.schedule.stop': schedule,
  'template.archive.get': { objects: 1, states: 1, removals: 0, bytes: 9, pending: 0, latest: [archived] },
  'template.archive.write': archived,
  'template.overview': [{ id: 't1', documents: 1, bytes: 9, status: 'green', reason: 'x' }],
  'session.token.create': { id: 'k1', token: 'x' },
  'session.token.list': [{ id: 'k1', name: 'K', scope: ['data'], templates: ['t1'], expires: null, ts: 1 }],
};

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema that allows what it names and no more, and asks for nothing: the application need not read all there is. */
function named(schema: unknown, root: Json): unknown {
  if (Array.isArray(schema)) return schema.map((one) => named(one, root));
  if (!isJson(schema)) return schema;
  if (typeof schema.$ref === 'string') {
    const way = schema.$ref.replace('#/', '').split('/');
    return named(
      way.reduce<unknown>((at, name) => (isJson(at) ? at[name] : undefined), root),
      root,
    );
  }
  const { required: _, ...rest } = schema;
  const own = Object.entries(rest).map(([name, part]) => [name, named(part, root)]);
  return { ...Object.fromEntries(own), ...(schema.properties !== undefined && { additionalProperties: false }) };
}

const platform = await startPlatform();
after(() => platform.stop());
const document: Json = await (await fetch(`${platform.url}/api/openapi.json`)).json();
const replies = new Map<string, unknown>();
for (const calls of Object.values(document.paths as Readonly<Record<string, Json>>))
  for (const call of Object.values(calls))
    if (isJson(call) && typeof call.operationId === 'string') {
      const whole = named(Object(call.responses)['200']?.content['application/json']?.schema, document);
      replies.set(call.operationId, Object(whole).properties?.data);
    }

for (const [id, example] of Object.entries(READ))
  test(`[API-03] what the application reads of ${id} is what the platform says it answers`, () => {
    const schema = replies.get(id);
    assert.ok(schema, `${id} is not in the documentation`);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const fits = ajv.validate(schema, example);
    assert.ok(fits, ajv.errorsText(ajv.errors?.filter(({ keyword }) => keyword !== 'anyOf')));
  });
