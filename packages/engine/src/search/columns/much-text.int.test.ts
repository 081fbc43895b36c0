import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteOperation } from '../../documents/operation.ts';
import { StoredSample } from '../../documents/stored.fixture.ts';

/** Documents with a text each that no other has. */
async function filled(memoryLimitMb: number, count: number, textOf: (i: number) => string): Promise<StoredSample> {
  const sample = await StoredSample.open({ memoryLimitMb });
  await sample.index('docs', { trace: { type: 'keyword' } });
  for (let from = 0; from < count; from += 20_000) {
    const operations = Array.from({ length: Math.min(20_000, count - from) }, (_, i): WriteOperation => {
      const source = JSON.stringify({ trace: textOf(from + i) });
      return { kind: 'index', id: `a long id of many ${from + i}`, source };
    });
    await sample.tenant.documents.write('docs', operations);
  }
  return sample;
}

/** Asks for one document after the other, so often that columns are taken into memory. */
async function found(sample: StoredSample, textOf: (i: number) => string): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for (let i = 0; i < 24; i++) {
    const { hits } = await sample.search('docs', { query: { term: { trace: textOf(i * 997) } } });
    ids.push(...hits.hits.map(({ _id }) => _id));
  }
  return ids;
}

const expected = Array.from({ length: 24 }, (_, i) => `a long id of many ${i * 997}`);

for (const [what, memory, count, textOf] of [
  ['columns of very many texts are read in parts', 96, 400_000, (i: number) => `trace ${i}`],
  ['a search answers without a column DuckDB has no memory for', 48, 100_000, (i: number) => `${'x'.repeat(250)}${i}`],
] as const)
  test(`[API-31] ${what}`, async () => {
    const sample = await filled(memory, count, textOf);
    try {
      assert.deepEqual(await found(sample, textOf), expected);
    } finally {
      await sample.close();
    }
  });
