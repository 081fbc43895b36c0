import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SchemaItem } from '../schema.ts';
import { schemaOfKind } from '../schema-of-kind.ts';
import { SYSTEM_SCHEMAS } from '../system-schemas/index.ts';
import { ValueType } from '../value-type.ts';
import { newRecord, stampEmbedded, stampRecord } from './new-record.ts';
import { mayChangeStatus, statusRefused } from './status.ts';
import { labelOf, MAX_VALUE_BYTES, validateItems, validateRecord, withoutLabel } from './validate.ts';

const item = (name: string, value_type: ValueType, more: Partial<SchemaItem> = {}): SchemaItem => ({
  id: name,
  name,
  value_type,
  items: [],
  mandatory: false,
  can_search: false,
  display_name: null,
  description: null,
  default_value: null,
  relationship: null,
  dependency: null,
  ...more,
});
const needed = { mandatory: true };

test('[REC-15] [REC-19] what counts as empty', () => {
  const items = [item('kw1', ValueType.Keyword, needed)];
  for (const empty of [null, undefined, '', '  \n', Number.NaN, []])
    assert.deepEqual(validateItems(items, { kw1: empty }), { kw1: 'kw1 must not be empty' });
  assert.deepEqual(validateItems([item('num1', ValueType.Integer, needed)], { num1: 0 }), {});
  assert.deepEqual(validateItems([item('yes1', ValueType.Boolean, needed)], { yes1: false }), {});
  assert.deepEqual(validateItems([item('kw1', ValueType.Keyword, { ...needed, display_name: 'Name' })], {}), {
    kw1: 'Name must not be empty',
  });
});

test('[REC-16] each empty entry of a mandatory array gets the message', () => {
  const items = [item('tags', ValueType.Array, needed)];
  assert.deepEqual(validateItems(items, { tags: ['a', '', null] }), {
    'tags.1': 'tags must not be empty',
    'tags.2': 'tags must not be empty',
  });
  assert.deepEqual(validateItems([item('tags', ValueType.Array)], { tags: ['a', ''] }), {});
});

test('[REC-17] an error is found at any depth', () => {
  const leaf = item('leaf', ValueType.Integer, needed);
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (asList) => {
      let items: readonly SchemaItem[] = [leaf];
      let record: Record<string, unknown> = { leaf: 'x' };
      let path = 'leaf';
      for (const list of asList) {
        items = [item('in', list ? ValueType.Nested : ValueType.Object, { items })];
        record = { in: list ? [record] : record };
        path = list ? `in.0.${path}` : `in.${path}`;
      }
      assert.deepEqual(validateItems(items, record), { [path]: 'leaf: "x" is not a whole number' });
    }),
  );
});

test('[REC-04] [REC-17] an optional object in which nothing is filled is not walked', () => {
  const items = [
    item('o', ValueType.Object, { items: [item('kw1', ValueType.Keyword, needed), item('kw2', ValueType.Keyword)] }),
  ];
  assert.deepEqual(validateItems(items, { o: {} }), {});
  assert.deepEqual(validateItems(items, { o: { kw2: 'x' } }), { 'o.kw1': 'kw1 must not be empty' });
});

test('[REC-40] unknown fields are refused at every depth, the label is not', () => {
  const items = [item('o', ValueType.Object, { items: [item('kw1', ValueType.Keyword)] })];
  assert.deepEqual(Object.keys(validateItems(items, { label: 'x', o: { kw1: 'a', more: 1 }, __proto__x: 1 })), [
    '__proto__x',
    'o.more',
  ]);
  assert.deepEqual(validateItems(items, { password: 'x' }, { known: ['password'] }), {});
  assert.deepEqual(validateItems(items, { more: 1 }, { keepUnknown: true }), {});
});

test('[REC-37] a partial write may leave out but not empty a mandatory field', () => {
  const items = [item('kw1', ValueType.Keyword, needed), item('num1', ValueType.Byte)];
  assert.deepEqual(validateItems(items, { num1: 1 }, { partial: true }), {});
  assert.deepEqual(Object.keys(validateItems(items, { kw1: '', num1: 128 }, { partial: true })), ['kw1', 'num1']);
});

test('[SCH-21] a mandatory field is not required while the one it depends on is empty', () => {
  const items = [item('a', ValueType.Keyword), item('b', ValueType.Keyword, { ...needed, dependency: 'a' })];
  assert.deepEqual(validateItems(items, {}), {});
  assert.deepEqual(validateItems(items, { a: 'x' }), { b: 'b must not be empty' });
});

