import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployTemplate, platformForFile } from '@datasarana/testkit';

const { engineer } = await platformForFile();

const deployed = () =>
  deployTemplate(engineer, 'Cells', [
    { name: 'kw1', value_type: 8 },
    { name: 'txt1', value_type: 7 },
  ]);

/** What is said of the rows that were refused. */
async function refused(body: string | Uint8Array, more: Readonly<Record<string, string>> = {}) {
  const query = { template: await deployed(), ...more };
  const { data } = await engineer.call('POST', '/data/csv', { query, body });
  return data.errors.map((cell: Readonly<Record<string, unknown>>) => [cell.line, cell.rule, cell.field]);
}

const LARGE = 'x'.repeat(4 * 1024 * 1024 + 1);

test('[TPL-06] [STR-03] a value that is too large, and one that is no text, is refused with the name of its field', async () => {
  assert.deepEqual(await refused(`kw1,Note\na,${LARGE}\nb,\0\nc,d,e\n`, { columns: '{"Note":"txt1"}' }), [
    [2, 'size', 'txt1'],
    [3, 'nul', 'txt1'],
    [4, 'columns', ''],
  ]);
  const row = Buffer.concat([Buffer.from('kw1,txt1\na,'), Buffer.from([0xff]), Buffer.from('\n')]);
  assert.deepEqual(await refused(row, { encoding: 'utf-8' }), [[2, 'encoding', 'txt1']]);
});

test('[STR-03] a reply shows the beginning of a long value that was refused, and the row is kept whole', async () => {
  const template = await deployTemplate(engineer, 'Long', [{ name: 'num1', value_type: 2 }]);
  const long = '😀'.repeat(100_000);
  const { data } = await engineer.call('POST', '/data/csv', { query: { template }, body: `num1\n${long}\nx\n` });
  assert.deepEqual(
    data.errors.map(({ value }: { readonly value: string }) => value),
    [`${'😀'.repeat(500)}…`, 'x'],
  );
  const kept = await engineer.call('GET', `/data/batch/${data.batch}/rejected`);
  assert.ok(JSON.stringify(kept.data).includes(long), JSON.stringify(kept).slice(0, 500));
});

test('[TPL-06] [SRC-07] so is one that the functions of its column make too large', async () => {
  const grow = [{ kind: 'replace', find: 'x', by: 'xx' }];
  const transforms = JSON.stringify({ kw1: [{ kind: 'trim' }], Note: grow });
  const more = { columns: '{"Note":"txt1"}', transforms };
  assert.deepEqual(await refused(`kw1,Note\na,${'x'.repeat(3 * 1024 * 1024)}\nb,x\n`, more), [[2, 'size', 'txt1']]);
});
