import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';

/** Every way a search can be made to show, or to depend on, a field its asker may not see (TPL-30). */
let at: TestPlatform;
let admin: Caller;
let member: Caller;
let template = '';

const SECRET = 'zanzibar';

before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  member = await at.a.as('member');
  const items = [
    { name: 'txt1', value_type: ValueType.Text },
    { name: 'kw1', value_type: 8 },
    { name: 'pay', value_type: ValueType.Text, is_private: true, contributor: 'Tenant Administrator' },
    { name: 'rank', value_type: 2, is_private: true, contributor: 'Tenant Administrator' },
    {
      name: 'list1',
      value_type: 22,
      items: [
        { name: 'kw2', value_type: 8 },
        { name: 'wage', value_type: 8, is_private: true, contributor: 'Tenant Administrator' },
      ],
    },
  ];
  template = (await admin.call('PUT', '/schema/data/template', { body: { name: 'Paid', items, is_public: true } })).data
    .id;
  const deployed = await admin.call('PATCH', '/schema/data/template', {
    query: { mode: 'deploy' },
    body: { id: template },
  });
  assert.equal(deployed.code, 30, JSON.stringify(deployed.error));
  const rows = [
    { txt1: 'open words', kw1: 'a', pay: `${SECRET} palace`, rank: 7321, list1: [{ kw2: 'x', wage: SECRET }] },
    { txt1: 'open letters', kw1: 'a', pay: 'plain hut', rank: 11, list1: [{ kw2: 'y', wage: 'little' }] },
  ];
  for (const data of rows) {
    const put = await admin.call('PUT', '/data/user', { query: { template }, body: { data } });
    assert.equal(put.code, 30, JSON.stringify(put.error));
  }
  const group = (await admin.call('PUT', '/tenant/group', { body: { name: 'readers' } })).data.id;
  await admin.call('PUT', '/tenant/group/template', { body: { groups: [group], templates: [template] } });
  const users = [at.a.people.get('member')?.user];
  await admin.call('PUT', '/tenant/group/user', { body: { groups: [group], users } });
});
after(() => at.stop());

const match = { match: { txt1: 'open' } };
const shows = { _source: ['*', 'pay'], docvalue_fields: ['rank', 'list1.wage'], fields: ['*', 'pay'] };

/** Searches that name a private field, or every field, wherever a search has room for one. */
const SHOWING: Readonly<Record<string, object>> = {
  source: { _source: ['pay', 'rank', 'list1'] },
  'source by pattern': { _source: ['p*', 'list1.*'] },
  fields: { _source: false, fields: ['pay', 'rank'] },
  'fields by pattern': { _source: false, fields: ['*'] },
  'fields below': { _source: false, fields: ['list1.wage', 'list1.*'] },
  docvalue_fields: { _source: false, docvalue_fields: ['rank'] },
  'docvalue_fields of a text': { _source: false, docvalue_fields: ['pay.keyword', 'list1.wage'] },
  'docvalue_fields by pattern': { _source: false, docvalue_fields: ['r*', '*'] },
  stored_fields: { stored_fields: ['pay', 'rank', '*'] },
  highlight: {
    query: match,
    highlight: {
      require_field_match: false,
      fields: { pay: { no_match_size: 200 }, 'list1.wage': { no_match_size: 200 } },
    },
  },
  'highlight by pattern': {
    query: match,
    highlight: { require_field_match: false, fields: { '*': { no_match_size: 200 } } },
  },
  collapse: { collapse: { field: 'rank' } },
  'inner hits of collapse': { collapse: { field: 'kw1', inner_hits: { name: 'all', ...shows } } },
  'inner hits of nested': {
    query: { nested: { path: 'list1', query: { match_all: {} }, inner_hits: { docvalue_fields: ['list1.wage'] } } },
  },
  'inner hits of nested, by their fields': {
    query: { nested: { path: 'list1', query: { match_all: {} }, inner_hits: { fields: ['list1.wage'] } } },
  },
  top_hits: { size: 0, aggs: { t: { top_hits: { size: 3 } } } },
  'top_hits with more': { size: 0, aggs: { t: { top_hits: { size: 3, ...shows } } } },
  'top_hits below': { size: 0, aggs: { a: { terms: { field: 'kw1' }, aggs: { t: { top_hits: { size: 3 } } } } } },
  top_metrics: { size: 0, aggs: { t: { top_metrics: { metrics: { field: 'rank' }, sort: { kw1: 'asc' } } } } },
  multi_terms: { size: 0, aggs: { t: { multi_terms: { terms: [{ field: 'kw1' }, { field: 'pay' }] } } } },
  composite: { size: 0, aggs: { t: { composite: { sources: [{ a: { terms: { field: 'rank' } } }] } } } },
  'nested terms': {
    size: 0,
    aggs: { n: { nested: { path: 'list1' }, aggs: { t: { terms: { field: 'list1.wage' } } } } },
  },
  matrix_stats: { size: 0, aggs: { t: { matrix_stats: { fields: ['rank'] } } } },
  sort: { sort: [{ rank: 'asc' }] },
  'suggest words': { suggest: { s: { text: 'zanzibat', term: { field: 'pay', suggest_mode: 'always' } } } },
  'suggest phrases': { suggest: { s: { text: 'zanzibat palace', phrase: { field: 'pay' } } } },
  explain: { query: { bool: { should: [match, { match: { pay: SECRET } }] } }, explain: true },
};

