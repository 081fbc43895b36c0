import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId, PLATFORM_SCHEMAS, SYSTEM_SCHEMA_NAMES } from '@datasarana/schema';
import { type Caller, type HttpReply, startPlatform, type TestPlatform } from '@datasarana/testkit';
import type { StoredRecord } from '../stores/records/port.ts';
import { systemScope } from './system-scope.ts';

/**
 * Tenant a's people try every id of tenant b in every place of every served call that takes one: path, query and body. Each
 * answer must be what an id that was never given out gets, and nothing of tenant b may change (SEC-02, ROL-21).
 */
const MARKER = 'only-for-tenant-b';
const KINDS = [...SYSTEM_SCHEMA_NAMES, ...PLATFORM_SCHEMAS.map(({ name }) => name), 'session'];

let at: TestPlatform;
let template = '';
const samples = new Map<string, string>();

/** A template with a row, made as tenant b makes one, and a record of every tenant kind straight in the store. */
before(async () => {
  at = await startPlatform();
  const owner = await at.b.as('tenant administrator');
  const made = await owner.call('PUT', '/schema/data/template', {
    body: { name: `${MARKER} template`, items: [{ name: 'txt1', value_type: 8 }] },
  });
  assert.equal(made.code, 30, JSON.stringify(made.error));
  template = made.data.id;
  const deployed = await owner.call('PATCH', '/schema/data/template', {
    query: { mode: 'deploy' },
    body: { id: template },
  });
  assert.equal(deployed.code, 30, JSON.stringify(deployed.error));
  const rows = await owner.call('POST', '/data/csv', { query: { template }, body: `txt1\n${MARKER}\n` });
  assert.equal(rows.code, 30, JSON.stringify(rows.error));
  await addSamples();
});
after(() => at.stop());

async function addSamples(): Promise<void> {
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.b.id);
  for (const kind of KINDS) {
    const id = newId();
    const doc = { name: `${MARKER} ${kind}`, description: MARKER };
    const known = ['cluster', 'cluster.tenant', 'session', 'data.template', 'user.login_account'].includes(kind);
    if (known) continue;
    const written = await records.write(scope, [{ op: 'add', kind, id, doc }]).catch(() => null);
    if (written !== null) samples.set(kind, id);
  }
  const person = at.b.people.get('member');
  assert.ok(person);
  const [session] = await sessionsOf(person.user);
  samples.set('cluster.tenant', at.b.id);
  samples.set('data.template', template);
  samples.set('user', person.user);
  samples.set('user.login_account', person.account);
  samples.set('session', session ?? '');
}

async function sessionsOf(user: string): Promise<readonly string[]> {
  await at.b.as('member');
  const { sessions, config } = at.platform.services;
  const found = await sessions.ofUser({ ...systemScope(config.clusterId, at.b.id), user });
  return found.map(({ id }) => id);
}

/** All of tenant b, for the comparison before and after. */
async function everythingOfB(): Promise<readonly StoredRecord[]> {
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.b.id);
  const page = { keys: [], keyword: '', from: 0, to: 1000, sort: [{ field: 'id', order: 'asc' }] } as const;
  const all: StoredRecord[] = [];
  for (const kind of samples.keys()) {
    if (kind === 'session') continue;
    for (const removed of ['without', 'only'] as const)
      all.push(...(await records.search(scope, kind, { ...page, removed })).records);
  }
  return all.filter(({ tenant, id }) => tenant === at.b.id || id === at.b.id);
}

interface Attempt {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Names a query of the platform may carry an id under. */
const QUERY_NAMES = ['id', 'template', 'project', 'batch', 'source', 'user', 'group', 'domain', 'account', 'cluster'];

function queryNamesOf(path: string, method: string): readonly string[] {
  const address = path.replaceAll(/:(\w+)/g, '{$1}');
  const document = at.platform.app.swagger() as unknown as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly parameters?: readonly { in: string; name: string }[] }>>>
    >;
  };
  const parameters = document.paths[address]?.[method.toLowerCase()]?.parameters ?? [];
  return parameters
    .filter((parameter) => parameter.in === 'query' && QUERY_NAMES.includes(parameter.name))
    .map(({ name }) => name);
}

