import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { typeOptions } from './type-options.ts';

test('[SRC-06] a column shows the type of its field whatever type that is', () => {
  for (const type of Object.values(ValueType)) {
    const shown = typeOptions(type).filter(({ value }) => value === String(type));
    assert.equal(shown.length, 1, `type ${type}`);
    assert.notEqual(shown[0]?.label ?? '', '', `type ${type}`);
  }
  assert.ok(typeOptions(ValueType.Keyword).every(({ value }) => value !== String(ValueType.Header)));
});
