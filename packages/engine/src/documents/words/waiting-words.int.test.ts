import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { dice } from '@datasarana/testkit';
import { Engine } from '../../engine.ts';
import { allRows } from '../../store/rows.ts';
import type { TenantIndexes } from '../../tenant.ts';
import type { WriteOperation } from '../operation.ts';
import { writtenWords } from './words.fixture.ts';

const PROPERTIES = {
  txt1: { type: 'text', fields: { simple: { type: 'text', analyzer: 'simple' } } },
  txt2: { type: 'text', analyzer: 'english' },
  txt3: { type: 'text', analyzer: 'keyword' },
  txt4: { type: 'text', analyzer: 'own' },
  kw1: { type: 'keyword' },
};
const SETTINGS = {
  analysis: { analyzer: { own: { tokenizer: 'whitespace', filter: ['lowercase', 'asciifolding'] } } },
};
const WORDS = ['one', 'Two', 'THREE', "it's", 'a.b', '3.14', '__', 'äöü', '東京', 'running', 'x_y', '', '!', '👍🏽'];

function text(below: (limit: number) => number): string {
  const words = Array.from({ length: below(30) === 0 ? 40 + below(300) : below(6) }, () => WORDS[below(WORDS.length)]);
  return words.join(below(9) === 0 ? '\n' : ' ');
}

function operations(below: (limit: number) => number): readonly WriteOperation[] {
  return Array.from({ length: 1 + below(40) }, (): WriteOperation => {
    const id = `d${below(60)}`;
    if (below(10) === 0) return { kind: 'delete', id };
    const fields = ['txt1', 'txt2', 'txt3', 'txt4', 'kw1'].filter(() => below(2) === 0);
    const value = () =>
      below(6) === 0 ? Array.from({ length: below(3) }, () => text(below)) : below(12) === 0 ? null : text(below);
    const source = JSON.stringify(Object.fromEntries(fields.map((name) => [name, value()])));
    return below(12) === 0
      ? { kind: 'update', id, body: `{"doc":${source},"doc_as_upsert":true}` }
      : { kind: 'index', id, source };
  });
}

/** Everything that is stored of the words of an index, in an order of its own. */
async function wordsOf(tenant: TenantIndexes, name: string): Promise<unknown> {
  const { fields, gone } = await tenant.layout(name);
  const tables = [...fields.values()].flatMap(({ path, postings }) => (postings === null ? [] : [{ path, postings }]));
  return tenant.read(async (connection) => {
    const removed = new Set((await allRows(connection, `SELECT _doc FROM ${gone}`)).map(({ _doc }) => Number(_doc)));
    return Promise.all(
      tables.map(async ({ path, postings }) => ({
        path,
        postings: (await writtenWords(connection, postings)).filter(({ doc }) => !removed.has(doc)),
        segments: await allRows(
          connection,
          `SELECT segment, docs, tokens, terms FROM segments WHERE table_name = '${postings}' ORDER BY segment`,
        ),
      })),
    );
  });
}

/** Ids and scores of what a search finds, which first has the words written that wait. */
async function found(tenant: TenantIndexes, name: string): Promise<unknown> {
  const { hits } = await tenant.search([name], parseSearch({ query: { match: { txt1: 'one' } }, size: 50 }));
  return hits.hits.map(({ _id, _score }) => [_id, _score]);
}

for (let seed = 1; seed <= 8; seed++) {
  test(`[IDX-03] words gathered while they wait and words read from the table afterwards are the same, seed ${seed}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waiting-words-'));
    try {
      const below = dice(seed * 7919);
      const rounds = Array.from({ length: 4 }, () => operations(below));
      const engine = await Engine.open({ folder });
      for (const name of ['gathered', 'read']) {
        const { documents } = engine.tenant('t');
        await documents.create(name, { mappings: { properties: PROPERTIES }, settings: SETTINGS });
        for (const each of rounds) await documents.write(name, each);
      }
      const gathered = [await found(engine.tenant('t'), 'gathered'), await wordsOf(engine.tenant('t'), 'gathered')];
      await engine.close();
      // what was gathered does not outlive the process
      const opened = await Engine.open({ folder });
      const read = [await found(opened.tenant('t'), 'read'), await wordsOf(opened.tenant('t'), 'read')];
      assert.deepEqual(read, gathered);
      await opened.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
