import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { deployTemplate, platformForFile } from '@datasarana/testkit';

const { engineer } = await platformForFile();

const items = (keyed: boolean) => [
  { name: 'num1', value_type: 2, is_key: keyed },
  { name: 'txt1', value_type: 8 },
];
const PARTS = [
  { file: 'a.csv', at: 2, line: 2 },
  { file: 'b.csv', at: 5, line: 12 },
  { file: 'c.csv', at: 9, line: 2 },
];
/** Three files: rows 1 and 3 and a bad one; row 1 changed, a blank line, row 3 as it was, a row with too many cells; row 4. */
const ROWS = 'num1,txt1\n1,a\nx,bad\n3,c\n1,new\n\n3,c\n5,too,many\n4,d\n';

const send = (template: string, { parts = PARTS as unknown, rows = ROWS, requestId = randomUUID(), ...query } = {}) =>
  engineer.call('POST', '/data/csv', {
    query: { template, parts: true, file: '3 files from a.csv to c.csv', ...query },
    body: `${JSON.stringify(parts)}\n${rows}`,
    requestId,
  });

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
const told = (parts: any) =>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  parts.map((part: any) => [part.read, part.accepted, part.replaced, part.unchanged, part.rejected]);

test('[TSK-06] [STR-03] rows of several files in one batch are counted file by file, and a rejected row says where it stood', async () => {
  const template = await deployTemplate(engineer, 'Keyed parts', items(true));
  const requestId = randomUUID();
  const dry = await send(template, { dry_run: true } as object);
  const sent = await send(template, { requestId });
  const expected = [
    [3, 2, 0, 0, 1],
    [3, 0, 1, 1, 1],
    [1, 1, 0, 0, 0],
  ];
  assert.deepEqual([told(dry.data.parts), told(sent.data.parts)], [expected, expected]);
  const again = await send(template, { requestId });
  assert.deepEqual([again.data.batch, told(again.data.parts)], [sent.data.batch, expected]);
  const kept = (await engineer.call('GET', `/data/batch/${sent.data.batch}`)).data;
  assert.deepEqual(
    kept.parts.map(({ file, at, line }: (typeof PARTS)[number]) => ({ file, at, line })),
    PARTS,
  );
  assert.deepEqual(told(kept.parts), expected);
  const { read, accepted, replaced, unchanged, rejected } = kept;
  assert.deepEqual([read, accepted, replaced, unchanged, rejected], [7, 3, 1, 1, 2]);
  const rows = (await engineer.call('GET', `/data/batch/${sent.data.batch}/rejected`)).data;
  assert.deepEqual(
    rows.map(({ line, at }: { readonly line: number; readonly at: object }) => [line, at]),
    [
      [3, { file: 'a.csv', line: 3 }],
      [8, { file: 'b.csv', line: 15 }],
    ],
  );
  const listed = (await engineer.call('POST', '/data/batch', { body: { template } })).data;
  assert.equal(listed[0].parts, undefined, 'a list is not filled with names of files');
});

test('[SCR-08] a mended row is counted in the file it came from', async () => {
  const template = await deployTemplate(engineer, 'Mended parts', items(true));
  const { batch } = (await send(template)).data;
  const body = { rows: [{ line: 8, raw: { num1: '5', txt1: 'too' } }] };
  const mended = await engineer.call('POST', `/data/batch/${batch}/replay`, { body });
  assert.equal(mended.data.accepted, 1, mended.error?.message);
  const kept = (await engineer.call('GET', `/data/batch/${batch}`)).data;
  assert.deepEqual(told(kept.parts), [
    [3, 2, 0, 0, 1],
    [3, 1, 1, 1, 0],
    [1, 1, 0, 0, 0],
  ]);
});

test('[STR-03] without keys too, and the rows alone make the batch', async () => {
  const template = await deployTemplate(engineer, 'Parts', items(false));
  const { data } = await send(template);
  assert.deepEqual(told(data.parts), [
    [3, 2, 0, 0, 1],
    [3, 2, 0, 0, 1],
    [1, 1, 0, 0, 0],
  ]);
});

test('[STR-01] a body without a true list of its files is refused', async () => {
  const template = await deployTemplate(engineer, 'Refused parts', items(false));
  const wrong = [{}, [], [{ file: 'a.csv', at: 2 }], [PARTS[1], PARTS[0]], [{ file: '', at: 2, line: 1 }]];
  for (const parts of wrong) {
    const reply = await send(template, { parts });
    assert.deepEqual([reply.http, reply.code], [400, 32], JSON.stringify(parts));
    assert.match(reply.error?.message ?? '', /first line of the body/);
  }
  const csv = (body: string, more = {}) =>
    engineer.call('POST', '/data/csv', { query: { template, parts: true, ...more }, body });
  assert.equal((await csv('num1,txt1\n1,a\n')).http, 400);
  const endless = await csv(`[${' '.repeat(3 * 1024 * 1024)}${JSON.stringify(PARTS).slice(1)}\n${ROWS}`);
  assert.match(endless.error?.message ?? '', /first line of the body/);
  assert.match((await csv('', { upload: 'kept' })).error?.message ?? '', /'parts' is for rows in the body/);
});
