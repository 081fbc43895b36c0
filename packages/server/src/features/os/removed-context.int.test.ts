import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();
const MISSING = 'search_context_missing_exception';

beforeEach(async () => {
  for (const index of ['one', 'two'])
    for (const id of [1, 2]) await door('PUT', `/${index}/_doc/${id}?refresh=true`, { n: id });
});

const nextOf = async (id: string) => door('POST', '/_search/scroll', { scroll_id: id, scroll: '1m' });
const scrollOver = async (names: string): Promise<string> =>
  (await door('POST', `/${names}/_search?scroll=1m`, { size: 1, sort: ['n'] })).json._scroll_id;
const momentOf = async (names: string): Promise<string> =>
  (await door('POST', `/${names}/_search/point_in_time?keep_alive=1h`)).json.pit_id;
const lookedAt = async (id: string) => door('POST', '/_search', { pit: { id } });

/** Ways to remove an index. */
const WAYS: readonly (readonly [string, (index: string) => Promise<unknown>])[] = [
  ['by its name', (index) => door('DELETE', `/${index}`)],
  ['by an action on aliases', (index) => door('POST', '/_aliases', { actions: [{ remove_index: { index } }] })],
];

for (const [way, removed] of WAYS)
  test(`[QRY-01] a search that is held open ends with the last of its indexes, removed ${way}`, async () => {
    const [one, both, moment, bothNow] = [
      await scrollOver('one'),
      await scrollOver('one,two'),
      await momentOf('one'),
      await momentOf('one,two'),
    ];
    await removed('one');
    assert.deepEqual([(await nextOf(one)).status, (await nextOf(one)).json.error.type], [404, MISSING]);
    assert.deepEqual([(await lookedAt(moment)).status, (await lookedAt(moment)).json.error.type], [404, MISSING]);
    assert.equal((await nextOf(both)).status, 200, 'one of its indexes is there');
    assert.equal((await lookedAt(bothNow)).json.hits.total.value, 4, 'as they were at that moment');
    await removed('two');
    assert.equal((await nextOf(both)).json.error.type, MISSING);
    assert.equal((await lookedAt(bothNow)).json.error.type, MISSING);
    assert.deepEqual((await door('GET', '/_search/point_in_time/_all')).json.pits, []);
  });
