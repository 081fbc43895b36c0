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
