import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorOf, platformForFile } from '@datasarana/testkit';

const { platform, engineer } = await platformForFile();
const door = await doorOf(platform.url, engineer);

async function refused(path: string, body: object, reason: RegExp): Promise<void> {
  const { status, json } = await door('PUT', path, body);
  assert.equal(status, 400, path);
  assert.match(json.error.reason, reason);
}

const UNKNOWN = { mappings: { properties: { kw1: { type: 'nope' } } } };

test('[IDX-07] a template that no index could be made with is refused when it is put', async () => {
  const patterns = { index_patterns: ['a-*'] };
  await refused(
    '/_component_template/c',
    { template: UNKNOWN },
    /No handler for type \[nope\] declared on field \[kw1\]/,
  );
  await refused('/_component_template/c', {}, /^Required \[template\]$/);
  await refused('/_index_template/t', { ...patterns, template: UNKNOWN }, /No handler for type \[nope\]/);
  await refused('/_template/t', { ...patterns, ...UNKNOWN }, /No handler for type \[nope\]/);
  await refused('/_index_template/t', { template: {} }, /^Required \[index_patterns\]$/);
  await refused('/_index_template/t', { index_patterns: [] }, /^There must be at least one pattern, zero given$/);
  await refused(
    '/_index_template/t',
    { ...patterns, composed_of: ['c'] },
    /component templates \[c\] that do not exist/,
  );
  assert.equal((await door('GET', '/_index_template/t')).status, 404);
});

test('[IDX-07] the numbers of a template are numbers, and its order may stand in the address', async () => {
  const patterns = { index_patterns: ['numbers-*'] };
  await refused('/_template/n', { ...patterns, order: 'x' }, /^For input string: "x"$/);
  await refused('/_template/n', { ...patterns, order: 1.7 }, /^1\.7 is not an integer value$/);
  await refused('/_template/n?order=x', patterns, /^Failed to parse int parameter \[order\] with value \[x\]$/);
  await refused('/_template/n', { ...patterns, version: '5' }, /^Malformed \[version\] value, should be an integer$/);
  await refused('/_index_template/n', { ...patterns, priority: 'x' }, /failed to parse field \[priority\]/);
  await refused(
    '/_index_template/n',
    { ...patterns, priority: null },
    /priority doesn't support values of type: VALUE_NULL/,
  );
  await refused('/_index_template/n', { ...patterns, priority: -1 }, /index template priority must be >= 0;/);
  await refused('/_component_template/n', { template: {}, version: 'x' }, /failed to parse field \[version\]/);
  const orderOf = async (address: string, body: object) => {
    await door('PUT', `/_template/n${address}`, body);
    return (await door('GET', '/_template/n')).json.n.order;
  };
  assert.equal(await orderOf('?order=4', patterns), 4);
  assert.equal(await orderOf('?order=4', { ...patterns, order: '-2' }), -2);
  assert.equal(await orderOf('', { ...patterns, order: null }), 0);
  await door('DELETE', '/_template/n');
});

test('[IDX-07] two index templates of one priority may not fit the same name', async () => {
  assert.equal((await door('PUT', '/_index_template/one', { index_patterns: ['b-*'], priority: 7 })).status, 200);
  await refused(
    '/_index_template/other',
    { index_patterns: ['b-x*', 'z'], priority: 7 },
    /^index template \[other\] has index patterns \[b-x\*, z\] matching patterns from existing templates \[one\] with patterns \(one => \[b-\*\]\) that have the same priority \[7\]/,
  );
  assert.equal((await door('PUT', '/_index_template/other', { index_patterns: ['b-x*'], priority: 8 })).status, 200);
  assert.equal((await door('PUT', '/_index_template/one', { index_patterns: ['b-*'], priority: 7 })).status, 200);
});

test('[IDX-07] a component that a template is made of stays', async () => {
  assert.equal((await door('PUT', '/_component_template/used', { template: {} })).status, 200);
  await door('PUT', '/_index_template/user', { index_patterns: ['u-*'], composed_of: ['used'] });
  const { status, json } = await door('DELETE', '/_component_template/used');
  assert.equal(status, 400);
  assert.match(json.error.reason, /^component templates \[used\] cannot be removed .* by index templates \[user\]$/);
  await door('DELETE', '/_index_template/user');
  assert.equal((await door('DELETE', '/_component_template/used')).status, 200);
});

test('[IDX-07] an alias is swapped though there is none yet to be taken away', async () => {
  await door('PUT', '/swap-1', {});
  const swap = async (...actions: readonly object[]) => (await door('POST', '/_aliases', { actions })).status;
  const add = { add: { index: 'swap-1', alias: 'now' } };
  const remove = { remove: { index: 'swap-1', alias: 'before' } };
  assert.equal(await swap(remove), 404);
  assert.equal(await swap(add, { remove: { ...remove.remove, must_exist: true } }), 404);
  assert.equal(await swap({ remove: { ...remove.remove, must_exist: false } }), 200);
  assert.equal(await swap(add, remove), 200);
  assert.deepEqual((await door('GET', '/swap-1/_alias')).json, { 'swap-1': { aliases: { now: {} } } });
});

