import { isIP } from 'node:net';

/** Ranges that may be named instead of written out. */
const NAMED: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * What is wrong with one entry of DATASARANA_TRUST_PROXY, or null. Only addresses are taken: trusting everyone, or a number of
 * hops, would let any caller who reaches the platform directly choose the address it is seen under.
 */
export function proxyFault(entry: string): string | null {
  if (NAMED.includes(entry)) return null;
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefixFits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (version !== 0 && prefixFits && more.length === 0) return null;
  return `write the proxy's address as 10.0.0.2, a range as 10.0.0.0/8, or ${NAMED.join(', ')}`;
}
