import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataTemplate, schemaOfKind } from '@datasarana/schema';
import fc from 'fast-check';
import { Client } from '../client.ts';
import { HeldTimers } from '../testing/held-timers.ts';
import { type Arrived, envelope, smallPlatform } from '../testing/small-platform.ts';
import { conflictOf, mergedValues } from './conflict.ts';
import { LiveRecord } from './live-record.ts';
import { ownUserSource } from './own-user-source.ts';
import { isUnchanged } from './same.ts';
import { templateSource } from './template-source.ts';

type Stored = Record<string, unknown>;
const schema = schemaOfKind('cluster.tenant.property') ?? assert.fail();
const start: Stored = { id: 'p1', ts: 1, ts_modified: 2, ts_status: 2, name: 'colour', value: 'red', type: 'a' };

/** A server that keeps one property and refuses stale writes as the platform does. */
async function propertyPlatform() {
  let stored: Stored | null = { ...start };
  const write = (body: Stored) => {
    stored = { ...stored, ...body, ts_modified: Number(stored?.ts_modified) + 1 };
    return stored;
  };
  const refused = () => ({
    http: 409,
    text: envelope(stored, {
      code: 31,
      error: { message: 'changed meanwhile', error: { type: 'conflict', reason: 'changed meanwhile' } },
    }),
  });
  const platform = await smallPlatform({
    'GET /api/tenant/property/p1': () => ({ text: envelope(stored, { code: stored ? 30 : 34 }) }),
    'PATCH /api/tenant/property': ({ body }: Arrived) => {
      const { ts_modified, ...fields } = body as Stored;
      return ts_modified === stored?.ts_modified ? { text: envelope(write(fields)) } : refused();
    },
  });
  const client = new Client({ base: platform.base, timers: new HeldTimers() });
  const record = new LiveRecord(client, schema);
  await record.fetch('p1');
  const remove = () => {
    stored = null;
  };
  return { platform, record, elsewhere: write, remove, [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose]() };
}

test('[REC-38] a stale save is a conflict that names what clashes; edits stay and nothing is overwritten', async () => {
  await using here = await propertyPlatform();
  const { record } = here;
  record.set('value', 'blue');
  here.elsewhere({ value: 'green', type: 'b' });
  await assert.rejects(record.save());
  const { conflict, values, modified, saved } = record.read();
  assert.deepEqual([conflict?.clashing, conflict?.changed], [['value'], ['type']]);
  assert.deepEqual([values.value, values.type, modified, saved], ['blue', 'a', true, false]);
});

test('[REC-38] keep mine writes my edits over theirs and takes over what only they changed', async () => {
  await using here = await propertyPlatform();
  const { record } = here;
  record.set('value', 'blue');
  here.elsewhere({ value: 'green', type: 'b' });
  await assert.rejects(record.save());
  record.resolve(() => 'mine');
  await record.save();
  const { values, conflict, saved } = record.read();
  assert.deepEqual([values.value, values.type, conflict, saved], ['blue', 'b', null, true]);
  assert.deepEqual(here.platform.arrived.at(-1)?.body, { value: 'blue', id: 'p1', ts_modified: 3 });
});

test('[REC-38] take theirs drops every edit made here', async () => {
  await using here = await propertyPlatform();
  const { record } = here;
  record.edit({ ...record.read().values, value: 'blue', name: 'hue' });
  here.elsewhere({ value: 'green' });
  await assert.rejects(record.save());
  record.takeTheirs();
  const { values, modified, conflict } = record.read();
  assert.deepEqual([values.value, values.name, modified, conflict], ['green', 'colour', false, null]);
});

test('[REC-38] a merge chooses field by field', async () => {
  await using here = await propertyPlatform();
  const { record } = here;
  record.edit({ ...record.read().values, value: 'blue', name: 'hue', tag: 'kept' });
  here.elsewhere({ value: 'green', name: 'shade' });
  await assert.rejects(record.save());
  record.resolve((name) => (name === 'value' ? 'theirs' : 'mine'));
  await record.save();
  const { values } = record.read();
  assert.deepEqual([values.value, values.name, values.tag], ['green', 'hue', 'kept']);
});

