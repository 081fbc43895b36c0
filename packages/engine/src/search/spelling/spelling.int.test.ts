import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { parseQuery } from '@datasarana/query';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('spelt', {
    t: { type: 'text' },
    t2: { type: 'text', analyzer: 'english' },
    k: { type: 'keyword' },
    k2: { type: 'keyword', index: false },
    n: { type: 'integer' },
    l: { type: 'long' },
    s: { type: 'short' },
    by: { type: 'byte' },
    f: { type: 'float' },
    db: { type: 'double' },
    hf: { type: 'half_float' },
    sf: { type: 'scaled_float', scaling_factor: 100 },
    d: { type: 'date' },
    dn: { type: 'date_nanos' },
    b: { type: 'boolean' },
    ip: { type: 'ip' },
    g: { type: 'geo_point' },
    gs: { type: 'geo_shape' },
    ir: { type: 'integer_range' },
    dr: { type: 'date_range' },
    ul: { type: 'unsigned_long' },
    no: { type: 'nested', properties: { k: { type: 'keyword' }, n: { type: 'integer' }, t: { type: 'text' } } },
    o: { properties: { k: { type: 'keyword' }, t: { type: 'text' } } },
    mf: { type: 'text', fields: { raw: { type: 'keyword' } } },
    al: { type: 'alias', path: 'k' },
    wc: { type: 'wildcard' },
    nodv: { type: 'integer', doc_values: false },
    kn: { type: 'keyword', norms: true },
    noi: { type: 'integer', index: false },
    sayt: { type: 'search_as_you_type' },
  });
  await sample.index('flat', { txt1: { type: 'text' }, num1: { type: 'integer' } });
});
after(() => sample.close());

const spelt = (query: unknown, index = 'spelt'): Promise<string> => sample.tenant.spelled(index, parseQuery(query));

const KNOWN = readFileSync(new URL('./opensearch-spellings.fixture.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { readonly query: unknown; readonly told: string } => JSON.parse(line));

test('[QRY-01] queries are spelt as an OpenSearch 2.19.1 told them', async () => {
  for (const { query, told } of KNOWN) assert.equal(await spelt(query), told, JSON.stringify(query));
});

test('[QRY-01] objects are kept out only where an index has nested fields', async () => {
  assert.equal(await spelt({ match_all: {} }, 'flat'), '*:*');
  assert.equal(await spelt({ match_phrase: { txt1: 'quick fox' } }, 'flat'), 'txt1:"quick fox"');
});

test('[QRY-01] a clause without a spelling stands as it was sent', async () => {
  const given = { geo_bounding_box: { g: { top_left: { lat: 10, lon: 1 }, bottom_right: { lat: 1, lon: 10 } } } };
  assert.match(await spelt({ bool: { filter: [given] } }), /geo_bounding_box/);
});

test('[QRY-01] numbers are spelt with their next neighbours, and addresses whole', async () => {
  const limits = (field: string, given: object) => spelt({ range: { [field]: given } });
  assert.match(await limits('f', { gt: 1 }), /indexQuery=f:\[1\.0000001 TO Infinity\]/);
  assert.match(await limits('ip', { lte: '2001:db8::1:0:0:1' }), /TO 2001:db8::1:0:0:1\]/);
});
