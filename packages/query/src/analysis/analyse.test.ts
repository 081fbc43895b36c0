import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from './analyse.ts';

test('[IDX-09] the standard analyser cuts words as UAX #29 says and writes them small', () => {
  assert.deepEqual(analyse('standard', "The quick-brown fox's can't"), ['the', 'quick', 'brown', "fox's", "can't"]);
  assert.deepEqual(analyse('standard', '3.14 1,000 a.1 example.com foo_bar __'), [
    '3.14',
    '1,000',
    'a',
    '1',
    'example.com',
    'foo_bar',
  ]);
  assert.deepEqual(analyse('standard', '東京タワー ΟΔΟΣ été 👍🏽'), ['東', '京', 'タワー', 'οδοσ', 'été', '👍🏽']);
  assert.deepEqual(analyse('standard', ' -- '), []);
});

test('[IDX-09] simple, whitespace and keyword do what their names say', () => {
  assert.deepEqual(analyse('simple', 'Foo-2 bar'), ['foo', 'bar']);
  assert.deepEqual(analyse('whitespace', ' Foo-2  bar '), ['Foo-2', 'bar']);
  assert.deepEqual(analyse('keyword', ' Foo bar '), [' Foo bar ']);
});
