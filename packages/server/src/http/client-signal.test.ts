import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { clientSignal } from './client-signal.ts';

/** Runs `work` on the response to one request, whose client leaves when `leave` is called. */
async function answering(work: (response: ServerResponse, leave: () => void) => Promise<void>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    const asked = once(server, 'request');
    client.write('GET / HTTP/1.1\r\nhost: local\r\nconnection: close\r\n\r\n');
    const [, response] = await asked;
    await work(response, () => client.destroy());
  } finally {
    client.destroy();
    server.close();
  }
}

test('[LIM-11] a client that goes away ends what is done for it, also when it went before that began', async () => {
  for (const isEarly of [true, false]) {
    await answering(async (response, leave) => {
      const early = isEarly ? null : clientSignal(response, 'r1');
      assert.equal(early?.aborted ?? false, false);
      const closed = once(response, 'close');
      leave();
      await closed;
      const signal = early ?? clientSignal(response, 'r1');
      assert.equal(signal.aborted, true, isEarly ? 'gone before' : 'gone in the middle');
      assert.match(String(signal.reason), /client of request r1 went away/);
    });
  }
});

test('[LIM-11] an answer that went out whole ends nothing', async () => {
  await answering(async (response) => {
    const signal = clientSignal(response, 'r1');
    const closed = once(response, 'close');
    response.end('whole');
    await closed;
    assert.equal(signal.aborted, false);
  });
});
