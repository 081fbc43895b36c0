import ipaddr from 'ipaddr.js';

/** Ranges of IPv6 that carry an IPv4 address or lead elsewhere than they say, beside what `range()` names itself. */
const KINDS: Readonly<Record<string, string>> = {
  loopback: 'this machine itself',
  private: 'a private network',
  uniqueLocal: 'a private network',
  linkLocal: 'the local link',
  carrierGradeNat: "a provider's inner network",
  multicast: 'a group of machines',
  broadcast: 'every machine of the network',
  unspecified: 'no machine',
  rfc6052: 'an IPv4 address behind a translator',
  rfc6145: 'an IPv4 address behind a translator',
  '6to4': 'an IPv4 address behind a tunnel',
  teredo: 'an IPv4 address behind a tunnel',
};

/** NAT64 for local use (RFC 8215). */
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');

/**
 * What keeps the platform from calling an address, in words; null for one of the public internet (SEC-07). An IPv4 address
 * written as IPv6 counts as what it is.
 */
export function obstacleOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'no address';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(LOCAL_NAT64)) return 'an IPv4 address behind a translator';
  const range = parsed.range();
  return range === 'unicast' ? null : (KINDS[range] ?? `reserved (${range})`);
}

/** Whether a host is written as an address, as URLs have it too: `[::1]`. */
export const addressIn = (host: string): string | null => {
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : null;
};