for (const [what, body] of Object.entries(SHOWING))
  test(`[TPL-30] [ROL-15] a private field is not shown by a search that asks for it: ${what}`, async () => {
    const seen = /zanzibar|7321|palace/;
    for (const who of [member, at.anonymous]) {
      const reply = await who.call('POST', '/data/user', { query: { template }, body });
      const text = JSON.stringify(reply.data ?? {});
      assert.ok(reply.http < 500 || reply.http === 501, JSON.stringify(reply.error));
      assert.doesNotMatch(text, seen);
    }
    const whole = await admin.call('POST', '/data/user', { query: { template }, body });
    assert.ok(whole.http < 500 || whole.http === 501, JSON.stringify(whole.error));
  });

/** Searches whose matches or order would tell a value that is guessed. */
const guessing = (guess: string, rank: number): Readonly<Record<string, object>> => ({
  match: { query: { match: { pay: guess } } },
  'query_string text': { query: { query_string: { query: `pay:${guess}` } } },
  'query_string exists': { query: { query_string: { query: `_exists_:pay AND pay:${guess}` } } },
  'query_string pattern': { query: { query_string: { query: `p\\*:${guess}` } } },
  'query_string range': { query: { query_string: { query: `rank:[${rank - 1} TO ${rank + 1}]` } } },
  'query_string everywhere': { query: { query_string: { query: guess } } },
  simple_query_string: { query: { simple_query_string: { query: guess, fields: ['pay'] } } },
  multi_match: { query: { multi_match: { query: guess, fields: ['pay^2', 'txt1'] } } },
  'multi_match by pattern': { query: { multi_match: { query: guess, fields: ['p*'] } } },
  'multi_match of no fields': { query: { multi_match: { query: guess } } },
  'combined fields': { query: { combined_fields: { query: guess, fields: ['pay'] } } },
  'more like this': { query: { more_like_this: { fields: ['pay'], like: guess, min_term_freq: 1, min_doc_freq: 1 } } },
  'more like this of no fields': { query: { more_like_this: { like: guess, min_term_freq: 1, min_doc_freq: 1 } } },
  'more like a field of a document': {
    query: {
      more_like_this: {
        fields: ['txt1'],
        like: { doc: { pay: guess }, fields: ['pay'] },
        min_term_freq: 1,
        min_doc_freq: 1,
      },
    },
  },
  terms_set: { query: { range: { rank: { gte: rank, lte: rank } } } },
  'distance to a number': { query: { distance_feature: { field: 'rank', origin: rank, pivot: 1 } } },
  nested: { query: { nested: { path: 'list1', query: { term: { 'list1.wage': guess } } } } },
  intervals: { query: { intervals: { pay: { match: { query: guess } } } } },
  'span terms': { query: { span_term: { pay: guess } } },
  'post filter': { post_filter: { match: { pay: guess } } },
  rescore: { query: match, rescore: { window_size: 10, query: { rescore_query: { match: { pay: guess } } } } },
  'function score': {
    query: { function_score: { query: match, functions: [{ filter: { match: { pay: guess } }, weight: 9 }] } },
  },
  'field value factor': { query: { function_score: { query: match, field_value_factor: { field: 'rank' } } } },
  'filter bucket': { size: 0, aggs: { f: { filter: { match: { pay: guess } } } } },
  'filters bucket': {
    size: 0,
    aggs: { f: { filters: { filters: { g: { query_string: { query: `pay:${guess}` } } } } } },
  },
  'significant text': { size: 0, query: match, aggs: { s: { significant_text: { field: 'pay', min_doc_count: 1 } } } },
});

