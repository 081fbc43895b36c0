import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { changedTypes, indexDefinition, typesOf } from './definition.ts';
import { healthOf } from './health.ts';
import { readTemplate } from './read-template.ts';

let ids = 0;
const maker = { id: () => `id${ids++}`, now: 42 };
const read = (body: Record<string, unknown>) => readTemplate(body, null, { id: 'owner' }, maker);

function faultsOf(body: Record<string, unknown>): Readonly<Record<string, string>> {
  try {
    read(body);
  } catch (error) {
    assert.ok(error instanceof PlatformError);
    assert.equal(error.detail.http, 422);
    return error.detail.fields ?? {};
  }
  return {};
}

test('[TPL-01] a field sent with name and type alone gets every other property', () => {
  const [item] = read({ name: 'T', items: [{ name: 'num1', value_type: 2 }] }).items;
  assert.deepEqual(item, {
    id: item?.id,
    data_id: item?.id,
    name: 'num1',
    value_type: 2,
    display_name: 'NUM1',
    description: null,
    default_value: null,
    mandatory: false,
    can_search: true,
    is_key: false,
    is_private: false,
    relationship: null,
    dependency: null,
    sequence: 1,
    unit: null,
    analyser: null,
    default_visual: null,
    default_aggregation: null,
    contributor: 'Anyone',
    system: false,
    ts: 42,
    allowed_values: [],
    items: [],
  });
});

test('[AGG-29] [VIS-01] a field begins with a drawing and a figure of the lists; what is in neither is refused with them', () => {
  const one = (more: object) => ({ name: 'T', items: [{ name: 'num1', value_type: 2, ...more }] });
  const wanted = { default_visual: 'WordCloud', default_aggregation: 'Min/Max' };
  const [item] = read(one(wanted)).items;
  assert.deepEqual([item?.default_visual, item?.default_aggregation], ['WordCloud', 'Min/Max']);
  assert.deepEqual(faultsOf(one({ default_visual: 'Bar', default_aggregation: 'sum' })), {
    'items.0.default_visual':
      'default_visual must be one of None, Horizontal Bar, Vertical Bar, Line, Pie, Doughnut, Area, Heatmap, Table, Metric, Map, WordCloud',
    'items.0.default_aggregation': 'default_aggregation must be one of None, Count, Sum, Average, Min/Max, Terms',
  });
});

test('[TPL-11] [TPL-28] texts that cannot be stored are refused wherever they stand in a template', () => {
  const half = 'a\ud83d';
  const faults = faultsOf({
    name: half,
    description: half,
    tags: ['ok', 'a\0'],
    items: [
      { name: 'kw1', value_type: 8, description: half, allowed_values: ['x', { value: 'y', label: half }, half] },
    ],
  });
  assert.match(faults.name ?? '', /half of a pair/);
  assert.deepEqual(Object.keys(faults).sort(), [
    'description',
    'items.0.allowed_values.1',
    'items.0.allowed_values.2',
    'items.0.description',
    'name',
    'tags',
  ]);
});

test('[SCH-21] [TPL-01] a field that waits for one that is not beside it, a heading, or in the end for itself is refused by path', () => {
  const waiting = (name: string, dependency: string | null) => ({ name, value_type: 8, dependency });
  const inside = { name: 'obj1', value_type: 21, items: [waiting('kw1', 'top1')] };
  const faults = faultsOf({
    name: 'T',
    items: [
      waiting('top1', null),
      waiting('kw1', 'top1'),
      waiting('kw2', 'nowhere'),
      waiting('kw3', 'kw3'),
      waiting('kw4', 'kw5'),
      waiting('kw5', 'kw4'),
      waiting('kw6', 'title1'),
      { name: 'title1', value_type: 61 },
      inside,
      waiting('kw7', ''),
      waiting('kw8', '_ts'),
    ],
  });
  assert.deepEqual(faults, {
    'items.2.dependency': "dependency 'nowhere' is not the name of a field beside it",
    'items.3.dependency': "dependency 'kw3' waits for this field",
    'items.4.dependency': "dependency 'kw5' waits for this field",
    'items.5.dependency': "dependency 'kw4' waits for this field",
    'items.6.dependency': "dependency 'title1' is a heading and holds no data",
    'items.8.items.0.dependency': "dependency 'top1' is not the name of a field beside it",
    'items.10.dependency': "dependency '_ts' is not the name of a field beside it",
  });
});

test('[TPL-12] [TPL-13] [TPL-17] a new template is configured by the defaults', () => {
  const { config, version_major, version_minor, deployed } = read({ name: 'T' });
  assert.deepEqual([version_major, version_minor, deployed], [0, 0, false]);
  assert.deepEqual(
    [config.search_shard, config.search_replica, config.kafka_retention, config.s3_batch_size, config.search_partition],
    [3, 2, 604_800_000, 500, 'Year'],
  );
});

test('[TPL-28] names that are not snake_case, start with _, repeat or are empty are refused by path', () => {
  const bad = ['Num', '1a', 'a b', 'a-b', '_x', '', 'x'.repeat(65), 'é'];
  const faults = faultsOf({ name: 'T', items: [...bad, 'ok1', 'ok1'].map((name) => ({ name, value_type: 8 })) });
  bad.forEach((_, i) => {
    assert.ok(faults[`items.${i}.name`], `name ${i}`);
  });
  assert.match(faults['items.9.name'] ?? '', /used twice/);
  assert.equal(faults['items.8.name'], undefined);
  assert.match(
    faultsOf({ name: 'T', items: [{ name: 'o', value_type: 21, items: [{ name: 'A' }] }] })['items.0.items.0.name'] ??
      '',
    /snake_case/,
  );
});

