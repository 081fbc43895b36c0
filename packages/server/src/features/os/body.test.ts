import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { jsonObject } from './body.ts';

function typeOf(text: string): string | undefined {
  try {
    jsonObject(text);
  } catch (error) {
    assert.ok(error instanceof PlatformError);
    return error.detail.openSearch?.type;
  }
  return undefined;
}

test('a body that was cut off is told from one that is wrong where it stands, as OpenSearch does', () => {
  const whole = '{"query":{"match":{"txt1":"two words"}},"size":[1,2.5,"ä"]}';
  assert.equal(typeOf(whole), undefined);
  for (let length = 1; length < whole.length; length++) {
    const cut = whole.slice(0, length);
    // behind a comma a name is missed where it should stand; of a list anything may follow
    const type = cut.endsWith('},') ? 'json_parse_exception' : 'json_e_o_f_exception';
    assert.equal(typeOf(cut), type, cut);
  }
  for (const wrong of [
    '{"a":1}}',
    '{a:1}',
    '{"a":1,}',
    '{"a":"x\ny"}',
    '{"a" 1}',
    '{"a":tru e}',
    '{"a":01}',
    '{"a":tru',
  ])
    assert.equal(typeOf(wrong), 'json_parse_exception', wrong);
});
