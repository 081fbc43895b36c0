import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUpdate } from './update.ts';

const read = (body: object) => readUpdate(JSON.stringify(body));

test('an update says what it changes, its flags as truth or as text', () => {
  assert.deepEqual(read({ doc: { a: 1 } }), { doc: { a: 1 }, docAsUpsert: false, detectNoop: true });
  assert.deepEqual(read({ doc: {}, upsert: { a: 1 }, doc_as_upsert: 'true', detect_noop: 'false' }), {
    doc: {},
    upsert: { a: 1 },
    docAsUpsert: true,
    detectNoop: false,
  });
});

test('an update that is none is refused with what it should be', () => {
  const cases: readonly (readonly [body: object, message: RegExp])[] = [
    [{}, /script or doc is missing/],
    [{ upsert: {} }, /script or doc is missing/],
    [{ upsert: {}, doc_as_upsert: true }, /doc must be specified if doc_as_upsert is enabled/],
    [{ doc: [1] }, /doc doesn't support values of type: START_ARRAY/],
    [{ doc: {}, detect_noop: 'no' }, /failed to parse field \[detect_noop\]: \["no"\] is neither true nor false/],
    [{ doc: {}, script: 'x' }, /send the changed fields as \[doc\]/],
    [{ dc: {} }, /unknown field \[dc\] did you mean \[doc\]\?/],
    [{ doc_upsert: {} }, /unknown field \[doc_upsert\] did you mean any of \[doc_as_upsert, upsert\]\?/],
    [{ zzz: {} }, /unknown field \[zzz\]$/],
  ];
  for (const [body, message] of cases) assert.throws(() => read(body), { message });
});