function bodiesFor(method: string, id: string): readonly (Readonly<Record<string, unknown>> | undefined)[] {
  if (method === 'GET' || method === 'DELETE') return [undefined];
  // A new record may be given any id unused in its own tenant; that another tenant has it must not even be noticed.
  const own = method === 'PUT' ? newId() : id;
  const lists = { accounts: [id], groups: [id], users: [id], templates: [id] };
  return [
    { id: own },
    { id: own, name: 'taken over' },
    { id: own, password: 'harbour-violin-31' },
    { accounts: lists.accounts },
    { templates: lists.templates },
    { groups: lists.groups, users: lists.users },
    { groups: lists.groups, templates: lists.templates },
    { domain: id, accounts: lists.accounts },
    { property: id, user: id, tag: 'x' },
    { property: id, group: id, tag: 'x' },
    { user: id },
    { user: id, login_id: 'intruder', password: 'harbour-violin-31' },
    { group: id },
    { domain: id },
    { template: id },
    { project: id },
    { query: { match_all: {} } },
  ];
}

function* attemptsAt(method: string, path: string, endpoint: string, kind: string, id: string): Generator<Attempt> {
  const below = path.slice('/api'.length).replace(':kind', kind);
  const names = queryNamesOf(path, method);
  const filled = below.replaceAll(/:\w+/g, id);
  const query = Object.fromEntries(names.map((name) => [name, id]));
  const named = filled !== below || names.length > 0;
  const bodies = bodiesFor(method, id);
  for (const body of named ? bodies.slice(0, 3) : bodies)
    yield { id: endpoint, method, path: filled, query, ...(body && { body }) };
}

function* attempts(): Generator<Attempt> {
  for (const { method, path, endpoint } of at.platform.app.served) {
    if (endpoint.id === 'session.end' || endpoint.id === 'auth.sign-in') continue;
    const ofKinds = path.includes(':kind');
    for (const [kind, id] of samples) yield* attemptsAt(method, path, endpoint.id, ofKinds ? kind : '', id);
  }
}

const isEmpty = (data: unknown): boolean =>
  data === null ||
  (Array.isArray(data) && data.length === 0) ||
  ['{"count":0}', '{"removed":0}', '{"exists":false,"id":null}'].includes(JSON.stringify(data));

/** Calls that name an id and still answer something of the caller's own tenant: the id was no filter of theirs. */
const namesIdInAddress = ({ path, query }: Attempt): boolean =>
  [...samples.values()].some((id) => path.includes(id) || Object.values(query).includes(id));

async function walk(caller: Caller): Promise<readonly string[]> {
  const surprises: string[] = [];
  for (const attempt of attempts()) {
    const { method, path, query, body } = attempt;
    const response = await caller.raw(method, path, { query, ...(body && { body }) });
    const text = await response.text();
    const line = `${method} ${path} ${JSON.stringify(query)} ${JSON.stringify(body)} → ${response.status}`;
    if (text.includes(MARKER)) surprises.push(`${line} tells what is tenant b's`);
    if (response.status >= 500 && response.status !== 501) surprises.push(`${line} ${text.slice(0, 200)}`);
    const reply = text.startsWith('{') ? (JSON.parse(text) as HttpReply) : null;
    if (reply?.code === 30 && namesIdInAddress(attempt) && !isEmpty(reply.data))
      surprises.push(`${line} answers ${text.slice(0, 160)}`);
  }
  return surprises;
}

for (const role of ['tenant administrator', 'data engineer', 'member'] as const)
  test(`[SEC-02] [ROL-21] a ${role} finds and changes nothing of another tenant`, async () => {
    const before = await everythingOfB();
    assert.ok(before.length >= samples.size - 2);
    assert.deepEqual(await walk(await at.a.as(role)), []);
    assert.deepEqual(await everythingOfB(), before);
  });

test('[SEC-02] the same calls of tenant b itself find its template and its row', async () => {
  const owner = await at.b.as('tenant administrator');
  const read = await owner.call('GET', `/schema/data/template/${template}`);
  assert.match(JSON.stringify(read.data), new RegExp(MARKER));
  const rows = await owner.call('POST', '/data/user', { query: { template }, body: { query: { match_all: {} } } });
  assert.match(JSON.stringify(rows.data), new RegExp(MARKER));
});
