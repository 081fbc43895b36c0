/** What IPv4 addresses have before their 32 bits. */
const MAPPED = 0xffffn;

/** An address as a number of 128 bits; IPv4 stands among IPv6 where `::ffff:0:0/96` has it. Null when it is none. */
export function ipNumber(text: string): bigint | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    const v4 = v4Number(text);
    return v4 === null ? null : (MAPPED << 32n) + v4;
  }
  return v6Number(text);
}

function v4Number(text: string): bigint | null {
  const parts = text.split('.').map(Number);
  return parts.some((part) => part > 255) ? null : parts.reduce((all, part) => all * 256n + BigInt(part), 0n);
}

function v6Number(text: string): bigint | null {
  const tail = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text);
  if (tail) {
    const v4 = v4Number(tail[2] ?? '');
    return v4 === null ? null : v6Number(`${tail[1]}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`);
  }
  const halves = text.split('::');
  if (halves.length > 2 || !/^[0-9a-f:]+$/i.test(text)) return null;
  const groups = (half: string | undefined) => (half === undefined || half === '' ? [] : half.split(':'));
  const [head, rest] = [groups(halves[0]), groups(halves[1])];
  const missing = 8 - head.length - rest.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const all = [...head, ...Array<string>(halves.length === 1 ? 0 : missing).fill('0'), ...rest];
  if (all.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null;
  return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

/** First and last address of `10.0.0.0/8`; null when it is none, as of an IPv4 address in IPv6, whose length could be meant of either. */
export function ipBlock(text: string): readonly [first: bigint, last: bigint] | null {
  const [address = '', length = '', ...more] = text.split('/');
  const number = ipNumber(address);
  const bits = /^\d{1,3}$/.test(length) ? Number(length) + (address.includes(':') ? 0 : 96) : -1;
  const isMapped = number !== null && number >> 32n === MAPPED && address.includes(':');
  if (number === null || isMapped || bits < 0 || bits > 128 || more.length > 0) return null;
  const size = 1n << BigInt(128 - bits);
  const first = number - (number % size);
  return [first, first + size - 1n];
}
