import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '@datasarana/testkit';
import type { Action } from './bulk-action.ts';
import { ActionRun, pieces } from './bulk-pieces.ts';

async function actionsOf(body: Buffer, cuts: readonly number[] = []): Promise<readonly Action[]> {
  const stream = async function* () {
    let from = 0;
    for (const cut of [...cuts, body.length].sort((a, b) => a - b)) {
      if (cut > from) yield body.subarray(from, cut);
      from = Math.max(from, cut);
    }
  };
  const actions: Action[] = [];
  for await (const piece of pieces({ stream, params: { index: 'usual' }, query: {} })) {
    actions.push(...(piece instanceof ActionRun ? piece.actions : piece));
  }
  return actions;
}

const shown = ({ said: { name }, operation }: Action): unknown => {
  const { kind, id, routing, ifSeqNo } = operation;
  const text = 'source' in operation ? operation.source : 'body' in operation ? operation.body : '';
  return { name, kind, id, routing, ifSeqNo, text: typeof text === 'string' ? text : text.text };
};

const KINDS = ['index', 'index', 'index', 'create', 'update', 'delete'];
const IDS = ['a', 'b', 'a-longer-id', 'index', '_id', 'ä', 'with"quote', 'back\\slash', '', '1', undefined, 7];
const DOCUMENTS = [
  '{"a":1}',
  '{"a":"ä𝄞"}',
  ' {"a":1} ',
  '{}',
  '7',
  '[1]',
  '{"a":"\\n"}',
  '\u00a0{"a":1}',
  '{"_source":"x"}',
];

/** A bulk of random lines, and what each action says. */
function bulk(below: (limit: number) => number) {
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const said: unknown[] = [];
  const lines: string[] = [];
  const spaces = (text: string): string => pick(['', '', '', ' ', '\t']) + text + pick(['', '', '', ' ', '\r']);
  for (let i = 0; i < 60; i++) {
    const kind = pick(KINDS);
    const id = kind === 'update' || kind === 'delete' ? pick(['a', 'b']) : pick(IDS);
    const routing = below(9) === 0 ? pick(['a', 'r']) : undefined;
    const name = below(9) === 0 ? 'a' : undefined;
    const conditions = kind !== 'create' && below(9) === 0 ? { if_seq_no: 3, if_primary_term: 1 } : {};
    const meta =
      below(2) === 0
        ? { _id: id, _index: name, routing, ...conditions }
        : { routing, ...conditions, _index: name, _id: id };
    const text = kind === 'delete' ? '' : pick(DOCUMENTS);
    lines.push(spaces(JSON.stringify({ [kind]: meta })), ...(kind === 'delete' ? [] : [spaces(text)]));
    if (below(6) === 0) lines.push(pick(['', ' ', '\r']));
    said.push({
      name: name ?? 'usual',
      kind,
      id: id === undefined ? null : String(id),
      routing,
      ifSeqNo: kind === 'index' && id === undefined ? undefined : conditions.if_seq_no,
      text: text.trim(),
    });
  }
  return { body: Buffer.from(`${lines.join('\n')}${pick(['\n', ''])}`), said };
}

for (let seed = 1; seed <= 20; seed++) {
  test(`a bulk says the same however its lines resemble each other and wherever it is cut, seed ${seed}`, async () => {
    const below = dice(seed * 7919);
    const { body, said } = bulk(below);
    const cuts = Array.from({ length: below(20) }, () => below(body.length));
    assert.deepEqual((await actionsOf(body, cuts)).map(shown), said);
  });
}

/** How many documents each piece of a bulk has; a run is told apart. */
async function sizesOf(body: string): Promise<readonly string[]> {
  const stream = async function* () {
    yield Buffer.from(body);
  };
  const sizes: string[] = [];
  for await (const piece of pieces({ stream, params: { index: 'usual' }, query: {} })) {
    sizes.push(piece instanceof ActionRun ? `run of ${piece.lines.count}` : `${piece.length}`);
  }
  return sizes;
}

test('new documents without ids, one behind the other, are a run where they are many or all there is', async () => {
  const some = (count: number, action = '{"index":{}}'): string => `${action}\n{"a":1}\n`.repeat(count);
  const removed = '{"delete":{"_id":"a"}}\n';
  assert.deepEqual(await sizesOf(some(3)), ['run of 3']);
  assert.deepEqual(await sizesOf(some(1)), ['1']);
  assert.deepEqual(await sizesOf((some(1, '{"index":{"_index":"a"}}') + some(1)).repeat(2000)), ['4000']);
  assert.deepEqual(await sizesOf(removed + some(3)), ['4']);
  assert.deepEqual(await sizesOf(some(999) + removed + some(2)), ['1002']);
  assert.deepEqual(await sizesOf(some(1000) + removed + some(999)), ['run of 1000', '1000']);
  assert.deepEqual(await sizesOf(removed + some(1000) + removed), ['1', 'run of 1000', '1']);
  assert.deepEqual(await sizesOf(some(1000) + some(1000, '{"create":{}}')), ['run of 1000', 'run of 1000']);
  assert.deepEqual(await sizesOf(some(25_000)), ['run of 20000', 'run of 5000']);
  for (const said of ['"routing":"r"', '"_id":"a"', '"_id":"7","version":3,"version_type":"external"']) {
    assert.deepEqual(await sizesOf(some(1500, `{"index":{${said}}}`)), ['1500'], said);
  }
  const text = `{"index":{}}\n7\n`;
  assert.deepEqual(await sizesOf(some(1000) + text + some(1000)), ['run of 1000', '1', 'run of 1000']);
});

