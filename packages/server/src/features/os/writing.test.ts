import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBytes } from './json-bytes.ts';
import { statusOfWrite, WrittenBodies } from './writing.ts';

const IDS = ['a', '"<id>"', 'quote"d', 'ä𝄞', '\ud800', '<number>', '', 'x'.repeat(512), '\\', '\n'];
const NUMBERS = [0, 1, 9, 10, 99, 100, 12_345, 4_294_967_296, Number.MAX_SAFE_INTEGER];
const RESULTS = ['created', 'updated', 'deleted', 'not_found'] as const;

for (const query of [{}, { refresh: 'true' }]) {
  test(`items of a bulk written as bytes are the same JSON as a single answer, ${JSON.stringify(query)}`, () => {
    const bodies = new WrittenBodies({ query }, 'index-1');
    for (const [i, id] of IDS.entries()) {
      for (const [n, number] of NUMBERS.entries()) {
        const result = RESULTS[(i + n) % RESULTS.length] ?? 'created';
        const version = NUMBERS[(n * 5 + i) % NUMBERS.length] ?? 1;
        const written = { id, result, version, seqNo: number };
        const out = new JsonBytes();
        bodies.write(out, 'index', written);
        const text = JSON.stringify({ index: { ...bodies.body(written), status: statusOfWrite(written) } });
        assert.equal(out.written.toString(), text);
      }
    }
  });
}
