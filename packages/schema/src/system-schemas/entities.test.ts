import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SchemaItem } from '../schema.ts';
import { schemaOfKind } from '../schema-of-kind.ts';
import { ValueType } from '../value-type.ts';
import { COMMON, ENTITIES } from './entities.fixture.ts';
import { SYSTEM_SCHEMAS } from './index.ts';

const itemsAt = (place: string): readonly SchemaItem[] => {
  const [kind = '', path = ''] = place.split('>');
  const { items } = schemaOfKind(kind) ?? assert.fail(`no schema ${kind}`);
  return path
    .split('.')
    .filter(Boolean)
    .reduce<readonly SchemaItem[]>((from, name) => {
      const found = from.find((item) => item.name === name) ?? assert.fail(`${kind} has no ${path}`);
      return found.items;
    }, items);
};

interface Field {
  readonly name: string;
  readonly mandatory: boolean;
  readonly list: boolean;
  readonly object: boolean;
  readonly type: number | null;
  readonly inside: string;
}

/** `a* b[] c{d e} f:2` → its fields; braces nest. */
function parseFields(text: string): readonly Field[] {
  const fields: Field[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [head = '', name = '', star, list, type] = /^(\w+)(\*)?(\[\])?(?::(\d+))?/.exec(rest) ?? assert.fail(rest);
    rest = rest.slice(head.length);
    const object = rest.startsWith('{');
    const inside = object ? rest.slice(1, closing(rest)) : '';
    rest = (object ? rest.slice(closing(rest) + 1) : rest).trim();
    fields.push({
      name,
      mandatory: star === '*',
      list: list === '[]',
      object,
      type: type ? Number(type) : null,
      inside,
    });
  }
  return fields;
}

function closing(text: string): number {
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return assert.fail(`unclosed ${text}`);
}

const shapeOf = ({ list, object }: Field): readonly ValueType[] => {
  if (object) return [list ? ValueType.Nested : ValueType.Object];
  if (list) return [ValueType.Array];
  return [ValueType.Integer, ValueType.Long, ValueType.Double, ValueType.Keyword, ValueType.Date, ValueType.Boolean];
};

function assertFields(items: readonly SchemaItem[], fields: readonly Field[], where: string): void {
  const sorted = (names: readonly { readonly name: string }[]) => names.map(({ name }) => name).sort();
  assert.deepEqual(sorted(items), sorted(fields), where);
  for (const field of fields) {
    const item = items.find(({ name }) => name === field.name) ?? assert.fail(`${where}.${field.name}`);
    assert.equal(item.mandatory, field.mandatory, `${item.id} mandatory`);
    assert.ok(shapeOf(field).includes(item.value_type), `${item.id} has value type ${item.value_type}`);
    if (field.type !== null) assert.equal(item.value_type, field.type, item.id);
    if (field.object) assert.ok(item.items.length > 0, `${item.id} has fields`);
    if (field.inside !== '') assertFields(item.items, parseFields(field.inside), item.id);
  }
}

for (const { title, at, fields, ours = '' } of ENTITIES)
  test(`${title}: complete to the last field`, () => {
    const wanted = parseFields(`${fields.replace(/^common /, `${COMMON} `)} ${ours}`);
    for (const place of at) assertFields(itemsAt(place), wanted, place);
  });

/** The requirements that have a row of their own; a row that is gone is missed. */
const IN_ROWS = [
  '[ENT-01] [ENT-02] [ENT-03] [ENT-04] [ENT-05] [ENT-06] [ENT-07] [ENT-08] [ENT-09] [ENT-10] [ENT-11] [ENT-12]',
  '[ENT-13] [ENT-14] [ENT-15] [ENT-16] [ENT-17] [ENT-18] [ENT-19] [ENT-20] [ENT-21] [ENT-22] [ENT-23] [ENT-24]',
  '[ENT-25] [ENT-26] [ENT-27] [ENT-28] [ENT-29] [ENT-30] [ENT-31] [ENT-32] [ENT-33] [ENT-34] [ENT-35] [ENT-36]',
  '[ENT-37] [ENT-38] [ENT-39] [ENT-40] [ENT-41] [ENT-42] [ENT-43] [ENT-44] [ENT-45] [ENT-46] [ENT-47]',
].flatMap((line) => line.split(' '));

