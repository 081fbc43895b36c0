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
