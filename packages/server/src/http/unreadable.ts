import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import { ReplyCode } from '@datasarana/schema';
import { envelope } from './envelope.ts';

type Told = readonly [status: string, message: string, hint?: string];

const TOLD: Readonly<Record<string, Told>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `Address and headers together are larger than the ${maxHeaderSize / 1024} KB this platform takes`,
    'Shorten the address. The choice of many columns is stored with PUT /api/schema/source/converter, and named by its source.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come to its end in time'],
};
const NOT_HTTP = ['400 Bad Request', 'What was sent is not HTTP'] as const;

/** Answers what cannot even be read as a request in the envelope, too (API-03), and ends the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, message, hint = 'See /api/docs for the form of calls.']: Told = TOLD[error.code ?? ''] ?? NOT_HTTP;
  const told = {
    message,
    hint,
    error: { type: 'malformed', reason: message },
  } as const;
  const body = JSON.stringify(envelope(ReplyCode.Malformed, null, told, { now: Date.now(), took: 0 }));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `request_id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
