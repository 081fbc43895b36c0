import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeAt } from './search-place.ts';

/** Of a text with the caret at `|`: what is typed, of which field, the part an offer takes the place of, and whether a condition stands before. */
function placeOf(marked: string): readonly unknown[] | null {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = placeAt(text, caret);
  return place && [place.typed, place.field, text.slice(place.from, place.to), place.isBehind];
}

const CASES: readonly (readonly [marked: string, place: readonly unknown[] | null])[] = [
  ['|', ['', null, '', false]],
  ['spe|', ['spe', null, 'spe', false]],
  ['spe|ed:>3', ['spe', null, 'speed:', false]],
  ['speed:|', ['', 'speed', '', false]],
  ['speed:>=|', ['>=', 'speed', '>=', false]],
  ['speed:>10 |', ['', null, '', true]],
  ['speed:>10 A|', ['A', null, 'A', true]],
  ['speed:>10 AND |', ['', null, '', false]],
  ['speed:>10 AND NOT op|', ['op', null, 'op', false]],
  ['speed:>10 -op|', ['op', null, 'op', true]],
  ['operator:Am|', ['Am', 'operator', 'Am', false]],
  ['operator:Am| speed:3', ['Am', 'operator', 'Am', false]],
  ['operator:"Delta A|', ['Delta A', 'operator', '"Delta A', false]],
  ['operator:"Delta| Air" speed:3', ['Delta', 'operator', '"Delta Air"', false]],
  ['operator:"Del| AND state:"Ohio"', ['Del', 'operator', '"Del', false]],
  ['operator:"Delta Air" |', ['', null, '', true]],
  ['operator:(KLM OR De|', ['De', 'operator', 'De', false]],
  ['operator:(KLM OR "Delta A|', ['Delta A', 'operator', '"Delta A', false]],
  ['operator:(KLM De|) speed:3', ['De', 'operator', 'De', true]],
  ['operator:(KLM) sp|', ['sp', null, 'sp', true]],
  ['(speed:3 OR op|', ['op', null, 'op', false]],
  ['operator:Delta\\ Ai|', ['Delta Ai', 'operator', 'Delta\\ Ai', false]],
  ['speed:[10 TO |', null],
  ['speed:[10 TO 20] |', ['', null, '', true]],
  ['operator:/Del|', null],
  ['operator:/Del.*/ x|', ['x', null, 'x', true]],
  ['"some wor|', null],
  ['"some words" x|', ['x', null, 'x', true]],
  ['address.ci|', ['address.ci', null, 'address.ci', false]],
  ['a:"x"b|', ['b', null, 'b', true]],
  [':|', ['', null, '', true]],
  ['a:b:c|', ['c', null, 'c', true]],
];

test('[SCR-07] it is known of what field a value is typed, and where a field can be named', () => {
  for (const [marked, place] of CASES) assert.deepEqual(placeOf(marked), place, marked);
});

test('[SCR-07] of whatever is typed the part that is replaced holds the caret, and nothing behind it that is not of it', () => {
  const sign = fc.constantFrom(
    'a',
    'B',
    ' ',
    ':',
    '"',
    '(',
    ')',
    '[',
    ']',
    '/',
    '\\',
    '-',
    '>',
    '=',
    'ü',
    '.',
    '|',
    '&',
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 24 }), fc.nat(24), (signs, at) => {
      const text = signs.join('');
      const caret = Math.min(at, text.length);
      const place = placeAt(text, caret);
      if (place === null) return;
      assert.ok(
        place.from <= caret && caret <= place.to && place.to <= text.length,
        JSON.stringify({ text, caret, place }),
      );
    }),
    { numRuns: 3000 },
  );
});
