import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Caller, deployTemplate, platformForFile, until } from '@datasarana/testkit';

const { platform, engineer } = await platformForFile();

async function deployed(who: Caller = engineer): Promise<string> {
  const items = [
    { name: 'num1', value_type: 2, is_key: true },
    { name: 'txt1', value_type: 8 },
  ];
  return deployTemplate(who, 'Ordered', items);
}

/** An import whose body stays open until it is ended. */
function openImport(template: string, requestId: string) {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const reply = fetch(`${platform.url}/api/data/csv?template=${template}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${engineer.token}`, request_id: requestId, 'content-type': 'text/csv' },
    body: pipe.readable,
    duplex: 'half',
  } as RequestInit).then((response) => response.json());
  return { reply, write: (text: string) => writer.write(new TextEncoder().encode(text)), end: () => writer.close() };
}

const send = (template: string, body: string, requestId: string, behind?: string) =>
  engineer.call('POST', '/data/csv', { query: { template, ...(behind && { after: behind }) }, body, requestId });

const receiving = (template: string, count: number) =>
  until(
    async () => {
      const { data } = await engineer.call('POST', '/data/batch', { body: { template } });
      return data.filter(({ phase }: { readonly phase?: string }) => phase === 'upload');
    },
    (batches) => batches.length === count,
  );

const textsOf = async (template: string) => {
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: { size: 10 } });
  return data.hits.hits.map((hit: { readonly _source: { readonly txt1: string } }) => hit._source.txt1);
};

test('[STR-04] rows that go behind those of another request wait for it, however late that comes: the later value stays', async () => {
  const template = await deployed();
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  const third = send(template, 'num1,txt1\n1,third\n', ids[2], ids[1]);
  const second = send(template, 'num1,txt1\n1,second\n', ids[1], ids[0]);
  await receiving(template, 2);
  assert.deepEqual(await textsOf(template), []);
  assert.equal((await send(template, 'num1,txt1\n1,first\n', ids[0])).data.accepted, 1);
  assert.deepEqual([(await second).data.replaced, (await third).data.replaced], [1, 1]);
  assert.deepEqual(await textsOf(template), ['third']);
  const fourth = await send(template, 'num1,txt1\n1,fourth\n', randomUUID(), ids[0]);
  assert.equal(fourth.data.replaced, 1, 'a batch that stands is there to go behind');
});

test('[STR-04] [TSK-07] when a request is refused nothing that goes behind it is stored; sent again they come in order', async () => {
  const template = await deployed();
  const [one, two] = [randomUUID(), randomUUID()];
  const first = openImport(template, one);
  await first.write('other,columns\n');
  await receiving(template, 1);
  const second = send(template, 'num1,txt1\n1,second\n', two, one);
  await receiving(template, 2);
  await first.end();
  const [refused, behind] = [await first.reply, await second];
  assert.deepEqual([refused.code, behind.http, behind.code], [31, 409, 31]);
  assert.match(behind.error?.message ?? '', /go behind is not stored/);
  assert.deepEqual(await textsOf(template), []);
  const again = send(template, 'num1,txt1\n1,second\n', two, one);
  assert.equal((await send(template, 'num1,txt1\n1,first\n', one)).data.accepted, 1);
  assert.equal((await again).data.replaced, 1);
  assert.deepEqual(await textsOf(template), ['second']);
});

test('[STR-04] [TSK-06] a batch that waits is cancelled as any other; it cannot go behind itself nor behind another tenant', async () => {
  const template = await deployed();
  const other = await platform.b.as('data engineer');
  const foreign = randomUUID();
  const there = await deployed(other);
  const stored = await other.call('POST', '/data/csv', {
    query: { template: there },
    body: 'num1,txt1\n1,theirs\n',
    requestId: foreign,
  });
  assert.equal(stored.data.accepted, 1);
  const waiting = send(template, 'num1,txt1\n1,mine\n', randomUUID(), foreign);
  const [batch] = await receiving(template, 1);
  await engineer.call('POST', `/data/batch/${batch.id}/cancel`);
  assert.match((await waiting).error?.message ?? '', /was cancelled/);
  const own = randomUUID();
  assert.equal((await send(template, 'num1,txt1\n1,mine\n', own, own)).http, 400);
  assert.deepEqual(await textsOf(template), []);
});
