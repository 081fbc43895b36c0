import { crc32, deflateRawSync } from 'node:zlib';

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
  /** General purpose flags; bit 0 = encrypted. */
  readonly flags?: number;
  readonly stored?: boolean;
}

function headOf({ name, bytes, flags = 0, stored = false }: Part, packed: Buffer): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(flags, 2);
  head.writeUInt16LE(stored ? 0 : 8, 4);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
}

const mark = (value: number): Buffer => Buffer.from([0x50, 0x4b, value, value + 1]);

/** A ZIP archive of these files. */
export function zipOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const packed = part.stored ? part.bytes : deflateRawSync(part.bytes);
    const name = Buffer.from(part.name);
    const head = headOf(part, packed);
    const file = Buffer.concat([mark(3), head, name, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(mark(1), Buffer.from([20, 0]), head, place, name);
    files.push(file);
    at += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, list, mark(5), end]);
}
