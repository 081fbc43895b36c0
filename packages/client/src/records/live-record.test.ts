import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Schema, schemaOfKind } from '@datasarana/schema';
import fc from 'fast-check';
import { isFailure } from '../call-failure.ts';
import { Client } from '../client.ts';
import { HeldTimers } from '../testing/held-timers.ts';
import { type Arrived, envelope, refusal, smallPlatform } from '../testing/small-platform.ts';
import { endpointsOfKind } from './kind-endpoints.ts';
import { LiveRecord } from './live-record.ts';
import { isSame } from './same.ts';
import { countRecords, searchRecords } from './search-records.ts';
import { objectFromServer } from './server-object.ts';

const schema = (kind: string): Schema => schemaOfKind(kind) ?? assert.fail();

type Stored = Record<string, unknown>;

/** A server that keeps one property record, as the family /tenant/property does. */
async function propertyPlatform(start: Stored | null = null) {
  let stored = start;
  const write = ({ body }: Arrived) => {
    stored = { ...stored, ...(body as Stored), label: 'cluster.tenant.property', ts_modified: 5000 };
    return { text: envelope(stored) };
  };
  const platform = await smallPlatform({
    'GET /api/tenant/property/p1': () => ({ text: envelope(stored, { code: stored ? 30 : 34 }) }),
    'PUT /api/tenant/property': write,
    'PATCH /api/tenant/property': write,
    'DELETE /api/tenant/property/p1': () => ({ text: envelope({ id: 'p1' }) }),
    'POST /api/tenant/property': () => ({ text: envelope([stored], { total: 41 }) }),
    'GET /api/tenant/property/count': () => ({ text: envelope({ count: 41 }) }),
  });
  const timers = new HeldTimers();
  const client = new Client({ base: platform.base, timers });
  return { platform, timers, client, record: new LiveRecord(client, schema('cluster.tenant.property')) };
}

const existing: Stored = {
  id: 'p1',
  ts: 1,
  ts_modified: 2,
  ts_status: 2,
  name: 'colour',
  value: 'red',
  status: 'Active',
};
const flags = ({ working, fetched, modified, saved }: ReturnType<LiveRecord['read']>) => ({
  working,
  fetched,
  modified,
  saved,
});

test('[REC-10] [REC-22] what is typed while a record is still fetched stays typed', async () => {
  const { platform, record } = await propertyPlatform(existing);
  await using _ = platform;
  const fetched = record.fetch('p1');
  record.set('value', 'blue');
  await fetched;
  assert.deepEqual([record.read().values.name, record.read().values.value], ['colour', 'blue']);
  assert.deepEqual(flags(record.read()), { working: false, fetched: true, modified: true, saved: false });
  await record.update();
  assert.deepEqual(platform.arrived.at(-1)?.body, { id: 'p1', value: 'blue', ts_modified: 2 });
});

test('[REC-01] [REC-07] a new record has one value per item and all flags false', async () => {
  const { platform, record } = await propertyPlatform();
  await using _ = platform;
  const { values } = record.read();
  assert.deepEqual(
    Object.keys(values),
    record.schema.items.map(({ name }) => name),
  );
  assert.deepEqual(flags(record.read()), { working: false, fetched: false, modified: false, saved: false });
});

