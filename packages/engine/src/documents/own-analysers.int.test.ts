import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analysers-'));
});
after(() => rm(folder, { recursive: true }));

const ANALYSIS = {
  analyzer: { plain: { tokenizer: 'standard', filter: ['lowercase', 'asciifolding'] } },
  normalizer: { low: { filter: ['lowercase', 'asciifolding'] } },
};

async function idsOf(engine: Engine, query: unknown): Promise<readonly unknown[]> {
  const { hits } = await engine.tenant('tenant-a').search(['people'], parseSearch({ query }));
  return hits.hits.map(({ _id }) => _id);
}

test('[TPL-31] fields of one analyser of the index are searched as one, also when its file was opened again', async () => {
  const text = { type: 'text', analyzer: 'plain' };
  const keyword = { type: 'keyword', normalizer: 'low' };
  const properties = { first: text, last: text, town: keyword };
  const across = (query: string, fields: readonly string[]) => ({
    multi_match: { query, fields, type: 'cross_fields', operator: 'and' },
  });
  const check = async (engine: Engine) => {
    assert.deepEqual(await idsOf(engine, across('josé núñez', ['first', 'last'])), ['1']);
    assert.deepEqual(await idsOf(engine, across('josé maria', ['first', 'last'])), []);
    assert.deepEqual(await idsOf(engine, { term: { town: 'malaga' } }), ['1']);
  };
  const made = await Engine.open({ folder });
  const { documents } = made.tenant('tenant-a');
  await documents.create('people', { mappings: { properties }, settings: { analysis: ANALYSIS } });
  const source = JSON.stringify({ first: 'Jose', last: 'Nunez', town: 'Málaga' });
  await documents.write('people', [{ kind: 'index', id: '1', source }]);
  await check(made);
  await made.close();
  const opened = await Engine.open({ folder });
  try {
    await check(opened);
  } finally {
    await opened.close();
  }
});

test('[TPL-31] words on one position count once for the length of a text, and each for the average', async (t) => {
  const engine = await Engine.open({ folder: join(folder, 'overlaps') });
  t.after(() => engine.close());
  const { documents } = engine.tenant('tenant-a');
  const filter = {
    starts: { type: 'edge_ngram', min_gram: 2, max_gram: 10 },
    alike: { type: 'synonym', synonyms: ['quick, fast, rapid'] },
  };
  const analyzer = {
    typed: { tokenizer: 'standard', filter: ['lowercase', 'starts'] },
    meant: { tokenizer: 'standard', filter: ['lowercase', 'alike'] },
  };
  const properties = { a: { type: 'text', analyzer: 'typed' }, b: { type: 'text', analyzer: 'meant' } };
  await documents.create('texts', { mappings: { properties }, settings: { analysis: { filter, analyzer } } });
  const texts = [
    { a: 'Harbour lights at night', b: 'a quick brown fox' },
    { a: 'Harbour', b: 'fast' },
    { a: 'nothing here of much length to speak of', b: 'quick rapid slow' },
  ];
  await documents.write(
    'texts',
    texts.map((each, i) => ({ kind: 'index', id: String(i), source: JSON.stringify(each) })),
  );
  // as OpenSearch 2.19.1 scores them
  const expected: readonly (readonly [query: unknown, scores: Readonly<Record<string, number>>])[] = [
    [{ match: { a: 'harb' } }, { 1: 0.92358, 0: 0.87757134 }],
    [{ term: { b: 'fast' } }, { 2: 0.2093677, 1: 0.20001298, 0: 0.14874382 }],
    [{ match_phrase: { b: 'fast' } }, { 2: 0.25896996, 1: 0.25407055, 0: 0.2217125 }],
    [{ match_phrase: { a: 'harbour light' } }, { 0: 13.621275 }],
    [{ match_phrase: { b: 'fast brown' } }, { 0: 2.2936842 }],
    [{ match_phrase_prefix: { a: 'harbour li' } }, { 0: 15.602511 }],
    [{ match_phrase_prefix: { b: 'fast' } }, { 2: 0.62810314, 1: 0.60003895, 0: 0.44623148 }],
    [{ match_bool_prefix: { b: 'a fast' } }, { 0: 1.3142817, 2: 0.25896996, 1: 0.25407055 }],
    [
      {
        multi_match: {
          query: 'fast fox',
          type: 'cross_fields',
          operator: 'and',
          fields: ['a', 'b'],
          analyzer: 'meant',
        },
      },
      { 0: 1.2413131 },
    ],
  ];
  for (const [query, scores] of expected) {
    const found = new Map(
      (await engine.tenant('tenant-a').search(['texts'], parseSearch({ query }))).hits.hits.map(({ _id, _score }) => [
        _id,
        _score ?? 0,
      ]),
    );
    assert.deepEqual([...found.keys()].sort(), Object.keys(scores).sort());
    for (const [id, score] of Object.entries(scores))
      assert.ok(Math.abs((found.get(id) ?? 0) - score) < 1e-4, `${JSON.stringify(query)} ${id}: ${found.get(id)}`);
  }
});
