import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { guessColumns } from './guess.ts';

const typeOf = (name: string, values: readonly string[]) =>
  guessColumns(
    [name],
    values.map((value) => [value]),
  )[0]?.value_type;

test('[SRC-34] messages of a log are texts, though its first lines are short or alike', () => {
  const lines = ['Server started', 'Listening on 8080', 'Server started'];
  assert.equal(typeOf('message', lines), ValueType.Text);
  assert.equal(typeOf('Log Message', lines), ValueType.Text);
  assert.equal(typeOf('msg', lines), ValueType.Text);
  assert.equal(typeOf('message', ['OK', 'FAILED']), ValueType.Keyword);
  assert.equal(typeOf('message', ['1', '2']), ValueType.Integer);
  assert.equal(typeOf('message_id', lines), ValueType.Keyword);
});
