import assert from 'node:assert/strict';
import { test } from 'node:test';
import { md4, ntlmV2, ntowf } from './ntlm.ts';
import { challengeOf, digestHeader, oauth1Header } from './signatures.ts';

test('[SRC-20] Digest answers the challenge of RFC 2617 §3.5, and takes the stronger of two', () => {
  const challenge =
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
  const answer = {
    method: 'GET',
    uri: '/dir/index.html',
    username: 'Mufasa',
    password: 'Circle Of Life',
    cnonce: '0a4f113b',
  };
  assert.match(
    digestHeader(challengeOf(challenge, 'Digest') ?? {}, answer) ?? '',
    /response="6629fae49393a05397450978507c4ef1"/,
  );
  const both = `Basic realm="x", ${challenge}, Digest realm="y", algorithm=SHA-256, nonce="n"`;
  assert.deepEqual(challengeOf(both, 'Digest'), { realm: 'y', algorithm: 'SHA-256', nonce: 'n' });
  assert.equal(challengeOf('Basic realm="x"', 'Digest'), null);
  assert.equal(digestHeader({ nonce: 'n', algorithm: 'whirlpool' }, answer), null);
});

test('[SRC-20] OAuth1 signs the request of RFC 5849 §1.2', () => {
  const keys = {
    consumer_key: 'dpf43f3p2l4k3l03',
    client_secret: 'kd94hf93k423kf44',
    access_token: 'nnch734d00sl2jdk',
    secret: 'pfkkdhi9sl3r4s00',
  };
  const header = oauth1Header('GET', 'http://photos.example.net/photos?file=vacation.jpg&size=original', [], keys, {
    nonce: 'chapoH',
    timestamp: 137131202,
  });
  assert.match(header, /oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"/);
});

test('[SRC-20] MD4 as in RFC 1320, NTLMv2 as in [MS-NLMP] 4.2.4', () => {
  assert.equal(md4(Buffer.from('')).toString('hex'), '31d6cfe0d16ae931b73c59d7e0c089c0');
  assert.equal(md4(Buffer.from('abc')).toString('hex'), 'a448017aaf21d8525fc10ae87aa6729d');
  assert.equal(
    md4(Buffer.from('12345678901234567890123456789012345678901234567890123456789012345678901234567890')).toString(
      'hex',
    ),
    'e33b4ddc9c38f2199c3e7b164fcc0536',
  );
  const account = { username: 'User', password: 'Password', domain: 'Domain' };
  assert.equal(ntowf(account).toString('hex'), '0c868a403bfd7a93a3001ef22ef02e3f');
  const pair = (id: number, text: string) =>
    Buffer.concat([Buffer.from([id, 0, text.length * 2, 0]), Buffer.from(text, 'utf16le')]);
  const target = Buffer.concat([pair(2, 'Domain'), pair(1, 'Server'), Buffer.alloc(4)]);
  const answer = ntlmV2(account, Buffer.from('0123456789abcdef', 'hex'), Buffer.alloc(8, 0xaa), 0n, target);
  assert.equal(answer.subarray(0, 16).toString('hex'), '68cd0ab851e51c96aabc927bebef6a1c');
});
