/** Characters a last one may be, by how many stand in its group of four. */
const LAST: Readonly<Record<number, string>> = { 2: 'AQgw', 3: 'AEIMQUYcgkosw048' };

const isBase64 = (id: string): boolean =>
  /^[\w-]+$/.test(id) &&
  id.length % 4 !== 1 &&
  (id.length % 4 === 0 || (LAST[id.length % 4] ?? '').includes(id.at(-1) ?? ''));

/** The bytes Lucene knows a document's id by: digits by halves of a byte, what could be base64 by what it stands for, else the text. */
function bytesOf(id: string): Buffer {
  if (/^\d+$/.test(id)) return Buffer.from(`fe${id}${id.length % 2 === 1 ? 'f' : ''}`, 'hex');
  if (!isBase64(id)) return Buffer.concat([Buffer.of(0xff), Buffer.from(id, 'utf8')]);
  const bytes = Buffer.from(id, 'base64url');
  return (bytes[0] ?? 0) >= 0xfd ? Buffer.concat([Buffer.of(0xfd), bytes]) : bytes;
}

const shown = (bytes: Uint8Array): string => `[${Array.from(bytes, (byte) => byte.toString(16)).join(' ')}]`;

function termOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? shown(bytes) : text;
}

/** `_id:([fe 1f])`, in the order of the bytes. */
export const idsText = (ids: readonly string[]): string =>
  `_id:(${[...new Set(ids)].map(bytesOf).sort(Buffer.compare).map(termOf).join(' ')})`;

/** The sixteen bytes of an address. */
export const addressBytes = (address: bigint): string =>
  shown(Buffer.from(address.toString(16).padStart(32, '0'), 'hex'));

/** An address as Java writes it, with the longest run of zeros left out. */
export function addressText(address: bigint): string {
  if (address >> 32n === 0xffffn) {
    return [24n, 16n, 8n, 0n].map((by) => String((address >> by) & 0xffn)).join('.');
  }
  const groups = Array.from({ length: 8 }, (_, i) => ((address >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  const text = groups.join(':');
  const runs = [...text.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].sort((a, b) => b[0].length - a[0].length);
  const [longest] = runs;
  if (longest === undefined) return text;
  const [before, after] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)];
  return `${before}::${after.replace(/^:/, '')}`;
}
