import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { mock, type TestContext, test } from 'node:test';
import { connectFreely, isLost, isTooLong, MysqlLink, refusalOf } from './mysql-link.ts';
import { openDatabase } from './open.ts';

/** What the driver can do on the side of a server, which its types leave out. */
interface Driver {
  createConnection(options: object): ServerSide;
}

interface ServerSide {
  serverHandshake(args: object): void;
  on(event: string, listener: () => void): void;
}

const driver = createRequire(import.meta.url)('mysql2') as Driver;
const HANDSHAKE = {
  protocolVersion: 10,
  serverVersion: '8.0.36',
  connectionId: 1,
  statusFlags: 2,
  characterSet: 8,
  // all but SSL
  capabilityFlags: 0xffffff & ~0x800,
};

/** A server that lets everybody in and answers no statement; `asked` resolves as one comes. */
async function silentServer(t: TestContext) {
  const lines: Socket[] = [];
  let heard = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    lines.push(socket);
    const line = driver.createConnection({ stream: socket, isServer: true });
    line.on('query', () => heard.resolve());
    line.on('error', () => {});
    line.serverHandshake(HANDSHAKE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const line of lines) line.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const asked = async (): Promise<void> => {
    await heard.promise;
    heard = Promise.withResolvers();
  };
  return { settings: { host: '127.0.0.1', port, uid: 'u', pwd: '' }, asked };
}

test('[SRC-14] a question ends when its connection is closed, whatever the server does', async (t) => {
  const { settings, asked } = await silentServer(t);
  const link = await MysqlLink.open(settings, connectFreely);
  const rows = link.rows('SELECT 1');
  await asked();
  link.close(new Error('left'));
  await assert.rejects(rows, /left/);
  assert.equal(link.usable, false);
});

test('[SRC-16] a query of a server that answers nothing ends at its limit', async (t) => {
  const { settings } = await silentServer(t);
  const database = openDatabase('mysql', settings);
  await assert.rejects(database.query('select 1', { rows: 1, timeout: 200 }), /took longer than 0\.2 seconds/);
  await database.close();
});

test('[SRC-14] [SRC-15] a question that is not answered ends after 30 seconds; the next one takes another connection', async (t) => {
  const { settings, asked } = await silentServer(t);
  let connections = 0;
  const database = openDatabase('mysql', settings, (...at) => {
    connections++;
    return connectFreely(...at);
  });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  for (const expected of [1, 2]) {
    const databases = database.databases();
    await asked();
    assert.equal(connections, expected);
    mock.timers.tick(30_000);
    await assert.rejects(databases, /answered nothing for 30 seconds/);
  }
  await database.close();
});

test('[SRC-16] [SRC-13] what MariaDB ended is told from other errors, though the driver has no name for it', () => {
  const error = (errno: number) => Object.assign(new Error('said'), { errno, code: undefined });
  assert.equal(isTooLong(error(1969)), true);
  assert.match(refusalOf(error(1969), 'table').message, /took longer than allowed.*said/);
  assert.equal(isLost(error(1927)), true);
  assert.equal(isTooLong(error(1064)), false);
});
