import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { packed, takesGzip } from './packing.ts';

test('gzip is taken by who names it, or takes anything', () => {
  for (const accepted of ['gzip', 'gzip, deflate', 'br;q=1.0, GZIP;q=0.8', '*', '*;q=0.1'])
    assert.equal(takesGzip(accepted), true, accepted);
  for (const accepted of [undefined, '', 'identity', 'deflate, br', 'gzip;q=0', 'gzip; q=0.0, *', '*;q=0'])
    assert.equal(takesGzip(accepted), false, accepted);
});

test('an answer is packed when it is long enough and may be', async () => {
  const long = 'é'.repeat(2000);
  assert.equal(gunzipSync((await packed(long, 'gzip')) ?? Buffer.alloc(0)).toString('utf8'), long);
  assert.equal(await packed(long, 'deflate'), null);
  assert.equal(await packed('{}', 'gzip'), null);
});
