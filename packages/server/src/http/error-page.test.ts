import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { AuthorisationStatus, ReplyCode } from '@datasarana/schema';
import { statusOfCode } from './status.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/errors.md'), 'utf8');

/** `| code | name | HTTP |` of each row of the table. */
const rows = [...page.matchAll(/^\| (\d+) \| (\w+) \| (\d+) \|/gm)].map(([, code, name, http]) => ({
  code: Number(code),
  name,
  http: Number(http),
}));

test('[ERR-01] docs/errors.md names every code the server answers, with its HTTP status', () => {
  for (const { code, name, http } of rows) {
    assert.equal(Reflect.get(ReplyCode, name ?? ''), code, name);
    assert.equal(statusOfCode(code), http, name);
  }
  const listed = new Set(rows.map(({ code }) => code));
  for (const [name, code] of Object.entries(ReplyCode))
    assert.ok(listed.has(code) || page.includes(`${code} ${name}`), `${code} ${name} is missing`);
});

test('[ROL-07] docs/errors.md names every authorisation status', () => {
  for (const [name, status] of Object.entries(AuthorisationStatus)) assert.ok(page.includes(`${status} ${name}`), name);
});
