import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door, foreign } = await doorsForFile();

before(async () => {
  for (const id of [1, 2, 3, 4]) await door('PUT', `/r/_doc/${id}`, { txt1: `word ${id}`, num1: id });
});

const ratings = [
  { _index: 'r', _id: '1', rating: 3 },
  { _index: 'r', _id: '3', rating: 1 },
];
const request = { query: { match: { txt1: 'word' } }, sort: ['num1'] };

test('[QRY-01] a ranking is measured by what people said of documents', async () => {
  const metric = { precision: { k: 3 } };
  const asked = { requests: [{ id: 'a', request, ratings, summary_fields: ['num1'] }], metric };
  const { json } = await door('POST', '/r/_rank_eval', asked);
  assert.equal(json.metric_score, 2 / 3);
  assert.deepEqual(json.details.a.unrated_docs, [{ _index: 'r', _id: '2' }]);
  assert.deepEqual(json.details.a.hits[2], {
    hit: { _index: 'r', _id: '3', _score: null, _source: { num1: 3 }, sort: [3] },
    rating: 1,
  });
  const template = { source: { query: { match: { txt1: '{{w}}' } } } };
  const templates = [{ id: 't', template }];
  const byTemplate = { requests: [{ id: 'a', template_id: 't', params: { w: 'word' }, ratings }], templates, metric };
  assert.deepEqual((await door('POST', '/r/_rank_eval', byTemplate)).json.failures, {});
});

test('[QRY-01] a search by a template nobody gave, or that is filled with nothing, refuses all of them', async () => {
  const byTemplate = (template_id: string, params: object) => ({
    templates: [{ id: 't', template: { inline: { query: { match_all: {} } } } }],
    requests: [{ id: 'a', template_id, params, ratings }],
    metric: { precision: {} },
  });
  for (const asked of [byTemplate('nope', { x: 1 }), byTemplate('t', {})]) {
    const { status, json } = await door('POST', '/r/_rank_eval', asked);
    assert.deepEqual([status, json.error.type], [400, 'x_content_parse_exception']);
  }
  assert.deepEqual((await door('POST', '/r/_rank_eval', byTemplate('t', { x: 1 }))).json.failures, {});
});

test('[SEC-02] [QRY-01] a search that fails is told by its name, another tenant’s index among them', async () => {
  const asked = { requests: [{ id: 'a', request, ratings }], metric: { dcg: {} } };
  const { status, json } = await foreign('POST', '/r/_rank_eval', asked);
  assert.deepEqual([status, json.metric_score, json.details], [200, 'NaN', {}]);
  assert.equal(json.failures.a.error.type, 'index_not_found_exception');
  const unread = await door('POST', '/r/_rank_eval', {
    requests: [{ id: 'a', request: { query: { nope: {} } }, ratings }],
    metric: { dcg: {} },
  });
  assert.equal(unread.status, 400, 'a search that cannot be read refuses all of them');
  assert.match(unread.json.error.reason, /unknown query \[nope\]/);
  const none = await door('POST', '/r/_rank_eval', { requests: [], metric: { dcg: {} } });
  assert.equal(none.status, 400);
  const counted = { ...asked, requests: [{ id: 'a', request: { ...request, aggs: {} }, ratings }] };
  assert.match((await door('POST', '/r/_rank_eval', counted)).json.error.caused_by.reason, /not contain aggregations/);
});
