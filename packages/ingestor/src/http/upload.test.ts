import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { takeUpload } from './upload.ts';

const PART = '--b\r\ncontent-disposition: form-data; name="file"; filename="up.csv"\r\n\r\nnum1\r\n1\r\n';
const HEAD =
  'POST / HTTP/1.1\r\nhost: local\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-upload-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** What becomes of an upload whose sender is gone after `text`; `begin` is told of the request and its end. */
async function brokenOff(text: string, begin: (request: IncomingMessage, cut: () => void) => Promise<unknown>) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    const asked = once(server, 'request');
    sender.write(HEAD + text);
    const [request] = await asked;
    await begin(request, () => sender.destroy());
  } finally {
    sender.destroy();
    server.close();
  }
}

test('[ING-08] an upload whose sender goes away ends: before its file, in its middle, and before it is looked at', async () => {
  const told = { message: 'The upload broke off before its end. Send the file again.' };
  const cutInside = (request: IncomingMessage, cut: () => void) => {
    request.once('data', () => setImmediate(cut));
    return assert.rejects(takeUpload(request, folder), told);
  };
  await brokenOff('--b\r\n', cutInside);
  await brokenOff(PART, cutInside);
  assert.deepEqual(await readdir(path.join(folder, 'uploads')), [], 'no part of a file stays');
  await brokenOff(PART, async (request, cut) => {
    const closed = new Promise((resolve) => request.once('close', resolve));
    cut();
    await closed;
    await assert.rejects(takeUpload(request, folder), told);
  });
  assert.deepEqual(await readdir(path.join(folder, 'uploads')), []);
});
