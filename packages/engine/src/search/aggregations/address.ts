import { isIPv4, isIPv6 } from 'node:net';

/** An address as a number of 128 bits; IPv4 mapped into IPv6, as OpenSearch orders them. */
export type Address = bigint;

const V4 = 0xffff_0000_0000n;
const BITS = 128n;

export function addressOf(text: string): Address | null {
  if (isIPv4(text)) return V4 | v4Bits(text);
  if (!isIPv6(text) || text.includes('%')) return null;
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const plain = tail === null ? text : `${tail[1] ?? ''}${hexPair(v4Bits(tail[2] ?? ''))}`;
  const [head = '', rest] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = rest === undefined || rest === '' ? [] : rest.split(':');
  const zeros = Array.from({ length: rest === undefined ? 0 : 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].reduce((all, group) => (all << 16n) | BigInt(`0x${group}`), 0n);
}

const v4Bits = (text: string): bigint => text.split('.').reduce((all, part) => (all << 8n) | BigInt(part), 0n);
const hexPair = (bits: bigint): string => `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;

/** As Java writes it: IPv4 with dots, IPv6 with the longest run of zeros left out. */
export function addressText(address: Address): string {
  if (address >> 32n === V4 >> 32n) {
    return [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 0xffn)).join('.');
  }
  const groups = Array.from({ length: 8 }, (_, i) => ((address >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  const runs = [...groups.join(':').matchAll(/(?:^|(?<=:))0(?::0)+(?=:|$)/g)];
  const longest = runs.reduce((best, [run]) => (run.length > best.length ? run : best), '');
  if (longest === '') return groups.join(':');
  const text = groups.join(':');
  const at = runs.find(([run]) => run === longest)?.index ?? 0;
  const before = text.slice(0, at).replace(/:$/, '');
  const after = text.slice(at + longest.length).replace(/^:/, '');
  return `${before}::${after}`;
}

/**
 * The first address of a mask such as 10.0.0.0/8, and the first behind it; null for an open end. Null instead of both where it is none, as of
 * an IPv4 address in IPv6, whose length could be meant of either.
 */
export function maskLimits(mask: string): { readonly from: Address | null; readonly to: Address | null } | null {
  const [text = '', length = ''] = mask.split('/');
  const address = addressOf(text);
  const most = isIPv4(text) ? 32 : 128;
  const isMapped = address !== null && most === 128 && address >> 32n === V4 >> 32n;
  if (address === null || isMapped || !/^\d+$/.test(length) || Number(length) > most) return null;
  const free = BigInt(most - Number(length));
  const from = (address >> free) << free;
  const to = from + (1n << free);
  return { from: from === 0n ? null : from, to: to >= 1n << BITS ? null : to };
}