test('[REC-20] [REC-36] [REC-09] add stamps, sends the record without flags and label, and works one second longer', async () => {
  const { platform, timers, record } = await propertyPlatform();
  await using _ = platform;
  record.set('name', 'colour');
  record.set('label', 'x');
  assert.equal(record.read().modified, true);
  const adding = record.save();
  assert.equal(record.read().working, true);
  await adding;
  const body = platform.arrived[0]?.body as Stored;
  assert.equal(platform.arrived[0]?.method, 'PUT');
  assert.match(String(body.id), /^[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.deepEqual([body.ts, body.ts_modified, body.name], [1_000_000, 1_000_000, 'colour']);
  for (const name of ['label', 'working', 'fetched', 'modified', 'saved']) assert.equal(name in body, false, name);
  assert.deepEqual(flags(record.read()), { working: true, fetched: false, modified: false, saved: true });
  timers.pass(999);
  assert.equal(record.read().working, true);
  timers.pass(1);
  assert.equal(record.read().working, false);
});

test('[REC-08] [REC-21] [REC-22] [REC-38] update sends the changed fields, the id and what it is based on', async () => {
  const { platform, record } = await propertyPlatform(existing);
  await using _ = platform;
  await record.fetch('p1');
  assert.deepEqual([platform.arrived[0]?.method, platform.arrived[0]?.path], ['GET', '/api/tenant/property/p1']);
  assert.deepEqual(flags(record.read()), { working: false, fetched: true, modified: false, saved: false });
  record.set('value', 'green');
  assert.equal(record.read().modified, true);
  record.set('value', 'red');
  assert.equal(record.read().modified, false);
  await record.save();
  assert.equal(platform.arrived.length, 1, 'nothing changed, nothing sent');
  record.set('value', 'blue');
  await record.save();
  assert.equal(platform.arrived[1]?.method, 'PATCH');
  assert.deepEqual(platform.arrived[1]?.body, { value: 'blue', id: 'p1', ts_modified: 2 });
  assert.equal(record.read().saved, true);
  record.set('value', 'red');
  assert.equal(record.read().saved, false);
  record.dispose();
});

test('[REC-42] patch sends the fields of the caller, delete the id', async () => {
  const { platform, record } = await propertyPlatform(existing);
  await using _ = platform;
  await record.fetch('p1');
  await record.patch({ tag: 'x' }, { guard: false });
  assert.deepEqual(platform.arrived[1]?.body, { tag: 'x', id: 'p1' });
  await record.delete();
  assert.deepEqual([platform.arrived[2]?.method, platform.arrived[2]?.path], ['DELETE', '/api/tenant/property/p1']);
  assert.equal(record.read().fetched, false);
  record.dispose();
});

test('[REC-27] a fetch that finds nothing is no error', async () => {
  const { platform, record } = await propertyPlatform();
  await using _ = platform;
  await record.fetch('p1');
  assert.deepEqual(flags(record.read()), { working: false, fetched: false, modified: false, saved: false });
});

test('[REC-40] fields the schema does not know are kept', async () => {
  const { platform, record } = await propertyPlatform({ ...existing, later: { a: 1 } });
  await using _ = platform;
  await record.fetch('p1');
  assert.deepEqual(record.read().values.later, { a: 1 });
});

test('[REC-18] [REC-37] saving with validation and one error sends nothing', async () => {
  await using platform = await smallPlatform({});
  const record = new LiveRecord(new Client({ base: platform.base }), schema('cluster'));
  record.set('name', 'c1');
  await assert.rejects(record.save({ validate: true }), (error) => {
    assert.ok(isFailure(error));
    assert.equal(error.message, 'Data has validation error');
    assert.deepEqual(error.fields, {
      official_name: 'official_name must not be empty',
      domain: 'domain must not be empty',
    });
    return true;
  });
  assert.deepEqual(Object.keys(record.read().errors), ['official_name', 'domain']);
  assert.equal(platform.arrived.length, 0);
});

test('[REC-10] after a failed call working clears at once and the edits stay', async () => {
  await using platform = await smallPlatform({
    'PUT /api/tenant/property': () => ({
      http: 422,
      text: refusal(31, 'bad', { type: 'validation', reason: 'bad', fields: { name: 'taken' } }),
    }),
  });
  const record = new LiveRecord(new Client({ base: platform.base }), schema('cluster.tenant.property'));
  record.set('name', 'colour');
  await assert.rejects(record.save());
  const state = record.read();
  assert.deepEqual([state.working, state.saved, state.modified, state.values.name], [false, false, true, 'colour']);
  assert.deepEqual(state.errors, { name: 'taken' });
});

test('[REC-23] [REC-24] count and search', async () => {
  const { platform, client, record } = await propertyPlatform(existing);
  await using _ = platform;
  assert.equal(await countRecords(client, 'cluster.tenant.property'), 41);
  const { records, total } = await searchRecords(client, record.schema, { keyword: 'c', from: 0, to: 1 });
  assert.deepEqual([records.length, total], [1, 41]);
  assert.deepEqual(platform.arrived[1]?.body, { keyword: 'c', from: 0, to: 1 });
});

test('[API-87] [API-88] kinds without a family share one', () => {
  assert.equal(endpointsOfKind('user').search, 'tenant.user.search');
  assert.equal(endpointsOfKind('data.template').change, 'template.save');
  assert.deepEqual(endpointsOfKind('compute.host').params, { kind: 'compute.host' });
  assert.equal(endpointsOfKind('toString').get, 'record.get');
});

test('[REC-28] [REC-29] [REC-30] [REC-41] only a labelled group becomes an object', (t) => {
  const said = t.mock.method(console, 'error', () => {});
  const group = schema('user.group');
  assert.deepEqual(objectFromServer('{"label":"user.group","tags":"[\\"a\\"]"}', group), { tags: ['a'] });
  assert.equal(objectFromServer({ label: 'user', name: 'x' }, group), undefined);
  assert.equal(objectFromServer('{broken', group), undefined);
  assert.equal(objectFromServer('', group), undefined);
  assert.deepEqual(
    said.mock.calls.map((call) => call.arguments[0]),
    ['not a valid server object', 'not a valid server object', 'not a valid json'],
  );
});

test('[REC-08] sameness of values', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isSame(value, structuredClone(value))));
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
      let equal = true;
      try {
        assert.deepEqual(plain(a), plain(b));
      } catch {
        equal = false;
      }
      assert.equal(isSame(plain(a), plain(b)), equal);
    }),
  );
  assert.equal(isSame({ a: undefined }, { b: undefined }), false);
  assert.equal(isSame([], {}), false);
});
