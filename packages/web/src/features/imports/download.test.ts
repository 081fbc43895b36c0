import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchDownload } from './download.ts';

const ENVELOPE = '{"code":34,"ts":1,"took":0,"data":null,"error":null}';
const SAVED = { 'content-disposition': 'attachment; filename="a.json"' };
const REPLIES: Readonly<Record<string, readonly [status: number, headers: object, body: string]>> = {
  '/none': [200, {}, ENVELOPE],
  '/refused': [403, {}, '{"error":{"message":"Not yours.","hint":"Ask."}}'],
  '/file': [200, SAVED, ENVELOPE],
};

test('[API-06] [API-32] a download of what is not there is no file, and a file of JSON is one', async (t) => {
  const server = createServer(({ url = '' }, reply) => {
    const [status, headers, body] = REPLIES[url] ?? assert.fail(url);
    reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await assert.rejects(fetchDownload(`${base}/none`, {}), /is not there, or is not shared with you/);
  await assert.rejects(fetchDownload(`${base}/refused`, {}), /^Error: Not yours. Ask.$/);
  assert.equal(await (await fetchDownload(`${base}/file`, {})).text(), ENVELOPE);
});
