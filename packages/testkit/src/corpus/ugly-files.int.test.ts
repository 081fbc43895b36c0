import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '../index.ts';
import { UGLY_FILES, UGLY_ITEMS } from './index.ts';

let platform: TestPlatform;
let engineer: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
});
after(() => platform.stop());

async function deployed(): Promise<string> {
  return deployTemplate(engineer, 'Ugly', UGLY_ITEMS);
}

describe('ugly files', () => {
  test('[SRC-27] there are a hundred and fifty of them, each once', () => {
    assert.ok(UGLY_FILES.length >= 150, String(UGLY_FILES.length));
    assert.equal(new Set(UGLY_FILES.map(({ name }) => name)).size, UGLY_FILES.length);
  });

  for (const { name, bytes, query, expected } of UGLY_FILES) {
    test(`[SRC-36] [TSK-06] ${name}: ends in its ledger, by dry run and by import`, async () => {
      const template = await deployed();
      const send = (more: Readonly<Record<string, string>> = {}) =>
        engineer.call('POST', '/data/file', {
          query: { template, file: name, ...query, ...more },
          body: bytes,
          type: 'application/octet-stream',
        });
      for (const reply of [await send({ dry_run: 'true' }), await send()]) {
        if ('refused' in expected) {
          assert.deepEqual([reply.code, reply.http], [expected.code, 422], JSON.stringify(reply));
          assert.match(
            (reply.error?.message ?? '').replace(/^The file could not be read \([^)]*\): /, ''),
            expected.refused,
          );
          assert.ok((reply.error?.hint ?? '').length > 10, 'a hint says what to do next');
          continue;
        }
        const { lines, ...wanted } = { replaced: 0, unchanged: 0, ...expected };
        assert.equal(reply.code, 30, JSON.stringify(reply));
        const { read, accepted, replaced, unchanged, rejected, errors } = reply.data;
        assert.deepEqual({ read, accepted, replaced, unchanged, rejected }, wanted, JSON.stringify(errors));
        assert.equal(read, accepted + replaced + unchanged + rejected);
        const found = [...new Set(errors.map((error: { line: number }) => error.line))].sort(
          (a, b) => Number(a) - Number(b),
        );
        assert.deepEqual(found, lines ?? []);
      }
    });
  }
});