test('[IDX-07] changes of aliases that are refused leave all as it was: indexes, aliases and what is removed', async () => {
  await door('PUT', '/held-old/_doc/1', { num1: 1 });
  await door('PUT', '/held-old/_alias/held-c');
  for (const index of ['held-new', 'held-still']) await door('PUT', `/${index}`, {});
  await door('PUT', '/held-still/_settings', { 'index.blocks.metadata': true });
  const actions = (...all: readonly object[]) => door('POST', '/_aliases', { actions: all });
  const add = (index: string, alias: string) => ({ add: { index, alias } });
  const remove = { remove_index: { index: 'held-old' } };
  for (const [refused, status] of [
    [add('held-new', 'not one'), 400],
    [add('held-still', 'held-b'), 403],
    [add('held-old', 'held-b'), 404],
    [{ remove: { index: 'held-old', alias: 'held-c' } }, 404],
  ] as const) {
    assert.equal((await actions(remove, add('held-new', 'held-a'), refused)).status, status, JSON.stringify(refused));
    assert.equal((await door('GET', '/held-old/_doc/1')).status, 200, 'the index is still there');
    assert.equal((await door('GET', '/_alias/held-a')).status, 404, 'no alias came');
  }
  const both = { 'made-a': {}, 'not one': {} };
  assert.equal((await door('PUT', '/made', { aliases: both })).status, 400);
  assert.equal((await door('GET', '/_alias/made-a')).status, 404, 'nor one of an index that was not made');
  assert.equal((await actions(remove, add('held-new', 'held-old'))).status, 200);
  assert.deepEqual((await door('GET', '/_alias/held-old')).json, { 'held-new': { aliases: { 'held-old': {} } } });
});

test('[IDX-07] a setting no index has is refused wherever it is set, with the one that may have been meant', async () => {
  const unknown = /^unknown setting \[index\.foo\.bar\] please check that any required plugins are installed, or check/;
  const settings = { 'foo.bar': 1 };
  await refused('/set', { settings }, unknown);
  await refused(
    '/set',
    { settings: { index: { number_of_replica: 1 } } },
    /\[index\.number_of_replica\] did you mean \[index\.number_of_replicas\]\?$/,
  );
  await refused('/_component_template/set', { template: { settings } }, unknown);
  await refused('/_template/set', { index_patterns: ['set*'], settings }, unknown);
  await refused(
    '/_index_template/set',
    { index_patterns: ['set*'], template: { settings } },
    /^index_template \[set\] invalid, cause \[Validation Failed: 1: unknown setting \[index\.foo\.bar\] .*;2: expected \[index\.foo\.bar\] to be private but it was not;\]$/,
  );
  const known = { 'index.routing.allocation.include.zone': 'a', analysis: { analyzer: { own: { type: 'standard' } } } };
  assert.equal((await door('PUT', '/set', { settings: known })).status, 200);
  await refused('/set/_settings', { 'index.foo.bar': null }, unknown);
  assert.equal((await door('PUT', '/set/_settings', { 'index.priority': 2 })).status, 200);
});

test('[IDX-07] an index is not rolled over by a condition nobody can read', async () => {
  await door('PUT', '/rolled-1', { aliases: { rolled: {} } });
  const rolled = (conditions: object) => door('POST', '/rolled/_rollover', { conditions });
  for (const [conditions, reason] of [
    [{ max_size: '5' }, /as a size in bytes: unit is missing or unrecognized$/],
    [{ max_size: '1.5kb' }, /as a size in bytes/],
    [{ max_age: '7 days' }, /as a time value/],
    [{ max_docs: 'x' }, /^\[conditions\] failed to parse field \[max_docs\]$/],
    [{ constructor: 1 }, /^\[conditions\] unknown field \[constructor\]$/],
  ] as const) {
    const { status, json } = await rolled(conditions);
    assert.equal(status, 400, JSON.stringify(conditions));
    assert.match(json.error.root_cause[0].reason, reason);
  }
  const { json } = await rolled({ max_docs: 1, max_size: '1gb', max_age: '1d' });
  assert.deepEqual([json.rolled_over, json.old_index], [false, 'rolled-1']);
  assert.deepEqual(json.conditions, { '[max_docs: 1]': false, '[max_size: 1gb]': false, '[max_age: 1d]': false });
  assert.equal((await rolled({ max_docs: 0 })).json.new_index, 'rolled-000002');
});

test('[IDX-07] no template keeps a mapping under the name of a type', async () => {
  const typed = { mappings: { _doc: { properties: { kw1: { type: 'keyword' } } } } };
  const why = /^The mapping definition cannot be nested under a type$/;
  await refused('/_template/typed', { index_patterns: ['y-*'], ...typed }, why);
  await refused('/_index_template/typed', { index_patterns: ['y-*'], template: typed }, why);
  await refused('/_component_template/typed', { template: typed }, why);
});