for (const what of Object.keys(guessing('', 0)))
  test(`[TPL-30] [ROL-15] a private field is not guessed by what a search answers: ${what}`, async () => {
    const answer = async (who: Caller, guess: string, rank: number) => {
      const body = guessing(guess, rank)[what];
      const { http, code, data, error } = await who.call('POST', '/data/user', { query: { template }, body });
      const { took: _took, ...rest } = data ?? {};
      assert.ok(http < 500 || http === 501, `${what}: ${http} ${JSON.stringify(error)}`);
      return JSON.stringify([http, code, rest]);
    };
    for (const who of [member, at.anonymous])
      assert.equal(
        await answer(who, SECRET, 7321),
        await answer(who, 'nowhere', 40),
        'right and wrong guess answer alike',
      );
  });

test('[TPL-30] who asks about a private field, a part of it or the object around it is told so, and about others is answered', async () => {
  const ask = (who: Caller, field: string) =>
    who.call('POST', '/data/user', { query: { template }, body: { query: { exists: { field } } } });
  for (const field of ['rank', 'pay', 'pay.keyword', 'list1', 'list1.wage', 'ra*']) {
    const { http, code, error } = await ask(member, field);
    assert.deepEqual([http, code], [403, 31], field);
    assert.match(error?.message ?? '', /The field '(rank|pay|list1\.wage)' is private/);
    assert.equal((await ask(admin, field)).http, 200, field);
  }
  for (const field of ['txt1', 'list1.kw2', 'payment', 'r']) assert.equal((await ask(member, field)).http, 200, field);
  const namesake = { query: { term: { kw1: 'pay' } } };
  assert.equal((await member.call('POST', '/data/user', { query: { template }, body: namesake })).http, 200, 'a value');
});

test('[TPL-30] [IDX-04] a command on the index shows a developer no private field, by a search or by its id', async () => {
  const run = (who: Caller, command: string, body?: object) =>
    who.call('POST', '/schema/data/template/index', { body: { template, command, ...(body && { body }) } });
  const developer = await at.a.as('developer');
  const { data } = await run(admin, '_search', { query: { match: { pay: SECRET } } });
  const document = `_doc/${data.hits.hits[0]._id}`;
  assert.match(JSON.stringify(await run(admin, document)), /zanzibar palace/);
  for (const [command, body] of [[document], ['_search', {}], ['_search', shows]] as const) {
    const reply = await run(developer, command, body);
    assert.equal(reply.code, 30, JSON.stringify(reply.error));
    assert.doesNotMatch(JSON.stringify(reply.data), /zanzibar|7321|palace/, command);
  }
  const guess = { query: { match: { pay: SECRET } } };
  assert.deepEqual(
    [(await run(admin, '_count', guess)).data.count, (await run(developer, '_count', guess)).data.count],
    [1, 0],
  );
});

test('[TPL-30] [STR-05] the stream of rows as they came is not read by a developer who may not see a field of theirs', async () => {
  const read = async (who: Caller): Promise<string> => {
    const replies = [];
    for (let partition = 0; partition < 3; partition++) {
      const body = { id: template, partition, offset: 0, size: 10 };
      replies.push(await who.call('POST', '/schema/data/template/stream', { body }));
    }
    return JSON.stringify(replies);
  };
  const developer = await at.a.as('developer');
  await admin.call('POST', '/data/csv', { query: { template }, body: 'txt1,pay,rank\nsent,zanzibar palace,7321\n' });
  assert.match(await read(admin), /zanzibar palace/, 'what its reader is told when nothing is hidden');
  const told = await read(developer);
  assert.doesNotMatch(told, /zanzibar|7321|palace/);
  assert.match(told, /private field 'pay'/);
});