test('[SCH-21] a plain no asks for nothing more', () => {
  const items = [item('a', ValueType.Boolean), item('b', ValueType.Keyword, { ...needed, dependency: 'a' })];
  assert.deepEqual(validateItems(items, { a: false }), {});
  assert.deepEqual(validateItems(items, { a: true }), { b: 'b must not be empty' });
});

test('[TPL-06] values over 4 MB are refused with the field named', () => {
  for (const type of [ValueType.Text, ValueType.Keyword]) {
    const items = [item('txt1', type)];
    assert.deepEqual(validateItems(items, { txt1: 'x'.repeat(MAX_VALUE_BYTES) }), {});
    assert.match(
      validateItems(items, { txt1: 'x'.repeat(MAX_VALUE_BYTES + 1) }).txt1 ?? '',
      /^txt1 holds 4194305 bytes/,
    );
    assert.match(validateItems(items, { txt1: 'é'.repeat(MAX_VALUE_BYTES / 2 + 1) }).txt1 ?? '', /^txt1 holds/);
  }
});

test('[REC-37] [STR-03] a text with NUL or half of a pair is refused, as an import refuses it, also within lists and objects', () => {
  const items = [
    item('txt1', ValueType.Text),
    item('kw1', ValueType.Keyword),
    item('tags', ValueType.Array),
    item('obj1', ValueType.Object, { items: [item('in1', ValueType.Text)] }),
  ];
  const odd = { txt1: 'a\0b', kw1: 'x\ud800', tags: ['fine', '\udc00'], obj1: { in1: '\0' } };
  const faults = validateItems(items, odd);
  assert.deepEqual(Object.keys(faults), ['txt1', 'kw1', 'tags.1', 'obj1.in1']);
  for (const fault of Object.values(faults)) assert.match(fault, /: the text holds a character that cannot be stored/);
  assert.deepEqual(validateItems(items, { txt1: '😀\u0001\n', kw1: '\ufeff', tags: ['🏳️‍🌈'], obj1: { in1: 'x' } }), {});
});

test('[TPL-39] a closed list is enforced in keywords and lists', () => {
  const allowed_values = [{ value: 'red' }, { value: 'green' }];
  const items = [item('kw1', ValueType.Keyword, { allowed_values }), item('tags', ValueType.Array, { allowed_values })];
  assert.deepEqual(validateItems(items, { kw1: 'red', tags: ['green'] }), {});
  assert.deepEqual(validateItems(items, { kw1: 'blue', tags: ['green', 'grey'] }), {
    kw1: 'kw1: "blue" is not one of red, green',
    'tags.1': 'tags: "grey" is not one of red, green',
  });
});

test('[TPL-04] a header holds no data', () => {
  assert.deepEqual(validateItems([item('h', ValueType.Header, needed)], {}), {});
  assert.match(validateItems([item('h', ValueType.Header)], { h: 'x' }).h ?? '', /heading/);
});

test('[REC-37] validation of any value of any type answers and never throws', () => {
  const items = Object.values(ValueType).map((code) =>
    item(`f${code}`, code, { items: [item('kw1', ValueType.Keyword)] }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...items), fc.anything(), (one, value) => {
      for (const message of Object.values(validateItems([one], { [one.name]: value }))) assert.ok(message.length > 0);
    }),
  );
});

test('[REC-03] [REC-04] [REC-05] [REC-06] a new record starts by type, a declared default wins', () => {
  const types = Object.values(ValueType).map((code) => item(`f${code}`, code));
  const record = newRecord(types);
  assert.equal(record.f2, 0);
  assert.equal(record.f6, 0);
  assert.deepEqual([record.f21, record.f20, record.f22], [{}, [], []]);
  assert.deepEqual([record.f7, record.f8, record.f9, record.f10, record.f30], [null, null, null, null, null]);
  assert.equal('f61' in record, false);
  const declared = [
    item('a', ValueType.Boolean, { default_value: false }),
    item('b', ValueType.Keyword, { default_value: '' }),
  ];
  assert.deepEqual(newRecord(declared), { a: false, b: '' });
  assert.equal(newRecord([item('c', ValueType.Integer, { default_value: 200 })]).c, 200);
});

test('[REC-03] a default that is a list is not shared between records', () => {
  const items = [item('a', ValueType.Array, { default_value: ['x'] })];
  const first = newRecord(items);
  assert.notEqual(first.a, newRecord(items).a);
});

test('[REC-36] a new record of every kind is valid once stamped and its own fields are filled', () => {
  const filled: Readonly<Record<string, Record<string, unknown>>> = {
    cluster: { name: 'c', official_name: 'C', domain: 'c.test' },
    user: { date_of_birth: 0 },
  };
  for (const kind of ['cluster', 'user', 'user.group', 'cluster.tenant', 'service.end_point', 'user.group.invite']) {
    const schema = schemaOfKind(kind) ?? assert.fail();
    const record = stampRecord(schema.items, { ...newRecord(schema.items), ...filled[kind] }, 1000, () => 'id1');
    assert.deepEqual(validateRecord(schema, record), {}, kind);
    assert.deepEqual([record.id, record.ts, record.ts_modified, record.ts_status], ['id1', 1000, 1000, 1000]);
  }
});

