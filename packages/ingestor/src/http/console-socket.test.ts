import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, mock, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { WebSocket } from 'ws';
import { Console } from '../console/console.ts';
import { readSettings } from '../settings.ts';
import { openDatabase } from '../state/database.ts';
import { Progress } from '../state/progress.ts';
import { serveConsole } from './console-socket.ts';
import { Pairing } from './pairing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'datasarana-console-'));
const database = openDatabase(folder);
const progress = new Progress(database);
const told = new Console(folder, true);
const server = createServer();
let key = '';
let pairing: Pairing;
const codes: string[] = [];
let close = (): void => {};
before(async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  pairing = new Pairing(progress, (code) => codes.push(code), Date.now);
  key = pairing.pair(codes[0] ?? '');
  close = serveConsole(server, readSettings({ INGESTOR_DATA: folder }), pairing, told);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => {
  close();
  server.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function connect(autoPong = true, own = key): WebSocket {
  const { port } = server.address() as AddressInfo;
  return new WebSocket(`ws://127.0.0.1:${port}/console`, ['console', own], { autoPong });
}

test('[ING-16] a console whose browser answers no more is closed, one that answers stays', async () => {
  const [silent, living] = [connect(false), connect()];
  await Promise.all([once(silent, 'open'), once(living, 'open')]);
  const asked = [once(silent, 'ping'), once(living, 'ping')];
  mock.timers.tick(20_000);
  await Promise.all(asked);
  // what it sends behind its answer is taken behind it
  told.state({}, 'something to be told');
  living.send('');
  await once(living, 'message');
  const gone = once(silent, 'close');
  mock.timers.tick(20_000);
  await gone;
  assert.equal(living.readyState, WebSocket.OPEN);
  living.close();
  await once(living, 'close');
});

test('[ING-18] a console ends with the pairing of its browser, others stay open', async () => {
  const other = pairing.pair(codes.at(-1) ?? '');
  const [leaving, staying] = [connect(true, other), connect()];
  await Promise.all([once(leaving, 'open'), once(staying, 'open')]);
  for (const socket of [leaving, staying]) socket.send('');
  await Promise.all([once(leaving, 'message'), once(staying, 'message')]);
  const heard: string[] = [];
  leaving.on('message', (text) => heard.push(String(text)));
  const [gone, going] = [once(leaving, 'close'), once(staying, 'message')];
  assert.equal(pairing.unpair(other), 1);
  told.state({}, 'said behind it');
  const [code, reason] = await gone;
  assert.deepEqual([code, String(reason), heard], [4401, 'This browser was unpaired', []]);
  const [frame] = await going;
  assert.match(String(frame), /said behind it/);
  const [refused] = await once(connect(true, other), 'error');
  assert.match(String(refused), /401/);
  staying.terminate();
});

test('[ING-16] 64 consoles are open at once, and the next has room when one of them goes', async () => {
  const sockets = Array.from({ length: 64 }, () => connect());
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const [refused] = await once(connect(), 'error');
  assert.match(String(refused), /503/);
  sockets.pop()?.terminate();
  const isOpen = async (): Promise<boolean> => {
    const next = connect();
    sockets.push(next);
    return Promise.race([once(next, 'open').then(() => true), once(next, 'error').then(() => false)]);
  };
  await until(isOpen, (open) => open);
  for (const socket of sockets) socket.terminate();
});
