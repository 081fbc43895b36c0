import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preview } from './refusal.ts';

test('[API-15] a refused value is shown as JSON, cut to a readable length', () => {
  const shown: readonly (readonly [value: unknown, text: string])[] = [
    [undefined, 'nothing'],
    [null, 'null'],
    [{ a: [1, 'two', true] }, '{"a":[1,"two",true]}'],
    ['x'.repeat(200), `"${'x'.repeat(79)}…`],
    [
      Array.from({ length: 200 }, (_, i) => i),
      `${JSON.stringify(Array.from({ length: 200 }, (_, i) => i)).slice(0, 80)}…`,
    ],
  ];
  for (const [value, text] of shown) assert.equal(preview(value), text);
});

test('[API-15] [SEC-10] a value nested deeper than a stack holds is shown, too', () => {
  const lists = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  assert.match(preview(lists), /^\[{8}"…"\]{8}$/);
  const objects = JSON.parse('{"a":'.repeat(50_000) + 1 + '}'.repeat(50_000));
  assert.match(preview({ query: objects }), /^\{"query":(\{"a":){7}"…"\}{8}$/);
});