test('[SCH-18] the owner of a data project needs a date of birth, an embedded cluster network a gateway', () => {
  const project = schemaOfKind('data.project') ?? assert.fail();
  const record = stampRecord(project.items, { ...newRecord(project.items), owner: { id: 'u1' } }, 1, () => 'p1');
  assert.deepEqual(validateRecord(project, record), { 'owner.date_of_birth': 'date_of_birth must not be empty' });
});

test('[REC-32] [REC-34] [REC-37] the status is one that the kind knows, in any case', () => {
  const group = schemaOfKind('user.group') ?? assert.fail();
  const invite = schemaOfKind('user.group.invite') ?? assert.fail();
  const status = (schema: typeof group, value: string) => validateRecord(schema, { status: value }, { partial: true });
  assert.deepEqual(status(group, 'aCTIVE'), {});
  assert.deepEqual(status(group, 'Pending'), {
    status: 'status: "Pending" is not one of Draft, Active, Inactive, Blocked, Archived',
  });
  assert.deepEqual(status(invite, 'pending'), {});
});

test('[REC-02] records of every kind have id, ts and ts_modified, filled before a new one is checked', () => {
  for (const { name, items } of SYSTEM_SCHEMAS) {
    const record = stampRecord(items, newRecord(items), 1000, () => 'id1');
    assert.deepEqual([record.id, record.ts, record.ts_modified], ['id1', 1000, 1000], name);
  }
});

test('[REC-36] [SCH-18] embedded entries get id and stamps too, when they hold something', () => {
  const tenant = schemaOfKind('cluster.tenant') ?? assert.fail();
  const body = {
    groups: [
      { name: 'crew', invites: [{ email: 'a@b.example' }] },
      { id: 'g2', ts: 5 },
    ],
    owner: {},
  };
  const stamped = stampEmbedded(tenant.items, body, 1000, () => 'made');
  const invite = { id: 'made', ts: 1000, ts_modified: 1000, ts_status: 1000, ts_responded: 0, email: 'a@b.example' };
  assert.deepEqual(stamped, {
    owner: {},
    groups: [
      { id: 'made', ts: 1000, ts_modified: 1000, ts_status: 1000, name: 'crew', invites: [invite] },
      { id: 'g2', ts: 5, ts_modified: 1000, ts_status: 1000 },
    ],
  });
  assert.deepEqual(validateRecord(tenant, stamped, { partial: true }), {});
});

test('[REC-33] status changes', () => {
  const may = (a: string, b: string) => mayChangeStatus('user', a, b);
  assert.equal(may('Draft', 'Active'), true);
  assert.equal(mayChangeStatus('ingestor.task', 'Created', 'Created'), true);
  assert.equal(may('draft', 'Blocked'), false);
  assert.equal(may('Blocked', 'Archived'), false);
  assert.equal(may('Archived', 'inactive'), true);
  assert.equal(may('Active', 'active'), true);
  assert.equal(mayChangeStatus('user.group.invite', 'Accepted', 'Pending'), false);
  const error = statusRefused('user', 'blocked', 'archived');
  assert.equal(error.message, 'Status cannot change from Blocked to Archived');
  assert.deepEqual([error.detail.code, error.detail.http], [31, 409]);
});

test('[SCH-22] a label is the display name, or the name with spaces', () => {
  assert.equal(labelOf(item('date_of_birth', ValueType.Date)), 'date of birth');
});

test('[REC-19] a message beside the name of its field does not begin with it again', () => {
  for (const [field, message, rest] of [
    ['depth', 'DEPTH: "x" is not a number', '"x" is not a number'],
    ['net_weight', 'NET WEIGHT must not be empty', 'must not be empty'],
    ['contacts.0.active', 'ACTIVE: "x\ny" is not yes or no', '"x\ny" is not yes or no'],
    ['tags.2', 'TAGS: {} is not a simple value', '{} is not a simple value'],
    ['size', 'Weight in kg: "x" is not a number', 'Weight in kg: "x" is not a number'],
    ['num', 'NUM1: "x" is not a number', 'NUM1: "x" is not a number'],
    ['the', 'The row has 3 cells, the header names 2.', 'The row has 3 cells, the header names 2.'],
    ['', ': x', ': x'],
  ] as const)
    assert.equal(withoutLabel(field, message), rest);
});