test('[SCH-12] every requirement of an entity has its row', () => {
  const titles = ENTITIES.map(({ title }) => title).join(' ');
  assert.deepEqual(
    IN_ROWS.filter((id) => !titles.includes(id)),
    [],
  );
});

test('[SCH-12] no schema is left out of the catalogue above', () => {
  const covered = new Set(ENTITIES.map(({ at }) => at[0]));
  assert.deepEqual(
    SYSTEM_SCHEMAS.map(({ name }) => name).filter((name) => !covered.has(name)),
    [],
  );
});

const namesOf = (items: readonly SchemaItem[]): unknown =>
  items.map(({ name, value_type, mandatory, items: inner }) => [name, value_type, mandatory, namesOf(inner)]).sort();

test('[ENT-16] the cut-off parts of a cluster are storage, software and a service with its instances', () => {
  const withoutCommon = (kind: string) =>
    itemsAt(kind).filter(({ name }) => !COMMON.includes(`${name}*`) && name !== 'avatar' && name !== 'status');
  assert.deepEqual(namesOf(itemsAt('cluster>storage')), namesOf(withoutCommon('compute.storage')));
  const service = itemsAt('cluster>service').filter(({ name }) => !['id', 'status', 'ts_status'].includes(name));
  assert.deepEqual(namesOf(service), namesOf(withoutCommon('service.container')));
  const instance = itemsAt('cluster>service.instances').filter(
    ({ name }) => !['id', 'status', 'ts_status'].includes(name),
  );
  assert.deepEqual(namesOf(instance), namesOf(withoutCommon('service.instance')));
});

test('[SCH-20] a tenant embeds its groups, invites, domains, properties, projects and workspaces whole', () => {
  const whole: Readonly<Record<string, string>> = {
    domains: 'cluster.tenant.domain',
    groups: 'user.group',
    'groups.invites': 'user.group.invite',
    data_projects: 'data.project',
    visual_projects: 'visual.project',
    data_workspaces: 'visual.workspace',
    properties: 'cluster.tenant.property',
  };
  for (const [path, kind] of Object.entries(whole))
    assert.deepEqual(namesOf(itemsAt(`cluster.tenant>${path}`)), namesOf(itemsAt(kind)), path);
});

test('[ENT-08] [ENT-15] interfaces of a network provider and ports of a server are those of a network port', () => {
  const own = itemsAt('compute.network.port').filter(({ name }) => !/^(id|ts|ts_modified|avatar)$/.test(name));
  const port = (path: string) => itemsAt(`cluster>${path}`).filter(({ name }) => name !== 'id' && name !== 'name');
  const free = (items: readonly SchemaItem[]) => namesOf(items.map((item) => ({ ...item, mandatory: false })));
  assert.deepEqual(free(port('network.providers.interfaces')), free(own));
  assert.deepEqual(free(port('compute.racks.server.nics.ports')), free(own));
});

test('[SCH-19] [REC-31] ts_status stands wherever a status does', () => {
  const look = (items: readonly SchemaItem[], where: string): void => {
    const names = items.map(({ name }) => name);
    if (names.includes('status')) assert.ok(names.includes('ts_status'), where);
    for (const item of items) look(item.items, item.id);
  };
  for (const { name, items } of SYSTEM_SCHEMAS) look(items, name);
});

test('[ENT-19] [ENT-20] [ENT-22] [LIM-09] disk and memory sizes are in GB', () => {
  const sizes = [
    'compute.hard_disk>raw_size',
    'compute.storage>total available used',
    'service.container>ram swap_ram disks.raw_size disks.used_size',
    'service.instance>disk_minimum disk_recommended',
    'compute.rack.switch>ram',
    'cluster>compute.racks.server.ram',
  ];
  for (const line of sizes) {
    const [kind = '', paths = ''] = line.split('>');
    for (const path of paths.split(' ')) {
      const above = path.split('.').slice(0, -1).join('.');
      const item = itemsAt(`${kind}>${above}`).find(({ name }) => name === path.split('.').at(-1));
      assert.equal(item?.unit, 'GB', line);
    }
  }
});
