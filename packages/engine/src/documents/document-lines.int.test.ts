import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { dice } from '@datasarana/testkit';
import { allRows } from '../store/rows.ts';
import { AheadOfTurn } from './ahead-of-turn.ts';
import { Bulk } from './bulk.ts';
import { MadeIds } from './document-id.ts';
import { DocumentLines } from './document-lines.ts';
import { AddedDocuments, LinesWrite } from './index-write.ts';
import type { WriteOperation, WriteRefused, WriteResult } from './operation.ts';
import { readLines } from './read-lines.ts';
import { StoredSample } from './stored.fixture.ts';

let sample: StoredSample;

before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

const PROPERTIES = {
  kw1: { type: 'keyword' },
  txt1: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 14 } } },
  num1: { type: 'long' },
  dbl1: { type: 'double' },
  ts1: { type: 'date' },
  flag1: { type: 'boolean' },
  pnt1: { type: 'geo_point' },
  kw2: { type: 'keyword' },
  num2: { type: 'integer' },
  txt2: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 6 } } },
  ts2: { type: 'date' },
};

const TEXTS = [
  '',
  'one',
  'one two three four five',
  'Ärger über 東京 𝄞',
  'x'.repeat(40),
  "it's",
  'two "quoted"\n\\lines\t',
  '\\',
];

const ZONES = ['Z', '+02:00', '-05:30', '.250Z', '.007+00:00', '-00:00'];

/** A document of one of some shapes; now and then one that is read as a text or is refused. */
function documentOf(below: (limit: number) => number, oddEvery: number): string {
  if (below(oddEvery) === 0) {
    const odd = [
      '{"kw1":"a\\u0007b"}',
      '{"num1":"no number"}',
      '{"num1":1.0}',
      '{}',
      '{"dbl1":1e3}',
      '{"kw2":["a","b\\n"],"num1":1}',
      '{"num2":[1,2147483648]}',
      '{"ts2":"2024-01-02T03:04:05+25:00"}',
    ];
    return odd[below(odd.length)] ?? '';
  }
  const text = (): string | null => (below(5) === 0 ? null : (TEXTS[below(TEXTS.length)] ?? ''));
  const all = {
    kw1: text(),
    txt1: text(),
    num1: below(4) === 0 ? null : below(1000) * (below(2) === 0 ? 1 : -4_294_967_297),
    dbl1: below(1000) / 8,
    ts1: new Date(below(2_000_000_000) * 1000).toISOString().replace('.000Z', 'Z'),
    flag1: below(2) === 0,
    pnt1: `${below(90)}.5, -${below(180)}.25`,
  };
  const several = <T>(value: () => T): T | readonly T[] | null =>
    below(6) === 0 ? null : below(2) === 0 ? value() : Array.from({ length: 1 + below(3) }, value);
  const listed = {
    kw2: several(() => ['', 'x'.repeat(30), '東京'][below(3)] ?? ''),
    num2: several(() => below(9) - 4),
    txt2: several(() => (below(2) === 0 ? 'two' : 'a longer one')),
    ts2: all.ts1.replace('Z', ZONES[below(ZONES.length)] ?? ''),
  };
  const parts = [{ num1: all.num1, txt1: all.txt1 }, { num1: 7, ...listed }, all, listed];
  return JSON.stringify(parts[below(parts.length)]);
}

function linesOf(sources: readonly string[]): DocumentLines {
  const bytes = Buffer.from(`-${sources.join('\n')}-`);
  const lines = new DocumentLines(bytes);
  let at = 1;
  for (const source of sources) {
    const end = at + Buffer.byteLength(source);
    lines.add(at, end);
    at = end + 1;
  }
  return lines;
}

const asTexts = (sources: readonly string[]): readonly WriteOperation[] =>
  sources.map((source) => ({ kind: 'index', id: null, source }));

type Results = readonly (WriteResult | WriteRefused)[];

const singly = (results: AddedDocuments | Results): Results =>
  results instanceof AddedDocuments ? Array.from({ length: results.count }, (_, place) => results.at(place)) : results;

const outcome = (each: WriteResult | WriteRefused): unknown =>
  'error' in each ? each.error.message.replace(/id '[\w-]{20}'/, 'id') : [each.result, each.version, each.seqNo];

/** All rows of an index but for the ids that were made. */
async function rowsOf(name: string): Promise<unknown> {
  const { docs } = await sample.tenant.layout(name);
  return sample.tenant.read((connection) => allRows(connection, `SELECT * EXCLUDE (_id) FROM ${docs} ORDER BY _doc`));
}

/** Documents as they come back by their ids. */
async function sourcesOf(name: string, results: Results): Promise<readonly (string | undefined)[]> {
  const ids = results.flatMap((each) => ('error' in each ? [] : [each.id]));
  const found = await sample.tenant.documents.get(name, ids);
  return found.map((each) => each?.source.text);
}

