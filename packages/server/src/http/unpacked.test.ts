import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { unpacked, unpackedPieces } from './unpacked.ts';

const inflated = (body: Buffer): Buffer => (body[0] === 0x78 ? inflateSync(body) : inflateRawSync(body));

const broken = (encoding: string) => new Error(`not ${encoding}`);

const textOf = async (raw: PassThrough, encoding?: string): Promise<string> =>
  Buffer.concat(await Array.fromAsync(unpacked(raw, encoding, broken))).toString();

test('[STR-04] a packed body is unpacked; what is not packed as it says is told', async () => {
  assert.equal(await textOf(new PassThrough().end(gzipSync('a,b\n')), 'gzip'), 'a,b\n');
  assert.equal(await textOf(new PassThrough().end('a,b\n')), 'a,b\n');
  assert.equal(await textOf(new PassThrough().end(brotliCompressSync('a,b\n')), 'BR'), 'a,b\n');
  for (const body of [deflateSync('a,b\n'), deflateRawSync('a,b\n'), deflateRawSync(randomBytes(40_000))])
    assert.deepEqual(
      await Array.fromAsync(unpacked(new PassThrough().end(body), 'deflate', broken)).then(Buffer.concat),
      inflated(body),
    );
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const not = { message: `not ${encoding}` };
    await assert.rejects(textOf(new PassThrough().end('a,b,c,d\n'.repeat(99)), encoding), not);
    await assert.rejects(textOf(new PassThrough().end(gzipSync('a,b\n').subarray(0, 15)), encoding), not);
  }
});

test('[STR-04] a body whose sender went away is not waited for: before it is read, and in the middle', async () => {
  const text = Buffer.from('a,b\n');
  const bodies = [
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    [undefined, text],
  ] as const;
  for (const [encoding, body] of bodies) {
    const early = new PassThrough();
    early.write(body);
    early.destroy();
    await once(early, 'close');
    await assert.rejects(textOf(early, encoding), /went away|[Pp]remature/);
    const late = new PassThrough();
    late.write(body.subarray(0, 2));
    setImmediate(() => late.destroy());
    await assert.rejects(textOf(late, encoding), /went away|[Pp]remature/);
  }
});

test('[STR-04] who stops reading a packed body leaves its sender connected, and the rest to be read', async () => {
  const raw = new PassThrough();
  const body = unpacked(raw, 'gzip', broken);
  raw.write(gzipSync('a,b\n'.repeat(1000)));
  assert.equal((await body.next()).done, false);
  await body.return(undefined);
  raw.end('what comes after');
  assert.equal(raw.destroyed, false);
  assert.match(Buffer.concat(await Array.fromAsync(raw)).toString('latin1'), /comes after$/);
});

test('[STR-04] a body that turns out to be cut before anybody reads it is told to its reader, and ends nothing else', async () => {
  const unread = unpackedPieces(Readable.from([gzipSync('rows').subarray(0, -4)]), 'gzip');
  while (!Reflect.get(unread, 'errored')) await nextRound();
  await nextRound();
  await assert.rejects(Array.fromAsync(unread), /unexpected end of file/);
});
