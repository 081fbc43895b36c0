import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { parseJsonBody } from './json-body.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const malformedBy = (text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof PlatformError);
  assert.equal(error.detail.code, 32);
  assert.match(error.message, text);
  return true;
};

test('[SEC-10] 32 levels of nesting are taken, 33 and a million are refused', () => {
  assert.ok(Array.isArray(parseJsonBody(nested(32))));
  assert.throws(() => parseJsonBody(nested(33)), malformedBy(/deeper than 32/));
  assert.throws(() => parseJsonBody(nested(1_000_000)), malformedBy(/deeper than 32|not valid JSON/));
});

test('[SEC-10] keys that reach a prototype are refused at any depth', () => {
  for (const text of [
    '{"__proto__": {"admin": true}}',
    '{"a": [{"__proto__": 1}]}',
    '{"constructor": {"prototype": {}}}',
  ])
    assert.throws(() => parseJsonBody(text), malformedBy(/which is refused/), text);
  assert.equal(Reflect.get({}, 'admin'), undefined);
});

test('[SEC-10] a column that is merely called constructor is data', () => {
  assert.deepEqual(parseJsonBody('{"constructor": "McLaren"}'), JSON.parse('{"constructor": "McLaren"}'));
});

test('[API-15] broken JSON says where it broke; an empty text is no body', () => {
  assert.throws(() => parseJsonBody('{"a": }'), malformedBy(/not valid JSON.*position|not valid JSON.*token/));
  assert.equal(parseJsonBody(' '), undefined);
});
