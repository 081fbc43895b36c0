import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceText } from '@datasarana/engine';
import { printJson } from './print.ts';

const LARGE = 9_223_372_036_854_775_807n;

test('[API-31] documents are written as they were sent, large whole numbers with all digits, the rest as JSON has it', () => {
  const text = '{"b": 1.0,\n "a": 12345678901234567890}';
  const answers: readonly (readonly [body: unknown, text: string])[] = [
    [{ hits: [{ _id: '1', _source: new SourceText(text) }] }, `{"hits":[{"_id":"1","_source":${text}}]}`],
    [{ buckets: [{ key: 1 }, { key: LARGE }] }, `{"buckets":[{"key":1},{"key":${LARGE}}]}`],
    [{ a: [null, undefined, true, 'ä'], b: undefined, c: Number.NaN }, '{"a":[null,null,true,"ä"],"c":null}'],
    [LARGE, String(LARGE)],
    [null, 'null'],
  ];
  for (const [body, expected] of answers) assert.equal(printJson(body, false), expected);
  const named = Object.assign(Object.create(null), { 10: LARGE, 2: new SourceText(text) });
  assert.equal(
    printJson({ named, list: [LARGE, undefined, () => 1], 'a"b': 1 }, false),
    `{"named":{"2":${text},"10":${LARGE}},"list":[${LARGE},null,null],"a\\"b":1}`,
  );
  assert.equal(printJson({ a: 1 }, true), '{\n  "a": 1\n}');
});
