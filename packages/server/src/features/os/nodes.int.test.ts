import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

test('[SEC-02] the places in which searches take turns are told as a pool of threads, with the own searches alone', async () => {
  await door('PUT', '/searched', {});
  const done = async (): Promise<number> => {
    const { nodes } = (await door('GET', '/_nodes/stats/thread_pool')).json;
    const [node] = Object.values<{ readonly thread_pool: { readonly search: { readonly completed: number } } }>(nodes);
    return node?.thread_pool.search.completed ?? Number.NaN;
  };
  const before = await done();
  for (let i = 0; i < 3; i++) await door('POST', '/searched/_search', {});
  assert.equal(await done(), before + 3);
  const columns = 'h=name,type,active,queue,rejected,completed&format=json';
  const { json } = await door('GET', `/_cat/thread_pool/s*?${columns}`);
  assert.deepEqual(json, [
    { name: 'search', type: 'fixed', active: '0', queue: '0', rejected: '0', completed: String(before + 3) },
  ]);
  assert.deepEqual((await door('GET', `/_cat/thread_pool/write?${columns}`)).json, []);
  const { nodes } = (await door('GET', '/_nodes/thread_pool')).json;
  const [node] = Object.values<{ readonly thread_pool: object }>(nodes);
  assert.deepEqual(Object.keys(node?.thread_pool ?? {}), ['search']);
});
