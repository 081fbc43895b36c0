import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile } from '../files/preview-file.ts';
import { chatEntry } from './chat.ts';

test('[SRC-23] a message of a chat comes in by its moment, its sender and its text', () => {
  const said = (line: string) => Object.values(chatEntry(line) ?? {});
  assert.deepEqual(said('[31.01.24, 10:00:05] Anna: see: https://a.b'), [
    '31.01.24 10:00:05',
    'Anna',
    'see: https://a.b',
  ]);
  assert.deepEqual(said('\u200e[1/31/24, 9:05:00\u202fPM] Bob: \u200e<x>'), ['1/31/24 9:05:00 PM', 'Bob', '\u200e<x>']);
  assert.deepEqual(said('31/01/2024, 9:05 p. m. - +49 151: hi'), ['31/01/2024 9:05 pm', '+49 151', 'hi']);
  assert.deepEqual(said('31/01/2024, 09:05 - Messages are encrypted.'), [
    '31/01/2024 09:05',
    null,
    'Messages are encrypted.',
  ]);
  for (const line of ['[31.01.24]', '[1, 2, 3]', '31.01.24,10:00,Anna', '10:00 - Anna: hi'])
    assert.equal(chatEntry(line), null, line);
});

test('[SRC-23] [SRC-36] a chat is told from a list of JSON, and what a message goes on with is no row of its own', async () => {
  const chat = '[31.01.24, 10:00:00] Anna: one, two\n\nand three\n[31.01.24, 10:01:00] Bob: ok\n';
  const { format, rows } = await previewFile(new Blob([chat]), { name: '_chat.txt' });
  assert.equal(format, 'log');
  assert.deepEqual(rows, [
    ['31.01.24 10:00:00', 'Anna', 'one, two\n\nand three'],
    ['31.01.24 10:01:00', 'Bob', 'ok'],
  ]);
  assert.equal(
    (await previewFile(new Blob(['[2024-01-31 10:00:00] app.ERROR: x\n']), { name: 'laravel.log' })).format,
    'log',
  );
  assert.equal((await previewFile(new Blob(['[31.01, 10]\n']), { name: 'x' })).format, 'json');
});
