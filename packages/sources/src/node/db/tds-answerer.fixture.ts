import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A column as it goes over the wire; the types that statements of the reader bring. */
export type TdsType = 'nvarchar' | 'int' | 'bit' | 'real' | 'float' | 'guid' | 'varbinary';
export interface TdsAnswer {
  readonly columns: readonly (readonly [name: string, type: TdsType])[];
  readonly rows: readonly (readonly unknown[])[];
  /** The connection goes after so many rows. */
  readonly breakAfter?: number;
}
export interface TdsError {
  readonly number: number;
  readonly message: string;
}
/** Null = no answer ever comes. */
export type Answer = (sql: string) => TdsAnswer | TdsError | null;

const le = (value: number | bigint, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  for (let i = 0, rest = BigInt(value); i < bytes; i++, rest >>= 8n) buffer[i] = Number(rest & 255n);
  return buffer;
};
const short = (text: string): Buffer => Buffer.concat([le(text.length, 1), Buffer.from(text, 'utf16le')]);
const long = (text: string): Buffer => Buffer.concat([le(text.length, 2), Buffer.from(text, 'utf16le')]);

const done = (status: number, rows = 0): Buffer =>
  Buffer.concat([Buffer.of(0xfd), le(status, 2), le(0, 2), le(rows, 8)]);
const errorToken = ({ number, message }: TdsError): Buffer => {
  const body = Buffer.concat([le(number, 4), Buffer.of(1, 14), long(message), short('here'), short(''), le(1, 4)]);
  return Buffer.concat([Buffer.of(0xaa), le(body.length, 2), body, done(2)]);
};
const COLLATION = Buffer.of(0x09, 0x04, 0xd0, 0x00, 0x34);
const TYPES: Readonly<Record<TdsType, Buffer>> = {
  nvarchar: Buffer.concat([Buffer.of(0xe7), le(8000, 2), COLLATION]),
  int: Buffer.of(0x26, 4),
  bit: Buffer.of(0x68, 1),
  real: Buffer.of(0x6d, 4),
  float: Buffer.of(0x6d, 8),
  guid: Buffer.of(0x24, 16),
  varbinary: Buffer.concat([Buffer.of(0xa5), le(8000, 2)]),
};

function fixed(bytes: Buffer): Buffer {
  return Buffer.concat([le(bytes.length, 1), bytes]);
}
const float = (value: number, bytes: 4 | 8): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 4) buffer.writeFloatLE(value);
  else buffer.writeDoubleLE(value);
  return buffer;
};
function cell(type: TdsType, value: unknown): Buffer {
  const wide = type === 'nvarchar' || type === 'varbinary';
  if (value === null) return wide ? Buffer.of(0xff, 0xff) : Buffer.of(0);
  switch (type) {
    case 'nvarchar': {
      const text = Buffer.from(String(value), 'utf16le');
      return Buffer.concat([le(text.length, 2), text]);
    }
    case 'varbinary': {
      const bytes = value as Buffer;
      return Buffer.concat([le(bytes.length, 2), bytes]);
    }
    case 'int':
      return fixed(le(BigInt.asUintN(32, BigInt(Number(value))), 4));
    case 'bit':
      return fixed(Buffer.of(value ? 1 : 0));
    case 'real':
      return fixed(float(Number(value), 4));
    case 'float':
      return fixed(float(Number(value), 8));
    case 'guid':
      return fixed(value as Buffer);
  }
}

const header = (columns: TdsAnswer['columns']): Buffer =>
  Buffer.concat([
    Buffer.of(0x81),
    le(columns.length, 2),
    ...columns.map(([name, type]) => Buffer.concat([le(0, 4), le(9, 2), TYPES[type], short(name)])),
  ]);
const rowToken = (columns: TdsAnswer['columns'], row: readonly unknown[]): Buffer =>
  Buffer.concat([Buffer.of(0xd1), ...columns.map(([, type], i) => cell(type, row[i] ?? null))]);

const PACKET = 4000;
function* packets(payload: Buffer, whole = true): Generator<Buffer> {
  for (let at = 0, id = 1; at < payload.length; at += PACKET, id++) {
    const part = payload.subarray(at, at + PACKET);
    const last = whole && at + PACKET >= payload.length;
    const head = Buffer.of(4, last ? 1 : 0, 0, 0, 0, 0, id & 255, 0);
    head.writeUInt16BE(part.length + 8, 2);
    yield Buffer.concat([head, part]);
  }
}

const send = (to: Duplex, payload: Buffer): void => {
  for (const packet of packets(payload)) to.write(packet);
};

const clear = (bytes: Buffer): string =>
  Buffer.from(bytes.map((byte) => ((byte ^ 0xa5) >> 4) | (((byte ^ 0xa5) & 15) << 4))).toString('utf16le');
const field = (login: Buffer, at: number): Buffer => {
  const from = login.readUInt16LE(at);
  return login.subarray(from, from + 2 * login.readUInt16LE(at + 2));
};

