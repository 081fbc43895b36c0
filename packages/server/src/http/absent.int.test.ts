import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, type HttpReply, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let callers: readonly Caller[];
before(async () => {
  at = await startPlatform();
  callers = await Promise.all(
    (['tenant administrator', 'data engineer', 'cluster administrator'] as const).map((role) => at.a.as(role)),
  );
});
after(() => at.stop());

const MISSING = /^'(\w+)' in the query is missing/;
const VALUES: Readonly<Record<string, string>> = {
  metric: 'os-stats',
  type: 'avro',
  sha256: 'a'.repeat(64),
  domain: 'absent',
};

/** The reply to the first of the callers who may ask, with all that the query must hold. */
async function asked(path: string): Promise<HttpReply> {
  const query: Record<string, string> = {};
  for (;;) {
    const replies = await Promise.all(callers.map((caller) => caller.call('GET', path, { query })));
    const reply = replies.find(({ http }) => http !== 403) ?? assert.fail(`nobody may ask ${path}`);
    const missing = MISSING.exec(reply.error?.message ?? '')?.[1];
    if (missing === undefined) return reply;
    query[missing] = VALUES[missing] ?? 'absent';
  }
}

/** There is asked whether one may do something with the record, or for a file to be saved. */
const OTHERS: ReadonlySet<string> = new Set(['session.group.invite.get', 'record.sharing', 'data.generic.get']);

test('[API-06] [API-12] whatever is read of what is not there is 200/34 with null, or says that there is none', async () => {
  const reads = at.platform.app.served.filter(({ method, endpoint }) => method === 'GET' && !OTHERS.has(endpoint.id));
  let absent = 0;
  for (const { path } of reads) {
    const address = path.slice('/api'.length).replace(':kind', 'visual.view').replaceAll(/:\w+/g, 'absent');
    const { http, code, data, error } = await asked(address);
    assert.deepEqual([http, error], [200, null], path);
    if (code === 34) {
      absent++;
      assert.equal(data, null, path);
    }
  }
  assert.ok(absent > 30, `${absent} calls read one thing`);
});
