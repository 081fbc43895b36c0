import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { sentenceAbout, type Violation } from './violation.ts';

const Body = Type.Object(
  {
    num1: Type.Integer({ minimum: 0, maximum: 9 }),
    order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    txt1: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
    txt2: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    yes1: Type.Optional(Type.Boolean()),
    list1: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
    inner: Type.Optional(Type.Object({ txt1: Type.String() }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
const compiled = Compile(Body);
const about = (value: unknown): string =>
  sentenceAbout(compiled.Errors(value) as readonly Violation[], 'body').replace(/^'(.*)' in the body /, '$1: ');

test('[API-15] what is wrong is named with its place in words a person can act on', () => {
  const num1 = 1;
  const told = [
    [{ num1, more: 1 }, 'more: is not known here'],
    [{ num1, inner: { txt1: '', more: 1 } }, 'inner.more: is not known here'],
    [{}, 'num1: is missing'],
    [{ num1, inner: {} }, 'inner.txt1: is missing'],
    [{ num1: 'x' }, 'num1: must be a whole number'],
    [{ num1: -1 }, 'num1: must be 0 or more'],
    [{ num1: 10 }, 'num1: must be 9 or less'],
    [{ num1, order: 'up' }, 'order: must be one of asc, desc'],
    [{ num1, kind: 'c' }, 'kind: must be one of a, b'],
    [{ num1, txt1: '' }, 'txt1: must not be empty'],
    [{ num1, txt1: 'long' }, 'txt1: must not have more than 3 characters'],
    [{ num1, txt2: 5 }, 'txt2: must be a text'],
    [{ num1, yes1: 'yes' }, 'yes1: must be true or false'],
    [{ num1, list1: {} }, 'list1: must be a list'],
    [{ num1, list1: [] }, 'list1: must have 1 entry or more'],
    [{ num1, list1: ['a', 'b', 'c'] }, 'list1: must not have more than 2 entries'],
    [{ num1, list1: ['a', 'a'] }, 'list1: must not hold anything twice'],
    [[], 'The body must be an object'],
    [null, 'The body must be an object'],
  ] as const;
  for (const [value, sentence] of told) assert.equal(about(value), sentence, JSON.stringify(value));
});
