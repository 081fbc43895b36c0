import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONSOLE_UNPAIRED, type ConsoleFrame } from '@datasarana/schema';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Console } from '../console/console.ts';
import type { Settings } from '../settings.ts';
import { guard } from './guard.ts';
import type { Pairing } from './pairing.ts';
import { targetOf } from './target.ts';

/** Consoles open at once: a browser needs one per page that shows an ingestor. */
const MOST_OPEN = 64;

const PROTOCOL = 'console';
const HEARTBEAT_MS = 20_000;
/** A browser that does not keep up loses its socket instead of filling our memory; it opens a new one and gets the replay. */
const MOST_BUFFERED = 4 * 1024 * 1024;

/** A browser cannot set headers on a socket, so its key comes as the second protocol. */
const keyOf = (request: IncomingMessage): string | undefined =>
  request.headers['sec-websocket-protocol']?.split(',')[1]?.trim();

/** `/console`: the first message is the id of a task, empty for all; then its last 200 frames and all that follow (ING-09, ING-16). */
export function serveConsole(server: Server, settings: Settings, pairing: Pairing, told: Console): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, handleProtocols: () => PROTOCOL });
  const refuse = (socket: Duplex, status: string): void =>
    void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (targetOf(request).path !== '/console') return refuse(socket, '404 Not Found');
    try {
      guard(request, settings);
      pairing.check(keyOf(request));
    } catch {
      return refuse(socket, '401 Unauthorized');
    }
    if (sockets.clients.size >= MOST_OPEN) return refuse(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request));
  });
  /** Those that have not answered since they were asked: a machine that went to sleep, or a line that was cut. */
  const silent = new Set<WebSocket>();
  /** Keys they were opened with. */
  const keys = new WeakMap<WebSocket, string>();
  pairing.onUnpaired(() => {
    for (const socket of sockets.clients)
      if (!pairing.knows(keys.get(socket))) socket.close(CONSOLE_UNPAIRED, 'This browser was unpaired');
  });
  sockets.on('connection', (socket, request: IncomingMessage) => {
    keys.set(socket, keyOf(request) ?? '');
    let forget = (): void => {};
    const send = (frame: ConsoleFrame): void => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate();
      else socket.send(JSON.stringify(frame));
    };
    socket.on('message', (text) => {
      forget();
      const task = String(text).trim();
      for (const frame of told.replay(task)) send(frame);
      forget = told.listen((frame) => {
        if (task === '' || frame.task === task) send(frame);
      });
    });
    socket.on('pong', () => silent.delete(socket));
    socket.on('close', () => {
      silent.delete(socket);
      forget();
    });
    socket.on('error', () => socket.terminate());
  });
  const beat = setInterval(() => {
    for (const socket of sockets.clients) {
      if (silent.has(socket)) socket.terminate();
      silent.add(socket);
      socket.ping();
    }
  }, HEARTBEAT_MS);
  return () => {
    clearInterval(beat);
    for (const socket of sockets.clients) socket.close(1001, 'The ingestor is stopping');
    sockets.close();
  };
}