test('[SCH-07] a value type may come by name; an unknown one is refused', () => {
  assert.equal(
    read({ name: 'T', items: [{ name: 'a', value_type: 'ITEMVALUETYPE_HALF_FLOAT' }] }).items[0]?.value_type,
    4,
  );
  assert.match(faultsOf({ name: 'T', items: [{ name: 'a', value_type: 99 }] })['items.0.value_type'] ?? '', /99/);
});

test('[TPL-10] system fields are left out of what is saved', () => {
  assert.deepEqual(
    read({ name: 'T', items: [{ name: '_id', value_type: 8, system: true }, { name: 'a' }] }).items.map((i) => i.name),
    ['a'],
  );
});

test('[REC-40] unknown properties of template, field and configuration are refused by name', () => {
  const faults = faultsOf({
    name: 'T',
    colour: 1,
    items: [{ name: 'a', size: 3 }],
    config: { shards: 1, search_shard: 0 },
  });
  assert.deepEqual(Object.keys(faults).sort(), ['colour', 'config.search_shard', 'config.shards', 'items.0.size']);
});

test('[TPL-31] [TPL-39] analyser, choices and key go with their types only', () => {
  const items = [
    { name: 'a', value_type: 8, analyser: 'english' },
    { name: 'b', value_type: 2, allowed_values: ['x'] },
    { name: 'c', value_type: 30, is_key: true },
    { name: 'd', value_type: 8, allowed_values: [{ value: 'x' }, { value: 'x' }] },
  ];
  assert.deepEqual(Object.keys(faultsOf({ name: 'T', items })).sort(), [
    'items.0.analyser',
    'items.1.allowed_values',
    'items.2.is_key',
    'items.3.allowed_values.1',
  ]);
});

test('[TPL-29] sequence orders the fields and is renumbered from 1', () => {
  const items = [
    { name: 'c', sequence: 9 },
    { name: 'a', sequence: 2 },
    { name: 'b', sequence: 5 },
  ];
  assert.deepEqual(
    read({ name: 'T', items }).items.map((i) => [i.name, i.sequence]),
    [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ],
  );
});

test('[TPL-38] a Restricted template is never public', () => {
  assert.ok(faultsOf({ name: 'T', classification: 'Restricted', is_public: true }).is_public);
});

test('[IDX-09] [TPL-04] value types become index types, a header none', () => {
  const template = read({
    name: 'T',
    items: [
      { name: 'k', value_type: 8, is_key: true },
      { name: 'l', value_type: 20, allowed_values: ['x'] },
      { name: 'h', value_type: 61 },
      { name: 'o', value_type: 21, items: [{ name: 'p', value_type: 30 }] },
    ],
  });
  const definition = indexDefinition('T1', template);
  assert.deepEqual(definition.keyFields, ['k']);
  assert.deepEqual(typesOf(definition.fields), { k: 'keyword', l: 'list of keyword', o: 'object', 'o.p': 'geo_point' });
  assert.deepEqual(definition.fields[1]?.allowedValues, ['x']);
});

test('[TPL-32] a changed type is named with both types; new and removed fields are no change', () => {
  assert.deepEqual(changedTypes({ a: 'keyword', gone: 'date' }, { a: 'text', b: 'long' }), {
    a: 'a is stored as keyword, not as text',
  });
});

test('[TPL-36] flags that leave the rows nowhere, or keys without an index, are refused with a sentence', () => {
  const faults = (config: object, is_key = false) =>
    faultsOf({ name: 'T', config, items: [{ name: 'a', value_type: 8, is_key }] });
  assert.deepEqual(faults({ search_index: false, kafka_index: false, s3_index: false }), {
    'config.search_index': 'Nothing would keep the rows: leave search_index, kafka_index or s3_index switched on',
  });
  assert.match(
    faults({ search_index: false }, true)['config.search_index'] ?? '',
    /^Rows are replaced by the key fields \(a\), which needs the search index/,
  );
  assert.deepEqual(faults({ search_index: false }), {});
  assert.deepEqual(faults({ kafka_index: false, s3_index: false }, true), {});
});

test('[IDX-06] [IDX-11] one node and two copies is yellow, with the remedy', () => {
  const index = { name: 'T1', fields: [], keyFields: [], source: 'columns' } as const;
  const yellow = healthOf({ search_shard: 3, search_replica: 2 }, index, 1);
  assert.deepEqual([yellow.status, yellow.active_shards, yellow.unassigned_shards], ['yellow', 3, 6]);
  assert.match(
    yellow.reason,
    /one node runs, which keeps no copies\. Ask for 0 \(search_replica in the template's configuration\) to/,
  );
  assert.match(
    healthOf({ search_replica: 2 }, index, 2).reason,
    /only 2 nodes run\. Ask for 1 \(.*\), or run 3 nodes\.$/,
  );
  assert.equal(healthOf({ search_shard: 3, search_replica: 0 }, index, 1).status, 'green');
  assert.match(healthOf({ search_shard: 1, search_replica: 0 }, null, 1).reason, /Deploy/);
});
