import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { followConsole } from './ingestor-console.ts';
import { IngestorLink } from './ingestor-link.ts';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** A frame of the server that closes with code 1000. */
const CLOSE = Buffer.from([0x88, 2, 0x03, 0xe8]);

/** A service whose console is opened, then treated as said. */
async function consoleThat(treat: (socket: Duplex) => void, opens = true) {
  const server = createServer();
  server.on('upgrade', ({ headers }, socket) => {
    socket.on('error', () => {});
    if (!opens) return socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-protocol: console\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    // The client tells its task as soon as the socket is open.
    socket.once('data', () => treat(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What is logged, and told as connected, until the console is gone. */
async function loggedOf(t: TestContext, treat: (socket: Duplex) => void, opens = true) {
  const said = t.mock.method(console, 'info', () => {});
  const { server, address } = await consoleThat(treat, opens);
  const connected: boolean[] = [];
  const gone = Promise.withResolvers<void>();
  const end = followConsole(new IngestorLink(address, 'key'), 'task-1', {
    onFrame: () => {},
    onConnected: (open) => {
      connected.push(open);
      if (!open) gone.resolve();
    },
  });
  await gone.promise;
  end();
  server.close();
  server.closeAllConnections();
  said.mock.restore();
  return { connected, lines: said.mock.calls.map((call) => String(call.arguments[0]).replace(address, 'it')) };
}

test('[ING-11] a console that was closed is logged as opened and closed', async (t) => {
  const { lines, connected } = await loggedOf(t, (socket) => {
    socket.write(CLOSE);
    socket.once('data', () => socket.end());
  });
  assert.deepEqual(lines, ['Console of it is open', 'Console of it was closed (1000)']);
  assert.deepEqual(connected, [true, false]);
});

test('[ING-11] a console whose service died is logged as died', async (t) => {
  const { lines, connected } = await loggedOf(t, (socket) => socket.destroy());
  assert.deepEqual(
    lines.filter((line) => !line.endsWith('failed')),
    ['Console of it is open', 'Console of it died (1006)'],
  );
  assert.deepEqual(connected, [true, false]);
});

test('[ING-11] a console that cannot be opened is logged as an error', async (t) => {
  const { lines, connected } = await loggedOf(t, () => {}, false);
  assert.deepEqual(lines[0], 'Console of it failed');
  assert.match(lines[1] ?? '', /^Console of it died \(\d+/);
  assert.deepEqual(connected, [false]);
});
