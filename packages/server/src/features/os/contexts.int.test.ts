import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DoorCaller, doorOf, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { numberedLines } from './numbered-lines.fixture.ts';

let now = Date.now();
let at: TestPlatform;
let door: DoorCaller;
before(async () => {
  at = await startPlatform({}, () => now);
  door = await doorOf(at.url, await at.a.as('tenant administrator'));
});
after(() => at.stop());

test('a scroll, and a copy in an order, lose nothing behind a date that is written as its year', async () => {
  const days = ['2020-01-03', '2020-01-01', '2021-05-05', '2020-01-02', '2021-02-02'];
  await door('PUT', '/dated', { mappings: { properties: { day1: { type: 'date' }, day2: { type: 'date_nanos' } } } });
  for (const day of days) await door('PUT', `/dated/_doc/${day}`, { day1: day, day2: day });
  for (const field of ['day1', 'day2']) {
    const sort = [{ [field]: { order: 'desc', format: 'yyyy' } }];
    let { json } = await door('POST', '/dated/_search?scroll=1m', { size: 2, sort });
    const seen: unknown[] = [];
    while (json.hits.hits.length > 0) {
      for (const { _id, sort: values } of json.hits.hits) seen.push([_id, ...values]);
      json = (await door('POST', '/_search/scroll', { scroll_id: json._scroll_id, scroll: '1m' })).json;
    }
    assert.deepEqual(
      seen,
      days
        .toSorted()
        .toReversed()
        .map((day) => [day, day.slice(0, 4)]),
    );
    const source = { index: 'dated', size: 2, sort };
    const copied = await door('POST', '/_reindex', { source, dest: { index: `copy-${field}` } });
    assert.equal(copied.json.created, days.length, JSON.stringify(copied.json));
  }
});

test('a scroll ends when its time is over, and lives on when it is read', async () => {
  await door('POST', '/scrolled/_bulk', numberedLines(0, 10));
  const { _scroll_id: id } = (await door('GET', '/scrolled/_search?scroll=1m&size=2')).json;
  now += 59_000;
  assert.equal((await door('POST', '/_search/scroll', { scroll_id: id, scroll: '1m' })).json.hits.hits.length, 2);
  now += 59_000;
  assert.equal((await door('POST', '/_search/scroll', { scroll_id: id })).status, 200);
  now += 61_000;
  const late = await door('POST', '/_search/scroll', { scroll_id: id });
  assert.equal(late.status, 404);
  assert.equal(late.json.error.type, 'search_context_missing_exception');
});

test('[API-31] a scroll counts all of its hits', async () => {
  await door('POST', '/counted/_bulk', numberedLines(0, 3));
  const scrolled = (upTo: unknown) => door('POST', '/counted/_search?scroll=1m', { track_total_hits: upTo, from: 1 });
  const reasons = [false, 2, -1, true, 2 ** 31 - 1].map(async (upTo) => (await scrolled(upTo)).json.error.reason);
  const [from, all] = ['using [from] is', 'disabling [track_total_hits] is'].map(
    (said) => `${said} not allowed in a scroll context;`,
  );
  const both = `Validation Failed: 1: ${all}2: ${from}`;
  const one = `Validation Failed: 1: ${from}`;
  assert.deepEqual(await Promise.all(reasons), [both, both, both, one, one]);
});

test('a point in time sees nothing of later writes and ends when its time is over', async () => {
  await door('POST', '/pit/_bulk', numberedLines(0, 3));
  const { pit_id: id } = (await door('POST', '/pit/_search/point_in_time?keep_alive=1m')).json;
  await door('POST', '/pit/_bulk', numberedLines(3, 6));
  await door('DELETE', '/pit/_doc/0');
  const seen = async () => door('POST', '/_search', { size: 0, pit: { id } });
  assert.equal((await seen()).json.hits.total.value, 3);
  assert.equal((await door('GET', '/pit/_count')).json.count, 5);
  now += 61_000;
  assert.equal((await seen()).status, 404);
});

test('a point in time that is over is closed once more without a fault', async () => {
  await door('PUT', '/closed', {});
  const { pit_id } = (await door('POST', '/closed/_search/point_in_time?keep_alive=1m')).json;
  for (const time of ['first', 'second']) {
    const { status, json } = await door('DELETE', '/_search/point_in_time', { pit_id });
    assert.deepEqual([status, json], [200, { pits: [{ pit_id, successful: true }] }], time);
  }
});
