import { createHmac } from 'node:crypto';

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** MD4 (RFC 1320), which current OpenSSL no longer offers and NTLM is made of. */
export function md4(message: Buffer): Buffer {
  const padded = Buffer.alloc((((message.length + 8) >> 6) + 1) * 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, padded.length - 8);
  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let at = 0; at < padded.length; at += 64) {
    const x = Array.from({ length: 16 }, (_, i) => padded.readInt32LE(at + i * 4));
    const before = [a, b, c, d] as const;
    for (let i = 0; i < 48; i++) {
      const round = i >> 4;
      const mix = round === 0 ? (b & c) | (~b & d) : round === 1 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const word = x[ORDER[round]?.[i & 15] ?? 0] ?? 0;
      const turned = rotate((a + mix + word + (CONSTANTS[round] ?? 0)) | 0, SHIFTS[round]?.[i & 3] ?? 0);
      [a, b, c, d] = [d, turned, b, c];
    }
    [a, b, c, d] = [(a + before[0]) | 0, (b + before[1]) | 0, (c + before[2]) | 0, (d + before[3]) | 0];
  }
  const digest = Buffer.alloc(16);
  for (const [i, word] of [a, b, c, d].entries()) digest.writeInt32LE(word, i * 4);
  return digest;
}

const CONSTANTS = [0, 0x5a827999, 0x6ed9eba1];
const SHIFTS = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
];
const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
];

const hmacMd5 = (key: Buffer, text: Buffer): Buffer => createHmac('md5', key).update(text).digest();
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

export interface NtlmAccount {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
}

/** NTOWFv2 ([MS-NLMP] 3.3.2). */
export const ntowf = ({ username, password, domain }: NtlmAccount): Buffer =>
  hmacMd5(md4(wide(password)), wide(username.toUpperCase() + domain));

/** The NTLMv2 answer to a server's challenge ([MS-NLMP] 3.3.2); `time` in 100 ns since 1601. */
export function ntlmV2(account: NtlmAccount, server: Buffer, client: Buffer, time: bigint, target: Buffer): Buffer {
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64LE(time);
  const blob = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    stamp,
    client,
    Buffer.alloc(4),
    target,
    Buffer.alloc(4),
  ]);
  return Buffer.concat([hmacMd5(ntowf(account), Buffer.concat([server, blob])), blob]);
}

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
/** Unicode, target requested, NTLM, always sign, extended session security. */
const FLAGS = 0x00088205;

/** The first message: what is offered. */
export function ntlmNegotiate(): string {
  const message = Buffer.alloc(32);
  SIGNATURE.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(FLAGS, 12);
  return `NTLM ${message.toString('base64')}`;
}

/** What the server's second message asks; null when it is none. */
export function ntlmChallenge(header: string | undefined): { readonly server: Buffer; readonly target: Buffer } | null {
  const [, text = ''] = /NTLM\s+([A-Za-z0-9+/=]+)/.exec(header ?? '') ?? [];
  const message = Buffer.from(text, 'base64');
  if (message.length < 48 || !message.subarray(0, 8).equals(SIGNATURE) || message.readUInt32LE(8) !== 2) return null;
  const [length, at] = [message.readUInt16LE(40), message.readUInt32LE(44)];
  return { server: message.subarray(24, 32), target: message.subarray(at, at + length) };
}

/** The third message: who asks, with the answer to the challenge. */
export function ntlmAuthenticate({ username, domain }: NtlmAccount, answer: Buffer): string {
  const parts = [Buffer.alloc(24), answer, wide(domain), wide(username), Buffer.alloc(0), Buffer.alloc(0)];
  const header = Buffer.alloc(64);
  SIGNATURE.copy(header);
  header.writeUInt32LE(3, 8);
  let at = header.length;
  parts.forEach((part, i) => {
    header.writeUInt16LE(part.length, 12 + i * 8);
    header.writeUInt16LE(part.length, 14 + i * 8);
    header.writeUInt32LE(at, 16 + i * 8);
    at += part.length;
  });
  header.writeUInt32LE(FLAGS, 60);
  return `NTLM ${Buffer.concat([header, ...parts]).toString('base64')}`;
}

/** Now, as NTLM counts. */
export const ntlmTime = (ms: number): bigint => (BigInt(Math.trunc(ms)) + 11_644_473_600_000n) * 10_000n;
