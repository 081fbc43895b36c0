import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BlockWriter } from './block-writer.ts';

test('[STR-04] a batch whose file cannot be written is refused while it comes in, not when its last byte is there', async () => {
  const blocks = new BlockWriter(join(tmpdir(), 'datasarana-no-such-folder', 'batch.part'));
  const coming = async (): Promise<void> => {
    for (let block = 0; block < 20; block++) await blocks.write(randomBytes(1024 ** 2), 1);
  };
  await assert.rejects(coming, /ENOENT/);
  await assert.rejects(blocks.finish(), /ENOENT/);
  await blocks.discard();
});