/** A certificate with its key, both PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** Carries TLS in messages of its own until it is agreed on, and bare from then on: [MS-TDS] 2.2.6.5. */
class TlsCarrier extends Duplex {
  readonly #socket: Socket;
  #flight: Buffer[] = [];
  bare = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.bare) {
      this.#socket.write(chunk, () => done());
      return;
    }
    this.#flight.push(chunk);
    // a client waits for one message to each of its own
    if (this.#flight.length === 1) setImmediate(() => this.#send());
    done();
  }

  #send(): void {
    for (const packet of packets(Buffer.concat(this.#flight))) this.#socket.write(packet);
    this.#flight = [];
  }
}

/**
 * Speaks as much of TDS 7.4 as a client needs to sign in and to get rows, with TLS when it has a certificate: [MS-TDS] 2.2. It
 * knows no SQL; `answer` says what a statement gives.
 */
export class TdsAnswerer {
  readonly #server: Server;
  readonly #answer: Answer;
  readonly #identity: Identity | undefined;
  readonly #sockets = new Set<Socket>();
  logins = 0;

  /** Sign-ins that came encrypted. */
  secured = 0;

  private constructor(answer: Answer, identity: Identity | undefined) {
    this.#answer = answer;
    this.#identity = identity;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(answer: Answer, identity?: Identity): Promise<TdsAnswerer> {
    const made = new TdsAnswerer(answer, identity);
    made.#server.listen(0, '127.0.0.1');
    await once(made.#server, 'listening');
    return made;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    let carrier: TlsCarrier | null = null;
    const plain = this.#reader(socket, (type, message) => {
      if (type !== 0x12) return this.#heard(socket, socket, type, message);
      if (carrier) return void carrier.push(message);
      const encryption = this.#identity ? 1 : 2;
      send(socket, Buffer.of(0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, encryption));
      if (this.#identity) carrier = this.#secure(socket, this.#identity);
    });
    socket.on('data', (chunk) => {
      if (carrier?.bare) carrier.push(chunk);
      else plain(chunk);
    });
  }

  #secure(socket: Socket, identity: Identity): TlsCarrier {
    const carrier = new TlsCarrier(socket);
    const secureContext = createSecureContext({ ...identity, maxVersion: 'TLSv1.2' });
    const clear = new TLSSocket(carrier, { isServer: true, secureContext });
    clear.on('error', () => socket.destroy());
    clear.on('secure', () => setImmediate(() => (carrier.bare = true)));
    const heard = this.#reader(socket, (type, message) => {
      if (type === 0x10) this.secured++;
      this.#heard(socket, clear, type, message);
    });
    clear.on('data', heard);
    return carrier;
  }

  /** Puts packets together again to messages. */
  #reader(socket: Socket, heard: (type: number, message: Buffer) => void): (chunk: Buffer) => void {
    let waiting = Buffer.alloc(0);
    let message = Buffer.alloc(0);
    return (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      while (!socket.destroyed && waiting.length >= 8 && waiting.length >= waiting.readUInt16BE(2)) {
        const size = waiting.readUInt16BE(2);
        message = Buffer.concat([message, waiting.subarray(8, size)]);
        const [type = 0, status = 0] = waiting;
        waiting = waiting.subarray(size);
        if ((status & 1) === 0) continue;
        heard(type, message);
        message = Buffer.alloc(0);
      }
    };
  }

  #heard(socket: Socket, to: Duplex, type: number, message: Buffer): void {
    if (type === 0x10) send(to, this.#login(message));
    else if (type === 0x06) send(to, done(0x20));
    else if (type === 0x01) this.#batch(socket, to, message.subarray(message.readUInt32LE(0)).toString('utf16le'));
  }

  #login(login: Buffer): Buffer {
    this.logins++;
    const user = field(login, 40).toString('utf16le');
    if (clear(field(login, 44)) !== 'tulip')
      return errorToken({ number: 18456, message: `Login failed for user '${user}'.` });
    const body = Buffer.concat([Buffer.of(1, 0x74, 0, 0, 4), short('Answerer'), Buffer.of(16, 0, 0, 0)]);
    return Buffer.concat([Buffer.of(0xad), le(body.length, 2), body, done(0)]);
  }

  #batch(socket: Socket, to: Duplex, sql: string): void {
    const answer = /^\s*set /i.test(sql) ? { columns: [], rows: [] } : this.#answer(sql);
    if (answer === null) return;
    if ('number' in answer) {
      send(to, errorToken(answer));
      return;
    }
    const { columns, breakAfter } = answer;
    const rows = answer.rows.slice(0, breakAfter).map((row) => rowToken(columns, row));
    const body = Buffer.concat([header(columns), ...rows]);
    if (breakAfter === undefined) {
      send(
        to,
        Buffer.concat([columns.length > 0 ? body : Buffer.alloc(0), done(columns.length > 0 ? 0x10 : 0, rows.length)]),
      );
      return;
    }
    for (const packet of packets(body, false)) to.write(packet);
    socket.end(() => socket.destroy());
  }
}