test('[REC-38] [REC-08] refresh takes a newer record, tells an edited one, and leaves an equal one alone', async () => {
  await using here = await propertyPlatform();
  const { record } = here;
  const before = record.read();
  await record.refresh();
  assert.equal(record.read(), before, 'nothing new, nothing redrawn');
  here.elsewhere({ value: 'green' });
  await record.refresh();
  assert.deepEqual([record.read().values.value, record.read().modified], ['green', false]);
  record.set('name', 'hue');
  here.elsewhere({ type: 'c' });
  await record.refresh();
  const { conflict, values } = record.read();
  assert.deepEqual([conflict?.clashing, conflict?.changed, values.name], [[], ['type'], 'hue']);
  here.remove();
  record.takeTheirs();
  await record.refresh();
  assert.equal(record.read().fetched, false);
});

test('[REC-10] what is typed while a save runs stays typed and counts as modified', async () => {
  await using here = await propertyPlatform();
  const { record } = here;
  record.set('value', 'blue');
  const saving = record.save();
  record.set('name', 'hue');
  await saving;
  const { values, modified, saved } = record.read();
  assert.deepEqual([values.value, values.name, modified, saved], ['blue', 'hue', true, false]);
  record.revert();
  assert.deepEqual([record.read().values.name, record.read().modified], ['colour', false]);
});

test('[REC-15] an edited field loses its message, the others keep theirs', () => {
  const record = new LiveRecord(new Client({ base: 'http://127.0.0.1:1' }), schemaOfKind('cluster') ?? assert.fail());
  record.validate();
  assert.deepEqual(Object.keys(record.read().errors), ['official_name', 'name', 'domain']);
  record.set('name', 'c1');
  assert.deepEqual(Object.keys(record.read().errors), ['official_name', 'domain']);
});

test('[REC-08] an emptied field is as empty as one that was never filled', () => {
  assert.equal(isUnchanged(undefined, null), true);
  assert.equal(isUnchanged('', []), true);
  assert.equal(isUnchanged({ a: { b: null } }, {}), true);
  assert.equal(isUnchanged({ a: 1, b: null }, { a: 1 }), true);
  assert.equal(isUnchanged(0, null), false);
  assert.equal(isUnchanged(false, null), false);
  assert.equal(isUnchanged(['a', ''], ['a']), false);
});

test('[REC-38] a merge of any three records loses no edit and no foreign change', () => {
  const record = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(1, 2, 'x', null));
  fc.assert(
    fc.property(record, record, record, fc.boolean(), (base, mine, theirs, keep) => {
      const conflict = conflictOf(base, mine, theirs);
      const merged = mergedValues(base, mine, conflict, () => (keep ? 'mine' : 'theirs'));
      for (const name of ['a', 'b', 'c', 'd']) {
        const edited = name in mine && !isUnchanged(mine[name], base[name]);
        const clash = conflict.clashing.includes(name);
        const expected = edited && (keep || !clash) ? mine[name] : theirs[name];
        assert.ok(isUnchanged(merged[name], expected), name);
      }
    }),
  );
});

test('[API-19] [SCR-17] the own record is read and written without what the session adds to it', async () => {
  const user = { id: 'u1', ts_modified: 7, full_name: 'Ayu', date_of_birth: 0, notify: false };
  const session = { ...user, login_id: 'ayu', roles: ['member'], groups: ['g1'], scope: ['User'], cluster: 'c' };
  await using platform = await smallPlatform({
    'GET /api/session/user': () => ({ text: envelope(session) }),
    'PATCH /api/session/user': ({ body }) => ({ text: envelope({ ...session, ...(body as Stored), ts_modified: 8 }) }),
  });
  const client = new Client({ base: platform.base, timers: new HeldTimers() });
  const kind = schemaOfKind('user') ?? assert.fail();
  const record = new LiveRecord(client, kind, ownUserSource(client, kind));
  await record.fetch('u1');
  assert.deepEqual(record.read().values, { ...user, notify: [] });
  assert.deepEqual(record.validate(), {});
  record.set('notify', ['on_create']);
  await record.save();
  assert.deepEqual(platform.arrived.at(-1)?.body, { notify: ['on_create'], id: 'u1', ts_modified: 7 });
});

