import { type ByteSource, bytesOf, unpacked } from '../files/byte-source.ts';
import { FileRefused } from '../refusal.ts';
import { crc32 } from './crc32.ts';

/** One file of an archive, as its directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly packed: number;
  readonly size: number;
  /** Of what is unpacked; 0 from writers that do not work it out. */
  readonly checksum: number;
  readonly method: number;
  readonly encrypted: boolean;
  readonly at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const MAX_ENTRIES = 100_000;
const MAX_DIRECTORY = 64 * 1024 * 1024;
/** A file that grows more than this when unpacked is made to exhaust the reader. */
const MAX_RATIO = 500;
/** What is small however it grows. */
const SMALL = 8 * 1024 * 1024;

const broken = (why: string): FileRefused => new FileRefused('damaged', `The archive is damaged: ${why}.`);
const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The files of a ZIP archive (APPNOTE 4.3, with Zip64). @throws FileRefused when it is cut or damaged */
export async function readZip(source: ByteSource): Promise<readonly ZipEntry[]> {
  const { at, size, count } = await findDirectory(source);
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY || at + size > source.size) throw broken('its directory is too long');
  const bytes = await source.read(at, at + size);
  const data = view(bytes);
  const entries: ZipEntry[] = [];
  let offset = 0;
  while (offset + 46 <= bytes.length && data.getUint32(offset, true) === DIRECTORY_ENTRY) {
    const nameLength = data.getUint16(offset + 28, true);
    const extraLength = data.getUint16(offset + 30, true);
    const next = offset + 46 + nameLength + extraLength + data.getUint16(offset + 32, true);
    if (next > bytes.length) break;
    entries.push(entryAt(bytes, data, offset, nameLength, extraLength));
    offset = next;
  }
  if (entries.length < Math.min(count, 0xffff)) throw broken('its directory breaks off');
  return entries;
}

async function findDirectory(source: ByteSource): Promise<{ at: number; size: number; count: number }> {
  const from = Math.max(0, source.size - 66_000);
  const tail = await source.read(from, source.size);
  const data = view(tail);
  for (let i = tail.length - 22; i >= 0; i--) {
    if (data.getUint32(i, true) !== END) continue;
    const found = {
      count: data.getUint16(i + 10, true),
      size: data.getUint32(i + 12, true),
      at: data.getUint32(i + 16, true),
    };
    const wide = found.count === 0xffff || found.size === 0xffffffff || found.at === 0xffffffff;
    if (!wide || i < 20 || data.getUint32(i - 20, true) !== LOCATOR_64) return found;
    const end = Number(data.getBigUint64(i - 12, true));
    const wideEnd = view(await source.read(end, end + 56));
    if (wideEnd.byteLength < 56 || wideEnd.getUint32(0, true) !== END_64) throw broken('its directory is not found');
    const wideAt = (place: number): number => Number(wideEnd.getBigUint64(place, true));
    return { count: wideAt(32), size: wideAt(40), at: wideAt(48) };
  }
  throw broken('it ends before its directory; send it again');
}

function entryAt(bytes: Uint8Array, data: DataView, offset: number, nameLength: number, extraLength: number): ZipEntry {
  const nameEnd = offset + 46 + nameLength;
  let [packed, size, at] = [20, 24, 42].map((field) => data.getUint32(offset + field, true)) as [
    number,
    number,
    number,
  ];
  for (let i = nameEnd; i + 4 <= nameEnd + extraLength; i += 4 + data.getUint16(i + 2, true)) {
    if (data.getUint16(i, true) !== 1) continue;
    let place = i + 4;
    const wide = (value: number): number => {
      if (value !== 0xffffffff || place + 8 > bytes.length) return value;
      place += 8;
      return Number(data.getBigUint64(place - 8, true));
    };
    size = wide(size);
    packed = wide(packed);
    at = wide(at);
    break;
  }
  return {
    name: new TextDecoder().decode(bytes.subarray(offset + 46, nameEnd)).replaceAll('\\', '/'),
    packed,
    size,
    checksum: data.getUint32(offset + 16, true),
    at,
    method: data.getUint16(offset + 10, true),
    encrypted: (data.getUint16(offset + 8, true) & 1) === 1,
  };
}

/** The bytes of one file of an archive. @throws FileRefused when it is encrypted, damaged or a bomb */
export async function* zipEntryBytes(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (entry.encrypted) throw new FileRefused('password', 'The archive is protected by a password.');
  if (entry.size > entry.packed * MAX_RATIO + SMALL) throw bomb(entry);
  const head = view(await source.read(entry.at, entry.at + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL_ENTRY)
    throw broken(`'${entry.name}' is not found in it`);
  const start = entry.at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = bytesOf(source, start, Math.min(source.size, start + entry.packed));
  if (entry.method !== 0 && entry.method !== 8)
    throw new FileRefused(
      'binary',
      `'${entry.name}' in the archive is packed by ${METHODS[entry.method] ?? `method ${entry.method}`}, which is not read. Pack it as a usual ZIP (Deflate) and send that.`,
    );
  let bytes = 0;
  let checksum = 0;
  try {
    for await (const chunk of entry.method === 0 ? packed : unpacked(packed, 'deflate-raw')) {
      bytes += chunk.length;
      if (bytes > entry.packed * MAX_RATIO + SMALL) throw bomb(entry);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof TypeError) throw broken(`'${entry.name}' cannot be unpacked`);
    throw cause;
  }
  if (entry.checksum !== 0 && checksum !== entry.checksum)
    throw broken(`what is unpacked of '${entry.name}' is not what was packed. Pack it again`);
}

/** Ways of packing beside the usual one (APPNOTE 4.4.5). */
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};

const bomb = (entry: ZipEntry): FileRefused =>
  new FileRefused(
    'bomb',
    `'${entry.name}' in the archive grows more than five hundredfold when unpacked; it is not read.`,
  );
