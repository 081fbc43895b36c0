import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door, foreign } = await doorsForFile();

before(async () => {
  // in the order in which they are made, which is not that of their names
  await door('PUT', '/second', { settings: { number_of_replicas: 0 } });
  await door('PUT', '/first', { settings: { number_of_shards: 2, number_of_replicas: 1 } });
  await door('PUT', '/third', { settings: { number_of_replicas: 0 } });
  await foreign('PUT', '/theirs');
});

const listed = async (query: string) => (await door('GET', `/_list/indices?h=index&format=json&${query}`)).json;
const names = ({ indices }: { readonly indices: readonly { readonly index: string }[] }) =>
  indices.map(({ index }) => index);

test('[IDX-01] indexes are listed page by page in the order in which they were made, either way', async () => {
  const page = await listed('size=2');
  assert.deepEqual(names(page), ['second', 'first']);
  const rest = await listed(`size=2&next_token=${encodeURIComponent(page.next_token)}`);
  assert.deepEqual([names(rest), rest.next_token], [['third'], null]);
  const back = await listed('size=1&sort=desc');
  assert.deepEqual(names(back), ['third']);
  assert.deepEqual(names(await listed(`sort=desc&next_token=${encodeURIComponent(back.next_token)}`)), [
    'first',
    'second',
  ]);
  assert.deepEqual(names((await door('GET', '/_list/indices/*ir*?h=index&format=json')).json), ['first', 'third']);
});

test('[IDX-01] a list for people ends with the token of the next page', async () => {
  const { text } = await door('GET', '/_list/indices?h=index,rep&v&size=3');
  assert.equal(text, 'index  rep\nsecond   0\nfirst    1\nthird    0\nnext_token null\n');
});

test('[IDX-01] shards are listed with their copies', async () => {
  const { shards } = (await door('GET', '/_list/shards/first,second?h=index,shard,prirep&format=json')).json;
  assert.deepEqual(
    shards.map(({ index, shard, prirep }: Record<string, string>) => `${index} ${shard} ${prirep}`),
    ['second 0 p', 'first 0 p', 'first 0 r', 'first 1 p', 'first 1 r'],
  );
});

test('[IDX-01] pages that cannot be are refused as OpenSearch does', async () => {
  const told = [
    ['/_list/indices?size=0', 'size must be greater than zero'],
    ['/_list/indices?size=5001', 'size should be less than [5000]'],
    ['/_list/shards?size=5', 'size should at least be [2000]'],
    ['/_list/indices?sort=up', 'value of sort can either be asc or desc'],
    [
      '/_list/indices?next_token=zzz',
      'Parameter [next_token] has been tainted and is incorrect. Please provide a valid [next_token].',
    ],
    ['/_list/indices?nope=1', 'request [/_list/indices] contains unrecognized parameter: [nope]'],
  ] as const;
  for (const [path, reason] of told) {
    const { status, json } = await door('GET', path);
    assert.deepEqual([status, json.error.reason], [400, reason], path);
  }
});
