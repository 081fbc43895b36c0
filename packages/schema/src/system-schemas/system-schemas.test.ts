import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema, SchemaItem } from '../schema.ts';
import { isBundledSchema, schemaOfKind } from '../schema-of-kind.ts';
import { parseSchema } from '../schema-text.ts';
import { valueTypeRow } from '../value-types/table.ts';
import { BUNDLED_SCHEMAS, SYSTEM_SCHEMAS } from './index.ts';
import { SYSTEM_SCHEMA_NAMES } from './names.ts';

const schema = (name: string): Schema => schemaOfKind(name) ?? assert.fail(`no schema ${name}`);

function item(name: string, path: string): SchemaItem {
  let items = schema(name).items;
  let found: SchemaItem | undefined;
  for (const step of path.split('.')) {
    found = items.find((candidate) => candidate.name === step);
    assert.ok(found, `${name} has ${path}`);
    items = found.items;
  }
  return found ?? assert.fail();
}

const walk = (items: readonly SchemaItem[]): readonly SchemaItem[] => items.flatMap((one) => [one, ...walk(one.items)]);

test('[SCH-10] [SCH-11] [SCH-12] 31 schemas, 15 of them bundled', () => {
  assert.equal(SYSTEM_SCHEMAS.length, 31);
  assert.deepEqual(
    SYSTEM_SCHEMAS.map((one) => one.name),
    SYSTEM_SCHEMA_NAMES,
  );
  assert.equal(new Set(SYSTEM_SCHEMAS.map((one) => one.name)).size, 31);
  assert.deepEqual(BUNDLED_SCHEMAS.map((one) => one.name).sort(), [
    'cluster',
    'cluster.principal',
    'cluster.tenant',
    'cluster.tenant.domain',
    'cluster.tenant.property',
    'organisation',
    'service.end_point',
    'service.end_point.request',
    'service.end_point.response',
    'user',
    'user.contact',
    'user.device',
    'user.group',
    'user.login_account',
    'user.login_account.role',
  ]);
  assert.equal(isBundledSchema('data.project'), false);
});

test('[SCH-02] [SCH-13] every system schema is 1.0, private and named by its id', () => {
  for (const one of SYSTEM_SCHEMAS) {
    assert.deepEqual([one.version_major, one.version_minor, one.is_public], [1, 0, false]);
    assert.deepEqual([one.id, one.schema_key, one.name_space], [one.name, one.name, 'system']);
  }
});

test('[SCH-18] [SCH-19] every schema has the common items, stamps mandatory', () => {
  for (const { name } of SYSTEM_SCHEMAS) {
    for (const stamp of ['id', 'ts', 'ts_modified', 'ts_status']) assert.equal(item(name, stamp).mandatory, true, name);
    for (const plain of ['avatar', 'status']) assert.equal(item(name, plain).mandatory, false, name);
  }
});

test('[SCH-23] only the codes of the seed, and 6 for degrees', () => {
  const codes = new Set(SYSTEM_SCHEMAS.flatMap((one) => walk(one.items).map(({ value_type }) => value_type)));
  assert.deepEqual(
    [...codes].sort((a, b) => a - b),
    [2, 3, 6, 8, 9, 10, 20, 21, 22],
  );
  assert.equal(item('user', 'ts').value_type, 9);
  assert.equal(item('user', 'ts_modified').value_type, 3);
});

test('[SCH-03] item ids are their place, names are unique among siblings', () => {
  const look = (items: readonly SchemaItem[], path: string): void => {
    assert.equal(new Set(items.map(({ name }) => name)).size, items.length, path);
    for (const one of items) {
      assert.equal(one.id, `${path}.${one.name}`);
      look(one.items, one.id);
    }
  };
  for (const one of SYSTEM_SCHEMAS) look(one.items, one.name);
});

test('[SCH-21] relationships name a schema that exists', () => {
  for (const one of SYSTEM_SCHEMAS)
    for (const { relationship, id } of walk(one.items)) {
      const target = relationship?.split('#')[0];
      if (target !== undefined) assert.ok(schemaOfKind(target), `${id} → ${target}`);
    }
});

test('[SCH-18] mandatory items beyond the stamps', () => {
  const beyond = SYSTEM_SCHEMAS.flatMap((one) => walk(one.items))
    .filter((one) => one.mandatory && !/\.(id|ts|ts_modified|ts_status)$/.test(one.id))
    .map(({ id }) => id);
  assert.deepEqual(beyond.filter((id) => !id.startsWith('cluster.tenant.')).sort(), [
    'cluster.domain',
    'cluster.name',
    'cluster.network.gateway',
    'cluster.official_name',
    'data.project.owner.date_of_birth',
    'user.date_of_birth',
    'user.group.invite.ts_responded',
    'user.group.invites.ts_responded',
  ]);
});

test('[LIM-08] [ENT-39] declared starting values', () => {
  assert.equal(item('service.end_point', 'timeout').default_value, 30_000);
  assert.equal(item('service.end_point', 'rate_limit_timespan').default_value, '1s');
  assert.equal(item('service.end_point.response', 'http_response').default_value, 200);
  assert.equal(item('service.end_point.response', 'code').default_value, 30);
  assert.equal(item('service.end_point', 'status').default_value, 'active');
});

test('[SCH-22] secrets and pictures are no search keys', () => {
  for (const one of SYSTEM_SCHEMAS)
    for (const { id, can_search } of walk(one.items))
      if (/(password|secret|token|private_key|api_key|session_key|avatar)$/.test(id))
        assert.equal(can_search, false, id);
  assert.equal(item('user', 'full_name').can_search, true);
});

test('[SCH-07] a schema written with type names reads back as it was', () => {
  const named = (items: readonly SchemaItem[]): unknown =>
    items.map((one) => ({ ...one, value_type: valueTypeRow(one.value_type).name, items: named(one.items) }));
  for (const one of SYSTEM_SCHEMAS) assert.deepEqual(parseSchema({ ...one, items: named(one.items) }), one);
});

test('[SCH-08] an unknown type name is refused naming item and value', () => {
  const items = [{ name: 'a', value_type: 21, items: [{ name: 'b', value_type: 'ITEMVALUETYPE_COLOUR' }] }];
  assert.throws(() => parseSchema({ name: 'x', items }), /a\.b has the unknown value type "ITEMVALUETYPE_COLOUR"/);
});
