import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { unpacked } from './unpacked.ts';

const broken = (encoding: string) => new Error(`not ${encoding}`);

const textOf = async (raw: PassThrough, encoding?: string): Promise<string> =>
  Buffer.concat(await Array.fromAsync(unpacked(raw, encoding, broken))).toString();

test('[STR-04] a packed body is unpacked; what is not packed as it says is told', async () => {
  assert.equal(await textOf(new PassThrough().end(gzipSync('a,b\n')), 'gzip'), 'a,b\n');
  assert.equal(await textOf(new PassThrough().end('a,b\n')), 'a,b\n');
  await assert.rejects(textOf(new PassThrough().end('a,b\n'), 'gzip'), { message: 'not gzip' });
});

test('[STR-04] a body whose sender went away is not waited for: before it is read, and in the middle', async () => {
  const text = Buffer.from('a,b\n');
  const bodies = [
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
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