async function foundBy(name: string, query: unknown): Promise<unknown> {
  const { hits } = await sample.search(name, { query, size: 200, sort: ['_doc'] });
  return hits.hits.map(({ _source, _score }) => [_source, _score]);
}

for (let seed = 1; seed <= 8; seed++) {
  test(`[IDX-09] documents without ids that are added together are stored as those written one by one, seed ${seed}`, async () => {
    const below = dice(seed * 7919);
    const [lines, texts] = [`lines-${seed}`, `texts-${seed}`];
    for (const name of [lines, texts]) await sample.index(name, PROPERTIES);
    let together = 0;
    for (let round = 0; round < 5; round++) {
      const odd = [1_000_000, 1_000_000, 4000, 30][below(4)] ?? 1;
      const sources = Array.from({ length: 1 + below(3000) }, () => documentOf(below, odd));
      const added = await sample.tenant.documents.add(lines, linesOf(sources));
      const written = await sample.tenant.documents.write(texts, asTexts(sources));
      if (added instanceof AddedDocuments) together++;
      assert.deepEqual(singly(added).map(outcome), written.map(outcome));
      assert.deepEqual(await sourcesOf(lines, singly(added)), await sourcesOf(texts, written));
      if (below(2) === 0)
        assert.deepEqual(
          await foundBy(lines, { match: { txt1: 'two' } }),
          await foundBy(texts, { match: { txt1: 'two' } }),
        );
    }
    assert.deepEqual(await rowsOf(lines), await rowsOf(texts));
    assert.deepEqual(
      await foundBy(lines, { match: { txt1: 'one' } }),
      await foundBy(texts, { match: { txt1: 'one' } }),
    );
    assert.deepEqual(
      await foundBy(lines, { match_phrase: { txt2: 'longer one' } }),
      await foundBy(texts, { match_phrase: { txt2: 'longer one' } }),
    );
    const counts = [lines, texts].map(async (name) => (await sample.tenant.documents.stats(name)).activity.indexed);
    const [added, written] = await Promise.all(counts);
    assert.equal(added, written);
    assert.ok(together > 0, 'some were added together');
  });
}

test('[IDX-09] documents that are added at the same time as others change the mapping are stored by the mapping they meet', async () => {
  await sample.index('meeting', PROPERTIES);
  const { documents } = sample.tenant;
  await documents.add('meeting', linesOf(['{"num1":0,"kw1":"first"}']));
  const sources = Array.from({ length: 500 }, (_, i) => `{"num1":${i},"kw1":"k${i}"}`);
  const answers = await Promise.all([
    documents.add('meeting', linesOf(sources)),
    documents.write('meeting', asTexts(['{"num1":1,"kw1":["a","list"],"fresh":true}'])),
    documents.add('meeting', linesOf(sources)),
    documents.write('meeting', asTexts(['{"another":"field"}'])),
    documents.add('meeting', linesOf(sources)),
  ]);
  const results = answers.flatMap((each) => singly(each));
  const numbers = results.map((each) => ('error' in each ? -1 : each.seqNo)).toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    Array.from({ length: 1502 }, (_, i) => i + 1),
  );
  for (const at of [0, 2, 4]) {
    assert.deepEqual(await sourcesOf('meeting', singly(answers[at] ?? [])), sources);
  }
  assert.equal(
    (await sample.search('meeting', { query: { term: { kw1: 'k499' } }, track_total_hits: true })).hits.total.value,
    3,
  );
  assert.equal(
    (await sample.search('meeting', { query: { exists: { field: 'kw1' } }, track_total_hits: true })).hits.total.value,
    1502,
  );
});

test('[IDX-09] documents that were read by another mapping than the one they meet are read again', async () => {
  await sample.index('grown', PROPERTIES);
  const lines = linesOf(['{"num1":1,"kw1":"a"}', '{"num1":2,"kw1":"b"}']);
  await sample.tenant.documents.add('grown', lines);
  const before = await sample.tenant.layout('grown');
  const read = await readLines(before, lines, false);
  assert.ok(read);
  const met = new LinesWrite(lines, read);
  await met.run(new Bulk(before, new Map(), 7));
  assert.ok(met.results instanceof AddedDocuments);
  const fields = { raw: { type: 'keyword' } };
  await sample.tenant.documents.putMapping('grown', { properties: { kw1: { type: 'keyword', fields } } });
  const missed = new LinesWrite(lines, read);
  await missed.run(new Bulk(await sample.tenant.layout('grown'), new Map(), 7));
  assert.ok(Array.isArray(missed.results));
  assert.deepEqual(missed.results.map(outcome), [
    ['created', 1, 7],
    ['created', 1, 8],
  ]);
});

test('[IDX-09] rows that were put together before their turn are put together again once they were taken', async () => {
  await sample.index('again', PROPERTIES);
  await sample.tenant.documents.add('again', linesOf(['{"num1":0,"kw1":"a longer text of it"}']));
  const layout = await sample.tenant.layout('again');
  const read = await readLines(layout, linesOf(['{"num1":1,"kw1":"another longer text"}']), true);
  assert.equal(read?.built?.isFor(layout), true);
  assert.equal(read?.built?.isFor({ ...layout }), false, 'another layout has other columns');
  assert.equal(read?.built?.take().length, 1);
  assert.equal(read?.built?.isFor(layout), false);
});

