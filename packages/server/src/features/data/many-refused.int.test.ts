import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let template: string;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  template = await deployTemplate(engineer, 'Refused', [
    { name: 'code', value_type: 8, is_key: true, mandatory: true },
  ]);
});
after(() => platform.stop());

const MANY = 200_000;
const trimmed = { transforms: JSON.stringify({ code: [{ kind: 'trim' }] }) };

const send = (file: string, text: string, more: Readonly<Record<string, string>> = {}) =>
  engineer.call('POST', '/data/file', {
    query: { template, file, dry_run: 'true', ...more },
    body: text,
    type: 'application/octet-stream',
  });

const FILES = [
  ['rows.csv', `code\nx\n${'y,1\n'.repeat(MANY)}`],
  ['rows.ndjson', `{"code":"x"}\n${'1\n'.repeat(MANY)}`],
  ['rows.json', `[{"code":"x"}${',1'.repeat(MANY)}]`],
] as const;

for (const [file, text] of FILES)
  for (const more of [{}, trimmed])
    test(`[STR-03] [TSK-06] ${MANY} rows that are none in ${file}${more === trimmed ? ', a function on its column,' : ''} are each accounted for`, async () => {
      const { code, data } = await send(file, text, more);
      assert.deepEqual([code, data?.read, data?.accepted, data?.rejected], [30, MANY + 1, 1, MANY]);
    });

test('[STR-03] [ERR-29] a file of millions of rows that are none is refused by the reason of the first, and nothing of it goes in', async () => {
  const { http, error } = await send('rows.csv', `code\nx\n${'y,1\n'.repeat(1_000_001)}`, { dry_run: 'false' });
  assert.equal(http, 422);
  assert.match(error?.hint ?? '', /delimiter/);
  assert.match(
    error?.message ?? '',
    /rows\.csv.*More than 1,000,000 of its rows.*first in line 3: The row has 2 cells/,
  );
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: { size: 0 } });
  assert.equal(data.hits.total.value, 0);
});
