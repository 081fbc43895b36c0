import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployTemplate, platformForFile } from '@datasarana/testkit';

const { engineer } = await platformForFile();

/** A template whose topic has one partition, so that its messages have one order. */
const deployed = () =>
  deployTemplate(engineer, 'Shown', [{ name: 'num1', value_type: 2 }], { config: { kafka_shard: 1 } });

const load = (template: string, rows: readonly string[]) =>
  engineer.call('POST', '/data/csv', { query: { template }, body: `num1\n${rows.join('\n')}\n` });

const messages = async (id: string, offset = 0, size = 100): Promise<readonly unknown[]> => {
  const { data } = await engineer.call('POST', '/schema/data/template/stream', { body: { id, offset, size } });
  return data.map((one: Readonly<Record<string, unknown>>) => [one.offset, one.value]);
};

test('[TPL-34] [STR-06] refused rows are not among the messages of the stream, which keep their offsets', async () => {
  const id = await deployed();
  await load(id, ['1', 'x', '3', 'y', 'z']);
  await load(id, ['bad', '7']);
  const all = [
    [0, '1'],
    [2, '3'],
    [6, '7'],
  ];
  assert.deepEqual(await messages(id), all);
  assert.deepEqual(await messages(id, 1, 2), all.slice(1), 'a page has as many as were asked for');
});

test('[TPL-34] [SCR-08] a mended row is among them once it was taken, each of its refused forms never', async () => {
  const id = await deployed();
  const { data } = await load(id, ['1', 'x']);
  const mend = (raw: string) =>
    engineer.call('POST', `/data/batch/${data.batch}/replay`, { body: { rows: [{ line: 3, raw: { num1: raw } }] } });
  assert.equal((await mend('still none')).data.rejected, 1);
  assert.deepEqual(await messages(id), [[0, '1']]);
  assert.equal((await mend('2')).data.accepted, 1);
  assert.deepEqual(await messages(id), [
    [0, '1'],
    [3, '2'],
  ]);
});
