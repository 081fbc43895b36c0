import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../../../..');
const DIST = path.join(ROOT, 'packages/web/dist');
const CONFIG = path.join(ROOT, 'data/config.json');
const TEXT = /\.(ts|tsx|js|mjs|json|md|html|css|yaml|yml|sh|txt|csv)$|(^|\/)(run|\.npmrc|\.editorconfig)$/;

/** What a leaked credential looks like: a signed token, a private key, a password hash, a private key of the ring. */
const CREDENTIAL = [
  /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/=]{20}/,
  /\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]{10,}\$[\w+/]{20}/,
  /"d":\s*"[\w-]{43}"/,
];

const committed = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 })
    .split('\0')
    .filter((name) => TEXT.test(name) && existsSync(path.join(ROOT, name)))
    .map((name) => path.join(ROOT, name));

const built = (): readonly string[] =>
  existsSync(DIST)
    ? readdirSync(DIST, { recursive: true, encoding: 'utf8' })
        .filter((name) => TEXT.test(name))
        .map((name) => path.join(DIST, name))
    : [];

/** The secrets this folder's own platform generated, when it has been started here. */
function ownSecrets(): readonly string[] {
  if (!existsSync(CONFIG)) return [];
  const { appKey, dataKey } = JSON.parse(readFileSync(CONFIG, 'utf8'));
  return [appKey, dataKey].filter((secret) => typeof secret === 'string' && secret.length > 8);
}

test('[SEC-13] neither the repository nor the built application holds a credential', (t) => {
  if (!existsSync(path.join(ROOT, '.git'))) return t.skip('not a git checkout');
  const secrets = ownSecrets();
  const leaks = [...committed(), ...built()].filter((file) => {
    const text = readFileSync(file, 'utf8');
    return CREDENTIAL.some((pattern) => pattern.test(text)) || secrets.some((secret) => text.includes(secret));
  });
  assert.deepEqual(leaks, []);
});

test('[SEC-13] the patterns find what they are for', () => {
  const token = ['eyJhbGciOiJFZERTQSJ9', 'eyJzdWIiOiJ1c2VyIn0', 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'].join('.');
  assert.ok(CREDENTIAL.some((pattern) => pattern.test(`const jwt = '${token}'`)));
  assert.ok(CREDENTIAL.some((pattern) => pattern.test(`"${'d'}": "${'A'.repeat(43)}"`)));
});