test('[IDX-09] what is handed over again holds nothing of the documents before', async () => {
  await sample.index('emptied', PROPERTIES);
  const full = (i: number): string => `{"num1":${i},"txt1":"a text of many letters ${i}","flag1":true}`;
  const halfFull = (i: number): string => (i % 2 === 0 ? full(i) : '{"num1":null,"txt1":null,"flag1":null}');
  const empty = (): string => '{"num1":null,"txt1":null,"flag1":null}';
  await sample.tenant.documents.add('emptied', linesOf([full(0)]));
  for (const documentAt of [full, halfFull, full, empty, full]) {
    const sources = Array.from({ length: 3000 }, (_, i) => documentAt(i));
    const added = await sample.tenant.documents.add('emptied', linesOf(sources));
    assert.ok(added instanceof AddedDocuments);
    assert.deepEqual(await sourcesOf('emptied', singly(added)), sources);
  }
});

test('[IDX-09] documents that differ are added together, with lists, escapes and offsets of time zones, also the first of their shape', async () => {
  await sample.index('differing', PROPERTIES);
  const { documents } = sample.tenant;
  await documents.write('differing', asTexts(['{"kw2":["a","b"],"num2":[1,2],"txt2":["c","d"]}']));
  const sources = [
    '{"kw2":["a","b","c"],"num2":[3,-1]}',
    '{"kw2":"a","num2":4}',
    '{"kw2":null,"txt2":["one two","three"]}',
    '{"txt1":"said \\"yes\\"\\tand \\\\ went","txt2":"ä \\n"}',
    '{"ts1":"2024-01-01T00:30:00+02:00","ts2":"2023-12-31T22:30:00.000-00:00"}',
    '{"ts1":"9999-12-31T23:59:59-17:59","ts2":"0000-01-01T00:00:00.999+17:59"}',
  ];
  for (const all of [sources, Array.from({ length: 3000 }, (_, i) => sources[(i * i) % 6] ?? '')]) {
    const added = await documents.add('differing', linesOf(all));
    assert.ok(added instanceof AddedDocuments);
    assert.deepEqual(await sourcesOf('differing', singly(added)), all);
  }
  const count = async (query: unknown): Promise<number> =>
    (await sample.search('differing', { query, track_total_hits: true })).hits.total.value;
  assert.equal(await count({ match_phrase: { txt1: 'yes and went' } }), await count({ exists: { field: 'txt1' } }));
  assert.equal(await count({ term: { kw2: 'c' } }), await count({ term: { num2: -1 } }));
  assert.ok((await count({ range: { ts1: { gte: '2023-12-31T22:30:00Z', lte: '2023-12-31T22:30:00Z' } } })) > 0);
});

test('[IDX-09] documents an index does not take are refused, each', async () => {
  await sample.index('blocked', PROPERTIES, { 'index.blocks.write': true });
  const lines = linesOf(['{"num1":1}', '{"num1":2}']);
  const results = singly(await sample.tenant.documents.add('blocked', lines));
  assert.deepEqual(
    results.map((each) => 'error' in each && each.error.detail.openSearch?.type),
    ['cluster_block_exception', 'cluster_block_exception'],
  );
  await assert.rejects(sample.tenant.documents.add('nowhere', lines), /no such index \[nowhere\]/);
});

test('[IDX-09] ids made for documents are those they are stored with, as many as there are', async () => {
  await sample.index('ids', PROPERTIES);
  const sources = Array.from({ length: 5000 }, (_, i) => `{"num1":${i}}`);
  await sample.tenant.documents.add('ids', linesOf(sources.slice(0, 1)));
  const added = await sample.tenant.documents.add('ids', linesOf(sources));
  assert.ok(added instanceof AddedDocuments);
  assert.equal(added.ids.length, 5000 * MadeIds.LENGTH);
  assert.deepEqual(await sourcesOf('ids', singly(added)), sources);
});

test('what writes do ahead of their turn waits while the one whose turn it is hands its documents over', async () => {
  const ahead = new AheadOfTurn();
  const order: string[] = [];
  const noted = (name: string) => ahead.run(async () => void order.push(name));
  await noted('a');
  const end = ahead.begin();
  const waiting = [noted('b'), noted('c')];
  await wait(5);
  order.push('handed over');
  end();
  const endNext = ahead.begin();
  await wait(5);
  order.push('handed over again');
  endNext();
  await Promise.all(waiting);
  assert.deepEqual(order, ['a', 'handed over', 'handed over again', 'b', 'c']);
  await assert.rejects(
    ahead.run(() => Promise.reject(new Error('unreadable'))),
    /unreadable/,
  );
  await noted('d');
  assert.equal(order.at(-1), 'd');
});
