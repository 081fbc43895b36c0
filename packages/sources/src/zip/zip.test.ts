import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, crc32 as known } from 'node:zlib';
import { blobSource } from '../files/byte-source.ts';
import { crc32 } from './crc32.ts';
import { type ZipEntry, zipEntryBytes } from './zip.ts';

const ROWS = Buffer.from('code,num1\nA,1\n'.repeat(20_000));

async function unpackedOf(packed: Uint8Array<ArrayBuffer>, entry: Partial<ZipEntry>): Promise<Buffer> {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  const source = blobSource(new Blob([head, packed]));
  const whole = { name: 'a.csv', packed: packed.length, size: ROWS.length, encrypted: false, at: 0 };
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipEntryBytes(source, { checksum: 0, method: 0, ...whole, ...entry })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('[SRC-23] what is unpacked is what was packed, by its checksum; where none was noted it is taken as it is', async () => {
  const checksum = known(ROWS);
  const other = Buffer.from(ROWS);
  other.write('7', ROWS.length - 2);
  for (const [method, pack] of [
    [0, (bytes: Buffer) => new Uint8Array(bytes)],
    [8, (bytes: Buffer) => new Uint8Array(deflateRawSync(bytes))],
  ] as const) {
    assert.ok((await unpackedOf(pack(ROWS), { method, checksum })).equals(ROWS));
    assert.ok((await unpackedOf(pack(other), { method })).equals(other));
    await assert.rejects(unpackedOf(pack(other), { method, checksum }), /'a\.csv' is not what was packed/);
  }
});

test('[SRC-23] a checksum goes on from that of the bytes before', () => {
  assert.equal(crc32(ROWS.subarray(5), crc32(ROWS.subarray(0, 5))), known(ROWS));
  assert.equal(crc32(new Uint8Array(0)), 0);
});
