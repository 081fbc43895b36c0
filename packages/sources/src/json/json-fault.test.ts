import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonFault } from './json-fault.ts';

const faultOf = (text: string): string | null => {
  try {
    JSON.parse(text);
    return null;
  } catch (cause) {
    return jsonFault(text, cause);
  }
};

test('[SRC-23] what is wrong in a JSON text is said with its place and what to do', () => {
  for (const [text, told] of [
    ['{"a": 1,}', 'character 8: a comma stands before }: remove it'],
    ['[\n  {"a": 1},\n]', 'line 2, character 11: a comma stands before ]: remove it'],
    ['[\n  {"a": 1}\n  {"a": 2}\n]', 'line 3, character 3: a comma or ] is missing before {'],
    ["{'a': 1}", 'character 2: names stand in double quotes ("), not in apostrophes'],
    [`{"a": 'x'}`, 'character 7: texts stand in double quotes ("), not in apostrophes'],
    ['{a: 1}', 'character 2: the name a is not in double quotes'],
    ['{"a" 1}', 'character 6: a colon is missing before 1'],
    ['{"a": }', 'character 7: a value is missing before }'],
    [
      '{"a": None}',
      'character 7: None is no value: texts stand in double quotes, other words are true, false and null',
    ],
    ['{"a": 012}', 'character 7: 012 is no number as JSON writes it'],
    ['{"a": +1}', 'character 7: +1 is no number as JSON writes it'],
    ['// rows\n{}', 'line 1, character 1: a remark stands there, which JSON does not have: remove it'],
    ['{"a": "x\ny"}', 'line 1, character 9: a text goes over the end of a line: write \\n, or end it'],
    ['{"a": "C:\\data"}', 'character 10: a backslash in a text is written twice (\\\\)'],
    ['{"a": "x', 'character 7: a text begins that does not end: a double quote is missing'],
    ['{"a": [1, 2', 'character 12: it ends before the list of line 1 does: ] is missing'],
    ['{"a": ', 'character 7: it ends where a value should follow'],
    [
      '{"a": 1} {"a": 2}',
      'character 10: another { begins: put it on a line of its own, or a comma before it and all of them into one list',
    ],
    ['<html>', 'character 1: <html> is no value: texts stand in double quotes, other words are true, false and null'],
  ] as const)
    assert.equal(faultOf(text), told, text);
});

test('[SRC-23] numbers that are none pass for values, since their cells say so', () => {
  assert.equal(faultOf('{"a": NaN, "b": -Infinity, "c": oops}')?.startsWith('character 33: oops'), true);
});

test('[SRC-23] every text that is no JSON has a place that is told', () => {
  const broken = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', "'", ':', 'x', '0', '\n', '\\'))
    .map(([text, at, sign]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + sign + text.slice(sign === '' ? place + 1 : place);
    });
  fc.assert(
    fc.property(broken, (text) => {
      const told = faultOf(text);
      if (told !== null) assert.match(told, /^(line \d+, )?character \d+: ./, text);
    }),
    { numRuns: 5000 },
  );
});

test('[SRC-23] of an element the line is that of the file; on the one it begins on, characters are its own', () => {
  const told = (text: string): string => jsonFault(text, new SyntaxError(), 7);
  assert.equal(told('\n  {"a": 1,}'), 'line 8, character 10: a comma stands before }: remove it');
  assert.equal(told('{"a": 1,}'), 'line 7, character 8 of the element: a comma stands before }: remove it');
  assert.match(told('\n  {"a": [1,\n2'), /^line 9, character 2: it ends before the list of line 8 does/);
});