test('[TPL-22] [REC-38] a template is saved with its fields and what they are based on; counters are no conflict', async () => {
  let stored: Stored = { id: 't1', ts_modified: 3, name: 'strikes', version_minor: 1, items: [{ name: 'a' }] };
  const refused = { message: 'changed', error: { type: 'conflict', reason: 'changed' } } as const;
  await using platform = await smallPlatform({
    'GET /api/schema/data/template/t1': () => ({ text: envelope(stored) }),
    'PATCH /api/schema/data/template': ({ body }) => {
      const { ts_modified, ...fields } = body as Stored;
      if (ts_modified !== stored.ts_modified)
        return { http: 409, text: envelope(stored, { code: 31, error: refused }) };
      stored = { ...stored, ...fields, ts_modified: 9, version_minor: 2 };
      return { text: envelope(stored) };
    },
  });
  const client = new Client({ base: platform.base, timers: new HeldTimers() });
  const record = new LiveRecord(
    client,
    dataTemplate,
    templateSource(client, () => 'deploy'),
  );
  await record.fetch('t1');
  record.set('items', [{ name: 'a' }, { name: 'b' }]);
  stored = { ...stored, ts_modified: 5, version_minor: 7, items: [{ name: 'c' }] };
  await assert.rejects(record.save());
  assert.deepEqual([record.read().conflict?.clashing, record.read().conflict?.changed], [[], ['items.c', 'items.a']]);
  record.resolve(() => 'mine');
  await record.save();
  assert.equal(platform.arrived.at(-1)?.path, '/api/schema/data/template?mode=deploy');
  const items = [
    { name: 'c', sequence: 1 },
    { name: 'b', sequence: 2 },
  ];
  assert.deepEqual(platform.arrived.at(-1)?.body, { items, id: 't1', ts_modified: 5 });
  assert.equal(record.read().values.version_minor, 2);
});

const parts = (...list: readonly Stored[]) => list.map((part, i) => ({ value_type: 8, ...part, sequence: i + 1 }));
const rules = { stamps: new Set<string>(), lists: new Set(['items']) };

test('[REC-38] fields of a template edited in two places meet one by one: only what both changed is chosen', () => {
  const base = { items: parts({ id: 'a', name: 'a' }, { id: 'b', name: 'b' }, { id: 'c', name: 'c' }) };
  const mine = {
    items: parts(
      { id: 'a', name: 'a', unit: 'm' },
      { id: 'b', name: 'b', unit: 'kg' },
      { id: 'c', name: 'c' },
      { id: '', name: 'mine' },
    ),
  };
  const theirs = {
    items: parts({ id: 't', name: 'theirs' }, { id: 'a', name: 'a' }, { id: 'b', name: 'b', unit: 'g' }),
  };
  const conflict = conflictOf(base, mine, theirs, rules);
  assert.deepEqual([conflict.clashing, conflict.changed], [['items.b'], ['items.t', 'items.c']]);
  const named = (side: 'mine' | 'theirs') => {
    const { items } = mergedValues(base, mine, conflict, () => side, rules) as { items: readonly Stored[] };
    return items.map(({ name, unit, sequence }) => [sequence, name, unit ?? '']);
  };
  const both = (unit: string) => [
    [1, 'theirs', ''],
    [2, 'a', 'm'],
    [3, 'b', unit],
    [4, 'mine', ''],
  ];
  assert.deepEqual(named('mine'), both('kg'));
  assert.deepEqual(named('theirs'), both('g'));
});

test('[REC-38] the order that was made here stays when others changed a field, and what they added comes behind', () => {
  const base = { items: parts({ id: 'a', name: 'a' }, { id: 'b', name: 'b' }) };
  const mine = { items: parts({ id: 'b', name: 'b' }, { id: 'a', name: 'a' }) };
  const theirs = { items: parts({ id: 'a', name: 'a', unit: 'm' }, { id: 'b', name: 'b' }, { id: 't', name: 't' }) };
  const conflict = conflictOf(base, mine, theirs, rules);
  assert.deepEqual(conflict.clashing, []);
  const { items } = mergedValues(base, mine, conflict, () => 'mine', rules) as { items: readonly Stored[] };
  assert.deepEqual(
    items.map(({ name, unit }) => [name, unit ?? '']),
    [
      ['b', ''],
      ['a', 'm'],
      ['t', ''],
    ],
  );
});

test('[REC-38] fields sent without ids, which get new ones, are those of their names', () => {
  const base = { items: parts({ id: 'a', name: 'a', ts: 1 }) };
  const mine = { items: parts({ id: 'a', name: 'a', ts: 1, unit: 'm' }, { id: '', name: 'mine' }) };
  const theirs = { items: parts({ id: 'x', name: 'a', ts: 2 }, { id: 't', name: 'theirs', ts: 2 }) };
  const conflict = conflictOf(base, mine, theirs, rules);
  assert.deepEqual([conflict.clashing, conflict.changed], [[], ['items.t']]);
  const { items } = mergedValues(base, mine, conflict, () => 'mine', rules) as { items: readonly Stored[] };
  assert.deepEqual(
    items.map(({ name, unit }) => [name, unit ?? '']),
    [
      ['a', 'm'],
      ['theirs', ''],
      ['mine', ''],
    ],
  );
});
