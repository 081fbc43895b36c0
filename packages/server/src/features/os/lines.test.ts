import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyLines } from './lines.ts';

async function linesIn(body: Buffer, size: number): Promise<readonly string[]> {
  const pieces = async function* () {
    for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
  };
  return Array.fromAsync(bodyLines(pieces()));
}

test('lines of a body come without spaces around, blank ones too, wherever the body was cut', async () => {
  const body = Buffer.from('{"a":1}\r\n\n  \t\n {"ü":"é"} \n\u00a0{}\u00a0\nlast');
  const lines = ['{"a":1}', '', '', '{"ü":"é"}', '{}', 'last'];
  for (const size of [1, 2, 3, 7, 1000]) assert.deepEqual(await linesIn(body, size), lines, `${size}`);
  assert.deepEqual(await linesIn(Buffer.from('\n\n'), 1), ['', '']);
});

test('a line of 32 MB that comes in small pieces is put together once', async () => {
  const long = 'x'.repeat(32 * 1024 * 1024);
  const lines = await linesIn(Buffer.from(`{}\n${long}\n{}`), 16 * 1024);
  assert.deepEqual(
    lines.map((line) => line.length),
    [2, long.length, 2],
  );
});

test('[API-31] a line that does not end is refused before it fills the memory', async () => {
  let sent = 0;
  async function* endless() {
    yield Buffer.from('{"index":{}}\n');
    for (const piece = Buffer.alloc(1024 * 1024, 'a'); ; sent++) yield piece;
  }
  const message = 'A line of the body is larger than 100 MB';
  await assert.rejects(Array.fromAsync(bodyLines(endless())), { message });
  assert.ok(sent <= 105, `${sent} MB were taken`);
});
