import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const properties = {
    txt1: { type: 'text' },
    txt2: { type: 'text', store: true },
    n: { type: 'nested', properties: { txt1: { type: 'text' } } },
  };
  await sample.tenant.documents.create('hidden', { mappings: { _source: { enabled: false }, properties } });
  await sample.put('hidden', { a: { txt1: 'red fox', txt2: 'red fox', n: [{ txt1: 'red' }] } });
});
after(() => sample.close());

test('[IDX-09] documents of an index without _source are found, not shown', async () => {
  const nested = { path: 'n', query: { match: { 'n.txt1': 'red' } }, inner_hits: {} };
  const highlight = { fields: { txt1: {}, txt2: {} } };
  const query = { bool: { must: [{ multi_match: { query: 'fox', fields: ['txt1', 'txt2'] } }, { nested }] } };
  const { hits } = await sample.search('hidden', { query, highlight, stored_fields: ['txt2', '_source'] });
  const [hit] = hits.hits;
  assert.equal(hit?._id, 'a');
  assert.equal(hit?._source, undefined);
  assert.deepEqual(hit?.highlight, { txt2: ['red <em>fox</em>'] });
  assert.deepEqual(hit?.fields, { txt2: ['red fox'] });
  assert.equal(hit?.inner_hits?.n?.hits.hits[0]?._source, undefined);
});

test('[IDX-09] stored fields are shown as their fields understand them, by an alias too', async () => {
  const store = true;
  await sample.index('kept', {
    ip1: { type: 'ip', store },
    pt1: { type: 'geo_point', store },
    ts1: { type: 'date', store, format: 'dd/MM/yyyy' },
    kw1: { type: 'keyword', store, ignore_above: 3, null_value: 'nil' },
    kw2: { type: 'alias', path: 'kw1' },
    kw3: { type: 'keyword' },
  });
  const document = { ip1: '::ffff:1.2.3.4', pt1: [30, 10], ts1: '01/02/2020', kw1: ['ab', 'abcd', null], kw3: 'c' };
  await sample.put('kept', { a: document, b: { pt1: [] } });
  const asked = ['ip1', 'pt1', 'ts1', 'kw1', 'kw2', 'kw3'];
  const { hits } = await sample.search('kept', { stored_fields: asked, sort: '_id' });
  assert.deepEqual(
    hits.hits.map(({ fields }) => fields),
    [
      {
        ip1: ['1.2.3.4'],
        pt1: [{ type: 'Point', coordinates: [30, 10] }],
        ts1: ['01/02/2020'],
        kw1: ['ab', 'nil'],
        kw2: ['ab', 'nil'],
      },
      undefined,
    ],
  );
});

test('[QRY-02] a plain highlighter marks as far as it may look', async () => {
  await sample.index('long', { txt1: { type: 'text' } });
  await sample.put('long', { a: { txt1: 'The quick brown fox, quick as ever' } });
  const highlight = { type: 'plain', fields: { txt1: { max_analyzer_offset: 10 } } };
  const { hits } = await sample.search('long', { query: { match: { txt1: 'quick fox' } }, highlight });
  assert.deepEqual(hits.hits[0]?.highlight, { txt1: ['The <em>quick</em> '] });
});

test('[QRY-02] what stands in for a null is marked; a pattern names texts and keywords alone', async () => {
  await sample.index('marked', {
    kw1: { type: 'keyword', null_value: 'nil' },
    wild1: { type: 'wildcard' },
    same1: { type: 'constant_keyword', value: 'nil' },
    ip1: { type: 'ip' },
  });
  await sample.put('marked', { a: { kw1: ['b', null], wild1: 'nil', same1: 'nil', ip1: '10.0.0.1' } });
  const found = ['kw1', 'wild1', 'same1'].map((field) => ({ term: { [field]: 'nil' } }));
  const should = [...found, { term: { ip1: '10.0.0.1' } }];
  const marks = async (...fields: readonly string[]) => {
    const highlight = { fields: Object.fromEntries(fields.map((field) => [field, {}])) };
    const { hits } = await sample.search('marked', { query: { bool: { should } }, highlight });
    return hits.hits[0]?.highlight;
  };
  assert.deepEqual(await marks('*'), { kw1: ['<em>nil</em>'] });
  assert.deepEqual(await marks('wild1', 'same1'), { wild1: ['<em>nil</em>'], same1: ['<em>nil</em>'] });
});

test('[QRY-02] a range marks words of texts and keywords, not those of a range of numbers or dates', async () => {
  await sample.index('ranged', {
    kw1: { type: 'keyword' },
    txt1: { type: 'text' },
    int1: { type: 'integer' },
    ts1: { type: 'date' },
  });
  await sample.put('ranged', { a: { kw1: 'b', txt1: '3 owls', int1: 3, ts1: '2020-01-01' } });
  const marks = async (range: Readonly<Record<string, unknown>>) => {
    const highlight = { require_field_match: false, fields: { txt1: {} } };
    const { hits } = await sample.search('ranged', { query: { range }, highlight });
    return hits.hits[0]?.highlight;
  };
  assert.equal(await marks({ int1: { gte: 1 } }), undefined);
  assert.equal(await marks({ int1: {} }), undefined);
  assert.equal(await marks({ ts1: { gt: '2000' } }), undefined);
  assert.deepEqual(await marks({ kw1: { gte: 'b' } }), { txt1: ['3 <em>owls</em>'] });
});

test('[QRY-02] only dates, numbers and points are fetched in a format', async () => {
  await sample.index('formats', { kw1: { type: 'keyword' }, ts1: { type: 'date' } });
  await sample.put('formats', { a: { kw1: 'x', ts1: '1990-12-29' } });
  const of = (field: string) => sample.search('formats', { fields: [{ field, format: 'yyyy/MM/dd' }] });
  assert.deepEqual((await of('ts1')).hits.hits[0]?.fields, { ts1: ['1990/12/29'] });
  await assert.rejects(of('kw1'), /Field \[kw1\] of type \[keyword\] doesn't support formats/);
});

test('[IDX-09] fields of the document cannot be fetched without it', async () => {
  await assert.rejects(
    sample.search('hidden', { fields: ['txt1'] }),
    /Unable to retrieve the requested \[fields\] since _source is disabled in the mappings for index \[hidden\]/,
  );
});

test('[QRY-02] the ends of a range of dates are fetched in the format of its field', async () => {
  await sample.index('spans', { span1: { type: 'date_range' }, span2: { type: 'date_range', format: 'yyyy-MM-dd' } });
  const span1 = { gte: '2021-01-01', lt: null };
  await sample.put('spans', { a: { span1, span2: [{ gt: '2021-01-01', lte: '2021-02-01' }] } });
  const { hits } = await sample.search('spans', { fields: ['span*'] });
  assert.deepEqual(hits.hits[0]?.fields, {
    span1: [{ gte: '2021-01-01T00:00:00.000Z', lt: null }],
    span2: [{ gt: '2021-01-01', lte: '2021-02-01' }],
  });
});
