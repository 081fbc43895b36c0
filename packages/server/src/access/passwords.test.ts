import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords, passwordFault } from './passwords.ts';

const passwords = createPasswords();

test('[AUT-14] a password is kept as a salted argon2id text that only it opens', async () => {
  const [first, second] = [await passwords.hash('orchard-lantern-42'), await passwords.hash('orchard-lantern-42')];
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(first, second);
  assert.equal(await passwords.verify('orchard-lantern-42', first), true);
  assert.equal(await passwords.verify('orchard-lantern-43', first), false);
});

test('[AUT-03] no account and a damaged hash are wrong passwords, not errors', async () => {
  assert.equal(await passwords.verify('orchard-lantern-42', null), false);
  assert.equal(await passwords.verify('orchard-lantern-42', 'plain text'), false);
});

test('[AUT-14] letters written in another Unicode form are the same password', async () => {
  assert.equal(await passwords.verify('cafe\u0301-lantern-42', await passwords.hash('caf\u00e9-lantern-42')), true);
});

for (const [password, rule] of [
  ['short', /needs at least 12/],
  ['x'.repeat(129), /at most 128/],
  ['Ada.Lovelace.1815', /must not be the login id/],
  ['password1234', /common/],
  ['P@ssw0rd1234!', /common/],
  ['qwertyuiop123', /common/],
  ['123456789012', /common/],
  ['abababababab', /common/],
  ['AdminAdmin2026', /common/],
  ['aaaaaaaaaaaaa', /common/],
] as const)
  test(`[AUT-13] '${password.slice(0, 20)}' is refused by the rule it breaks`, () => {
    assert.match(passwordFault(password, 'ada.lovelace.1815') ?? '', rule);
  });

for (const password of ['orchard-lantern-42', 'correct horse battery', 'hujan di bulan juni', 'x7#Kp!2vQz9@'])
  test(`[AUT-13] '${password}' is fine`, () => {
    assert.equal(passwordFault(password, 'ada'), null);
  });
