import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SchemaItem, ValueType } from '@datasarana/schema';
import { isFailure } from '../call-failure.ts';
import { Client } from '../client.ts';
import { HeldTimers } from '../testing/held-timers.ts';
import { type Arrived, envelope, smallPlatform } from '../testing/small-platform.ts';
import { DataRecordSource } from './data-record-source.ts';
import { LiveRecord } from './live-record.ts';

const item = (name: string, value_type: ValueType, more: Partial<SchemaItem> = {}): SchemaItem => ({
  id: name,
  name,
  value_type,
  items: [],
  mandatory: false,
  can_search: true,
  display_name: null,
  description: null,
  default_value: null,
  relationship: null,
  dependency: null,
  ...more,
});

const items = [
  item('key1', ValueType.Keyword, { is_key: true, mandatory: true }),
  item('num1', ValueType.Integer),
  item('day1', ValueType.Date),
  item('list1', ValueType.Array),
  // Names a platform record would read as its own.
  item('status', ValueType.Keyword),
  item('id', ValueType.Keyword, { mandatory: true }),
];
const template = { id: 't1', name: 'strikes', items };

type Doc = Record<string, unknown>;

/** A server with one data record, as /data/user keeps it. */
async function dataPlatform(known = 1) {
  let version = 1;
  let data: Doc | null = { key1: 'k', day1: '2002-05-31', status: 'open', id: 'x', later: true };
  const platform = await smallPlatform({
    'GET /api/data/user': () => ({
      text: data
        ? envelope({ id: 'r1', version, meta: { id: 'r1', title: 'T', user_id: 'u9', tags: null }, data })
        : envelope(null, { code: 34 }),
    }),
    'PUT /api/data/user': ({ body, path }: Arrived) => {
      const expected = new URLSearchParams(path.split('?')[1]).get('version');
      if (expected !== null && known > 0 && Number(expected) !== version) {
        const now = { id: 'r1', version, meta: { id: 'r1' }, data };
        const error = { message: 'The record was changed by someone else meanwhile', error: { type: 'conflict' } };
        return { http: 409, text: envelope(now, { code: 31, error } as object) };
      }
      data = (body as { data: Doc }).data;
      version++;
      return { text: envelope({ id: 'r1', ts: 5, version, result: 'replaced' }) };
    },
    'POST /api/data/user': () => ({
      text: envelope({ took: 1, timed_out: false, hits: { total: { value: known, relation: 'eq' }, hits: [] } }),
    }),
    'DELETE /api/data/user': () => ({ text: envelope({ id: 'r1' }) }),
  });
  const client = new Client({ base: platform.base, timers: new HeldTimers() });
  const record = new LiveRecord(client, template, new DataRecordSource(client, template));
  const elsewhere = (change: Doc | null) => {
    data = change && { ...data, ...change };
    version++;
  };
  return { platform, record, elsewhere, [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose]() };
}

test('[REC-22] [API-29] a data record is fetched by template and id, with dates as epoch ms', async () => {
  await using here = await dataPlatform();
  await here.record.fetch('r1');
  assert.equal(here.platform.arrived[0]?.path, '/api/data/user?template=t1&id=r1');
  const { values, fetched, modified } = here.record.read();
  assert.deepEqual([values.day1, fetched, modified], [Date.UTC(2002, 4, 31), true, false]);
});

test('[API-30] [REC-40] an edit sends the whole record; what was not edited goes back exactly as it came', async () => {
  await using here = await dataPlatform();
  await here.record.fetch('r1');
  here.record.set('num1', 4);
  await here.record.save({ validate: true });
  assert.deepEqual(here.platform.arrived.at(-1)?.body, {
    meta: { title: 'T' },
    data: { key1: 'k', day1: '2002-05-31', status: 'open', id: 'x', later: true, num1: 4 },
  });
  here.record.set('num1', 5);
  await here.record.save({ validate: true });
  assert.equal(here.record.read().saved, true, 'the version of the first save is the base of the second');
});

test('[REC-38] a data record changed meanwhile is a conflict, a removed one says so', async () => {
  await using here = await dataPlatform();
  await here.record.fetch('r1');
  here.record.set('num1', 4);
  here.elsewhere({ num1: 9 });
  await assert.rejects(here.record.save());
  assert.deepEqual(here.record.read().conflict?.clashing, ['num1']);
  assert.equal(here.platform.arrived.at(-1)?.path, '/api/data/user?template=t1&id=r1&version=1');
  here.record.resolve(() => 'mine');
  await here.record.save();
  assert.equal(here.record.read().saved, true);
  here.record.set('num1', 5);
  here.elsewhere(null);
  await assert.rejects(here.record.save(), /Record 'r1' is not there any more/);
  assert.equal(here.record.read().values.num1, 5);
});

test('[REC-05] [REC-03] a new data record starts by type, and its own status and id fields are not the platform’s', async () => {
  await using here = await dataPlatform(0);
  const { values } = here.record.read();
  assert.deepEqual(values, { key1: null, num1: 0, day1: null, list1: [], status: null, id: null });
  here.record.set('status', 'open');
  assert.deepEqual(here.record.validate(), { key1: 'key1 must not be empty', id: 'id must not be empty' });
  here.record.edit({ ...here.record.read().values, key1: 'new', id: 'y' });
  await here.record.save({ validate: true });
  assert.equal(here.platform.arrived.at(-1)?.path, '/api/data/user?template=t1&version=0');
  const data = { key1: 'new', num1: 0, status: 'open', id: 'y' };
  assert.deepEqual(here.platform.arrived.at(-1)?.body, { meta: {}, data }, 'empty fields are not written');
  assert.equal(here.record.id, 'r1');
});

test('[API-30] adding a record whose key is taken writes nothing and says so at the key', async () => {
  await using here = await dataPlatform(1);
  here.record.edit({ ...here.record.read().values, key1: 'k', id: 'y' });
  await assert.rejects(here.record.save({ validate: true }), isFailure);
  assert.deepEqual(here.record.read().errors, { key1: 'strikes has a record with this key already' });
  assert.deepEqual(
    here.platform.arrived.map(({ method }) => method),
    ['POST'],
  );
});

test('[API-13] a data record is deleted by template and id', async () => {
  await using here = await dataPlatform();
  await here.record.fetch('r1');
  await here.record.delete();
  assert.deepEqual(here.platform.arrived.at(-1)?.path, '/api/data/user?template=t1&id=r1');
  assert.equal(here.record.id, undefined);
});
