import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let colleague: Caller;
let template: string;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  colleague = await platform.a.as('tenant administrator');
  const items = [
    { name: 'txt1', value_type: 7 },
    { name: 'num1', value_type: 2 },
  ];
  template = await deployTemplate(engineer, 'Kept', items);
});
after(() => platform.stop());

const FILE = 'txt1,num1\na,1\nb,two\nc,3\n';
const dryRun = (keep = true, body = FILE) =>
  engineer.call('POST', '/data/csv', { query: { template, dry_run: true, keep }, body });
const load = (upload: string, caller = engineer, requestId: string = randomUUID()) =>
  caller.call('POST', '/data/csv', { query: { template, upload }, body: '', requestId });
const counts = ({ read, accepted, rejected }: Record<string, number>) => [read, accepted, rejected];

test('[SRC-36] the import after a dry run takes the file that was kept; its ledger is what the dry run said', async () => {
  const { data: foretold } = await dryRun();
  assert.deepEqual(counts(foretold), [3, 2, 1]);
  const requestId = randomUUID();
  const { data } = await load(foretold.upload, engineer, requestId);
  assert.deepEqual(counts(data), [3, 2, 1]);
  assert.deepEqual([data.errors[0].line, data.errors[0].field], [3, 'num1']);

  const again = await load(foretold.upload, engineer, requestId);
  assert.equal(again.data.batch, data.batch, 'the same request is answered from its ledger');
  const later = await load(foretold.upload);
  assert.deepEqual(
    [later.code, later.error?.message],
    [34, 'The file of the dry run is no longer kept. Send it again.'],
  );
});

test('[STR-04] the original of a batch stays the file it was made of, though its request_id comes again with another', async () => {
  const requestId = randomUUID();
  const { batch } = (await load((await dryRun()).data.upload, engineer, requestId)).data;
  const other = (await dryRun(true, 'txt1,num1\nz,9\n')).data.upload;
  const refused = await load(other, engineer, requestId);
  assert.deepEqual([refused.http, refused.error?.error.type], [409, 'conflict']);
  assert.equal(await (await engineer.raw('GET', `/data/batch/${batch}/original`)).text(), FILE);
  assert.deepEqual(counts((await load(other)).data), [1, 1, 0], 'the other file is there to be imported');
});

test('[SEC-01] a kept file is of its user alone', async () => {
  const { upload } = (await dryRun()).data;
  assert.equal((await load(upload, colleague)).code, 34);
  const requestId = randomUUID();
  const { batch } = (await colleague.call('POST', '/data/csv', { query: { template }, body: FILE, requestId })).data;
  assert.equal((await load(upload, colleague, requestId)).data.batch, batch, 'a repeated request reads nothing');
  assert.equal((await colleague.call('GET', `/data/batch/${batch}`)).data.original, false);
  assert.deepEqual(counts((await load(upload)).data), [3, 2, 1]);
});

test('[SRC-36] of one user the last four files are kept', async () => {
  const uploads: string[] = [];
  for (let file = 0; file < 5; file++) uploads.push((await dryRun()).data.upload);
  const codes = [];
  for (const upload of uploads) codes.push((await load(upload)).code);
  assert.deepEqual(codes, [34, 30, 30, 30, 30]);
});

test('[SRC-36] nothing is kept unasked, or of a file that is refused', async () => {
  assert.equal((await dryRun(false)).data.upload, undefined);
  const query = { template, dry_run: true, keep: true };
  const refused = await engineer.call('POST', '/data/csv', { query, body: 'txt1,nothing\na,1\n' });
  assert.notEqual(refused.code, 30);
  assert.equal(refused.data, null);
});
