import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId, PLATFORM_SCHEMAS, SYSTEM_SCHEMA_NAMES } from '@datasarana/schema';
import { type Caller, deployTemplate, type HttpReply, startPlatform, type TestPlatform } from '@datasarana/testkit';
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
const MADE_BY_CALLS = new Set(['cluster.tenant', 'session', 'data.template', 'user', 'user.login_account']);
/** Kinds whose ids are tried at every address; the others at the addresses that name their kind. */
const EVERYWHERE = [
  ...MADE_BY_CALLS,
  'user.group',
  'cluster.tenant.domain',
  'cluster.tenant.property',
  'data.project',
  'visual.view',
  'visual.workspace',
];

/** A template with a row, made as tenant b makes one, and a record of every tenant kind straight in the store. */
before(async () => {
  at = await startPlatform();
  const owner = await at.b.as('tenant administrator');
  template = await deployTemplate(owner, `${MARKER} template`, [{ name: 'txt1', value_type: 8 }]);
  const rows = await owner.call('POST', '/data/csv', { query: { template }, body: `txt1\n${MARKER}\n` });
  assert.equal(rows.code, 30, JSON.stringify(rows.error));
  await addSamples();
});
after(() => at.stop());

async function addSamples(): Promise<void> {
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.b.id);
  for (const kind of KINDS.filter((name) => !MADE_BY_CALLS.has(name))) {
    const doc = { name: `${MARKER} ${kind}`, description: MARKER };
    // Kinds that nobody declared are refused by the store; those of the cluster belong to no tenant.
    const [written] = await records.write(scope, [{ op: 'add', kind, id: newId(), doc }]).catch(() => [null]);
    if (written?.tenant === at.b.id) samples.set(kind, written.id);
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

const sample = (kind: string): string => samples.get(kind) ?? 'not-there';

/** Bodies that name tenant b's records by what a call may call them. */
function namingBodies(): readonly Readonly<Record<string, unknown>>[] {
  const [user, group, domain] = [sample('user'), sample('user.group'), sample('cluster.tenant.domain')];
  const [accounts, templates] = [[sample('user.login_account')], [sample('data.template')]];
  const property = sample('cluster.tenant.property');
  return [
    { accounts },
    { templates },
    { groups: [group], users: [user] },
    { groups: [group], templates },
    { domain, accounts },
    { property, user, tag: 'x' },
    { property, group, tag: 'x' },
    { user },
    { user, login_id: 'intruder', password: 'harbour-violin-31' },
    { group },
    { domain },
    { template: templates[0] },
    { project: sample('data.project') },
    { query: { match_all: {} } },
  ];
}

function bodiesFor(method: string, id: string, addressed: boolean): readonly (Attempt['body'] | undefined)[] {
  if (method === 'GET' || method === 'DELETE') return [undefined];
  // A new record may be given any id unused in its own tenant; that another tenant has it must not even be noticed.
  const own = method === 'PUT' ? newId() : id;
  if (addressed) return [{ id: own, name: 'taken over' }];
  return [{ id: own }, { id: own, password: 'harbour-violin-31' }];
}

function* attemptsAt(method: string, path: string, kind: string, id: string): Generator<Attempt> {
  const below = path.slice('/api'.length).replace(':kind', kind);
  const names = queryNamesOf(path, method);
  const filled = below.replaceAll(/:\w+/g, id);
  const query = Object.fromEntries(names.map((name) => [name, id]));
  for (const body of bodiesFor(method, id, filled !== below || names.length > 0))
    yield { method, path: filled, query, ...(body && { body }) };
}

function* attempts(): Generator<Attempt> {
  for (const { method, path, endpoint } of at.platform.app.served) {
    if (endpoint.id === 'session.end' || endpoint.id === 'auth.sign-in') continue;
    const ofKinds = path.includes(':kind');
    for (const kind of ofKinds ? samples.keys() : EVERYWHERE) yield* attemptsAt(method, path, kind, sample(kind));
    if (ofKinds || path.includes(':') || method === 'GET' || method === 'DELETE') continue;
    const query = Object.fromEntries(queryNamesOf(path, method).map((name) => [name, template]));
    for (const body of namingBodies()) yield { method, path: path.slice('/api'.length), query, body };
  }
}

/** Nothing found, nothing done: `removed: 0` is what API-13 answers for what is not there. */
function isEmpty(data: unknown): boolean {
  if (data === null || (Array.isArray(data) && data.length === 0)) return true;
  const { count, removed, exists } = Object(data);
  return count === 0 || removed === 0 || exists === false;
}

/** Calls that name an id and still answer something of the caller's own tenant: the id was no filter of theirs. */
const namesIdInAddress = ({ path, query }: Attempt): boolean =>
  [...samples.values()].some((id) => path.includes(id) || Object.values(query).includes(id));

async function surprisesOf(caller: Caller, attempt: Attempt): Promise<readonly string[]> {
  const { method, path, query, body } = attempt;
  const response = await caller.raw(method, path, { query, ...(body && { body }) });
  const text = await response.text();
  const line = `${method} ${path} ${JSON.stringify(query)} ${JSON.stringify(body)} → ${response.status}`;
  if (text.includes(MARKER)) return [`${line} tells what is tenant b's`];
  if (response.status >= 500 && response.status !== 501) return [`${line} ${text.slice(0, 200)}`];
  const reply = text.startsWith('{') ? (JSON.parse(text) as HttpReply) : null;
  if (reply?.code === 30 && namesIdInAddress(attempt) && !isEmpty(reply.data))
    return [`${line} answers ${text.slice(0, 160)}`];
  return [];
}

async function walk(caller: Caller): Promise<readonly string[]> {
  const waiting = attempts();
  const surprises: string[] = [];
  const walkers = Array.from({ length: 8 }, async () => {
    for (const attempt of waiting) surprises.push(...(await surprisesOf(caller, attempt)));
  });
  await Promise.all(walkers);
  return surprises;
}

for (const role of ['tenant administrator', 'member'] as const)
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
