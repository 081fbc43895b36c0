import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deployTemplate, platformForFile } from '@datasarana/testkit';
import { BROKEN_FILES } from './broken-files.ts';

const { engineer } = await platformForFile();

const ITEMS = [
  { name: 'code', value_type: 8, is_key: true, mandatory: true },
  { name: 'txt1', value_type: 7 },
  { name: 'num1', value_type: 2 },
  { name: 'day1', value_type: 9 },
  { name: 'flag1', value_type: 10 },
  { name: 'at', value_type: 30 },
];

async function deployed(): Promise<string> {
  return deployTemplate(engineer, 'Broken', ITEMS);
}

describe('broken files', () => {
  test('[SRC-27] there are sixty of them', () => assert.ok(BROKEN_FILES.length >= 60, `${BROKEN_FILES.length}`));

  for (const { name, bytes, code, http, says, counts } of BROKEN_FILES) {
    test(`[SRC-23] [STR-03] ${name}: a sentence a person can act on`, async () => {
      const template = await deployed();
      const reply = await engineer.call('POST', '/data/csv', { query: { template }, body: bytes });
      assert.deepEqual([reply.code, reply.http], [code, http], JSON.stringify(reply));
      const sentence = counts ? (reply.data.errors[0]?.reason ?? reply.data.note ?? '') : (reply.error?.message ?? '');
      assert.match(sentence, says);
      if (!counts) {
        assert.ok((reply.error?.hint ?? '').length > 10, 'a hint says what to do next');
        return;
      }
      const { read, accepted, replaced, unchanged, rejected } = reply.data;
      assert.deepEqual([read, rejected], counts);
      assert.equal(read, accepted + replaced + unchanged + rejected);
    });
  }
});
