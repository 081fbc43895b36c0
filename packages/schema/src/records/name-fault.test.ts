import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFault } from './name-fault.ts';

test('[REC-37] [SEC-04] a name can be seen, fits a list and holds no control character', () => {
  const good = [
    'Ayu',
    '👩‍👩‍👧‍👦 family',
    '\u202Etxt.exe\u202C مرحبا',
    '__proto__',
    "O'Neil; DROP TABLE",
    'x'.repeat(256),
    '',
  ];
  for (const name of good) assert.equal(nameFault(name), null, JSON.stringify(name));
  const bad: Readonly<Record<string, string>> = {
    'a\0b': 'has a control character, U+0000; leave it out',
    'a\nb': 'has a control character, U+000A; leave it out',
    'a\u0085b': 'has a control character, U+0085; leave it out',
    'a\ud83d': 'has half of a pair of characters (a surrogate); leave it out',
    '   ': 'has nothing in it that can be seen',
    '\u200B\u2066\u202E': 'has nothing in it that can be seen',
    ['x'.repeat(257)]: 'has 257 characters; at most 256 are kept',
  };
  for (const [name, fault] of Object.entries(bad)) assert.equal(nameFault(name), fault);
});