test('nothing of a bulk is stored before a line that refuses it, however long the runs before it are', async () => {
  const some = '{"index":{}}\n{"a":1}\n'.repeat(5000);
  let pieceCame = false;
  const reading = async (): Promise<void> => {
    const stream = async function* () {
      yield Buffer.from(`${some}{"delete":{"_id":"a"}}\n${some}{"nothing":{}}\n{}\n`);
    };
    for await (const _ of pieces({ stream, params: { index: 'usual' }, query: {} })) pieceCame = true;
  };
  await assert.rejects(reading(), /Malformed action\/metadata line \[20002\]/);
  assert.equal(pieceCame, false);
});

test('a document made anew has no state that it could be bound to', async () => {
  await assert.rejects(
    actionsOf(Buffer.from('{"create":{"_id":"a","if_seq_no":3,"if_primary_term":1}}\n{}\n')),
    /create operations do not support compare and set/,
  );
});

test('[API-15] a document whose bytes are no UTF-8 is refused alone, and an action with all of them', async () => {
  const body = Buffer.concat([
    Buffer.from('{"index":{"_id":"a"}}\n{"kw1":"'),
    Buffer.of(0xff),
    Buffer.from('"}\n{"index":{"_id":"b"}}\n{"kw1":"x"}\n'),
  ]);
  const faults = (await actionsOf(body)).map(({ operation: { id }, fault }) => [id, fault?.message]);
  assert.deepEqual(faults, [
    ['a', 'failed to parse'],
    ['b', undefined],
  ]);
  const action = Buffer.concat([Buffer.from('{"index":{"_id":"'), Buffer.of(0xff), Buffer.from('"}}\n{}\n')]);
  await assert.rejects(actionsOf(action), /The body is not UTF-8/);
});

test('a bulk of several megabytes is read in parts that end with lines', async () => {
  const document = (i: number): string => `{"n":${i},"filler":"${'x'.repeat((i * 7919) % 3000)}"}`;
  const all = Array.from({ length: 9000 }, (_, i) => document(i));
  for (const isNamed of [true, false]) {
    const action = (i: number): string => (isNamed ? `{"index":{"_id":"d${i}"}}` : '{"index":{}}');
    const body = Buffer.from(all.map((text, i) => `${action(i)}\n${text}\n`).join(''));
    const cuts = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, i) => i * 65_536);
    const actions = await actionsOf(body, cuts);
    assert.deepEqual(
      actions.map((action) => (shown(action) as { readonly text: string }).text),
      all,
    );
    assert.deepEqual(
      actions.map(({ operation }) => operation.id),
      all.map((_, i) => (isNamed ? `d${i}` : null)),
    );
  }
});

test('a line that is no action is refused with its place, also behind lines that resemble each other', async () => {
  const body = Buffer.from('{"index":{"_id":"a"}}\n{}\n{"index":{"_id":"b"}}\n{}\n{"index":{"_id":"c","x":1}}\n{}\n');
  await assert.rejects(actionsOf(body), { message: 'Action/metadata line [5] contains an unknown parameter [x]' });
});

test('a bulk bound to states a document cannot be in is refused as OpenSearch does', async () => {
  const cases: readonly (readonly [line: object, document: object, message: string])[] = [
    [
      { index: { _id: 'a', if_seq_no: -1, if_primary_term: 1 } },
      {},
      'sequence numbers must be non negative. got [-1].',
    ],
    [{ index: { _id: 'a', if_seq_no: 1, if_primary_term: -1 } }, {}, 'primary term must be non negative. got [-1]'],
    [{ create: { _id: 'a', if_seq_no: 1 } }, {}, 'Validation Failed: 1: ifSeqNo is set, but primary term is [0];'],
    [
      { index: { _id: 'a', if_seq_no: -2, if_primary_term: 1 } },
      {},
      'Validation Failed: 1: ifSeqNo is unassigned, but primary term is [1];',
    ],
    [
      { index: { _id: 'a', version: -1, version_type: 'external' } },
      {},
      'Validation Failed: 1: illegal version value [-1] for version type [EXTERNAL];',
    ],
    [
      { index: { _id: 'a', version: 1, version_type: 'external', if_seq_no: 1, if_primary_term: 1 } },
      {},
      'Validation Failed: 1: compare and write operations can not use versioning;',
    ],
    [
      { update: { _id: 'a', if_seq_no: 1, if_primary_term: 1 } },
      { doc: {}, doc_as_upsert: true },
      'Validation Failed: 1: compare and write operations can not be used with upsert;',
    ],
    [
      { update: { _id: 'a', if_seq_no: 1, if_primary_term: 1 } },
      { doc: {}, upsert: {} },
      "Validation Failed: 1: upsert requests don't support `if_seq_no` and `if_primary_term`;",
    ],
  ];
  for (const [line, document, message] of cases) {
    const body = Buffer.from(`${JSON.stringify(line)}\n${JSON.stringify(document)}\n`);
    await assert.rejects(actionsOf(body), { message });
  }
  const [free] = await actionsOf(Buffer.from('{"index":{"_id":"a","if_seq_no":-2,"if_primary_term":0}}\n{}\n'));
  assert.equal(free?.operation.ifSeqNo, undefined);
  const [bound] = await actionsOf(Buffer.from('{"index":{"_id":"a","if_seq_no":1.5,"if_primary_term":1}}\n{}\n'));
  assert.equal(bound?.operation.ifSeqNo, 1);
});
