import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployTemplate, platformForFile } from '@datasarana/testkit';

const { engineer } = await platformForFile();

const linesOf = (batch: number, rows: number): string =>
  Array.from({ length: rows }, (_, row) => `${batch * 1000 + row},word w${batch}\n`).join('');

interface Sent {
  readonly code: number;
  readonly data: Readonly<Record<'batch' | 'read' | 'accepted' | 'replaced' | 'rejected', never>>;
}

const send = (template: string, body: string): Promise<Sent> =>
  engineer.call('POST', '/data/csv', { query: { template }, body: `num1,txt1\n${body}` });

async function counted(template: string, query: object): Promise<number> {
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: { size: 0, query } });
  return data.hits.total.value;
}

for (const isKeyed of [false, true])
  test(`[STR-03] [STR-04] forty small batches at once ${isKeyed ? 'with keys ' : ''}each get their own ledger and record; a refused row stays its own batch's`, async () => {
    const items = [
      { name: 'num1', value_type: 2, is_key: isKeyed },
      { name: 'txt1', value_type: 7 },
    ];
    const template = await deployTemplate(engineer, `Small ${isKeyed}`, items);
    const bodies = Array.from({ length: 40 }, (_, n) => linesOf(n, 50 + n) + (n % 10 === 3 ? 'no number,odd\n' : ''));
    const replies = await Promise.all(bodies.map((body) => send(template, body)));
    const counts = replies.map(({ data: { read, accepted, replaced, rejected } }) => [
      read,
      accepted,
      replaced,
      rejected,
    ]);
    assert.deepEqual(
      counts,
      bodies.map((_, n) => (n % 10 === 3 ? [51 + n, 50 + n, 0, 1] : [50 + n, 50 + n, 0, 0])),
    );
    assert.equal(await counted(template, { match_all: {} }), 40 * 50 + (39 * 40) / 2);
    for (const n of [0, 3, 39]) assert.equal(await counted(template, { match: { txt1: `w${n}` } }), 50 + n);
    const { data: batches } = await engineer.call('POST', '/data/batch', { body: { template, to: 50 } });
    assert.deepEqual(new Set(batches.map(({ state }: { readonly state: string }) => state)), new Set(['done']));
    assert.deepEqual(
      new Set(batches.map(({ id }: { readonly id: string }) => id)),
      new Set(replies.map(({ data }) => data.batch)),
    );
    const { data: rejected } = await engineer.call('GET', `/data/batch/${replies[13]?.data.batch}/rejected`);
    assert.equal(rejected.length, 1);
  });
