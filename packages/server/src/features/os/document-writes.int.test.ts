import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

test('a write bound to a sequence number loses against one that came before it', async () => {
  const made = (await door('PUT', '/cas/_doc/1', { n: 1 })).json;
  const bound = `/cas/_doc/1?if_seq_no=${made._seq_no}&if_primary_term=${made._primary_term}`;
  const second = await door('PUT', bound, { n: 2 });
  assert.equal(second.status, 200);
  assert.equal(second.json._version, 2);
  const late = await door('PUT', bound, { n: 3 });
  assert.equal(late.status, 409);
  assert.equal(late.json.error.type, 'version_conflict_engine_exception');
  assert.equal(late.json.status, 409);
  assert.equal((await door('GET', '/cas/_doc/1')).json._source.n, 2);
});

test('of many who change the same document at once exactly one wins each round', async () => {
  await door('PUT', '/race/_doc/1', { n: 0 });
  for (let round = 1; round <= 5; round++) {
    const { _seq_no: seq, _source: source } = (await door('GET', '/race/_doc/1')).json;
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        door('PUT', `/race/_doc/1?if_seq_no=${seq}&if_primary_term=1`, { n: source.n + 1 }),
      ),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).sort(),
      [200, 409, 409, 409, 409, 409, 409, 409],
      `round ${round}`,
    );
  }
  assert.equal((await door('GET', '/race/_doc/1')).json._source.n, 5);
});

test('external versions only go up', async () => {
  const put = (version: number, type = 'external') =>
    door('PUT', `/ext/_doc/1?version=${version}&version_type=${type}`, { version });
  assert.equal((await put(7)).json._version, 7);
  assert.equal((await put(7)).status, 409);
  assert.equal((await put(6)).status, 409);
  assert.equal((await put(7, 'external_gte')).status, 200);
  assert.equal((await put(9)).json._version, 9);
});

test('an update that says nothing is refused for that', async () => {
  await door('PUT', '/idle/_doc/1', { txt1: 'a' });
  const { status, json } = await door('POST', '/idle/_update/1');
  assert.deepEqual([status, json.error?.reason], [400, 'Validation Failed: 1: script or doc is missing;']);
});

test('[IDX-09] a version whose digits would be lost is refused, alone and in a bulk', async () => {
  const version = '9223372036854775807';
  const reason = `[version] ${version} is beyond 9007199254740991, the largest a document has here`;
  const alone = await door('PUT', `/vast/_doc/1?version=${version}&version_type=external`, {});
  assert.deepEqual([alone.status, alone.json.error.reason], [400, reason]);
  const line = `{"index":{"_id":"1","version":"${version}","version_type":"external"}}\n{}\n`;
  assert.equal((await door('POST', '/vast/_bulk', line)).json.error.reason, reason);
});

test('[IDX-09] an update gives its routing to the document, and leaves the one it has without it', async () => {
  await door('PUT', '/rerouted/_doc/1?routing=a', { num1: 1 });
  const routingAfter = async (address: string) => {
    await door('POST', `/rerouted/_update/1${address}`, { doc: { [`num${address.length}`]: 1 } });
    return (await door('GET', '/rerouted/_doc/1')).json._routing;
  };
  assert.deepEqual([await routingAfter(''), await routingAfter('?routing=b')], ['a', 'b']);
});

test('[IDX-09] a document that is made is bound to no version, alone and in a bulk', async () => {
  const of = (what: string) => `Validation Failed: 1: create operations ${what}. use index instead;`;
  const told = {
    'version=1': of('do not support explicit versions'),
    'version_type=external&version=1': of('only support internal versioning'),
    'version_type=external': of('only support internal versioning'),
    'if_seq_no=0&if_primary_term=1': of('do not support compare and set'),
  };
  for (const [bound, reason] of Object.entries(told)) {
    for (const [method, address] of [
      ['PUT', `/bound/_create/1?${bound}`],
      ['PUT', `/bound/_doc/1?op_type=create&${bound}`],
      ['POST', `/bound/_doc?${bound}`],
    ] as const) {
      const { status, json } = await door(method, address, { num1: 1 });
      assert.deepEqual([status, json.error?.reason], [400, reason], address);
    }
    for (const action of [{ create: { _id: '1' } }, { index: { _id: '1', op_type: 'create' } }]) {
      const [[kind, meta] = ['', {}]] = Object.entries(action);
      const line = { [kind]: { ...meta, ...Object.fromEntries(new URLSearchParams(bound)) } };
      const { status, json } = await door('POST', '/bound/_bulk', `${JSON.stringify(line)}\n{"num1":1}\n`);
      assert.deepEqual([status, json.error?.reason], [400, reason], JSON.stringify(line));
    }
  }
  assert.equal((await door('GET', '/bound/_count')).status, 404, 'nothing was made');
});
