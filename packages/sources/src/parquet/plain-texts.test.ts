import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AmongNulls } from './among-nulls.ts';
import { PlainTexts } from './plain-texts.ts';
import { WrongPage } from './runs.ts';

function pageOf(texts: readonly (string | Buffer)[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text as string);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

const read = (bytes: Uint8Array): unknown => Buffer.from(bytes).toString('utf8');

test('[SRC-36] texts of a Parquet page are the ones written, whatever their letters and lengths, in any order asked for', () => {
  const texts = Array.from({ length: 5000 }, (_, i) =>
    i % 1500 === 7 ? 'Zürich 🏔' : 'x'.repeat(i > 3000 && i < 3100 ? i % 300 : i % 20),
  );
  const values = new PlainTexts(pageOf(texts), texts.length, read);
  assert.deepEqual([...values], texts);
  for (const i of [4999, 0, 1507, 2999, 1023, 1024]) assert.equal(values.at(i), texts[i]);
});

test('[SRC-36] bytes that are no text are read one by one, those beside them as they are', () => {
  const page = pageOf(['a', Buffer.from([0xff, 0x41]), '']);
  const values = new PlainTexts(page, 3, (bytes) => (bytes.includes(0xff) ? bytes : read(bytes)));
  assert.equal(values.at(0), 'a');
  assert.deepEqual(values.at(1), Buffer.from([0xff, 0x41]));
  assert.equal(values.at(2), '');
});

test('a page that ends before its texts is refused before one of them is read', () => {
  const page = pageOf(['Bern', 'Basel']);
  assert.throws(() => new PlainTexts(page.subarray(0, -1), 2, read), WrongPage);
  assert.throws(() => new PlainTexts(page, 5, read), WrongPage);
});

test('[SRC-36] values stand in the rows that have one', () => {
  const values = new AmongNulls(['a', 'b'], Uint8Array.of(0, 1, 0, 1, 0));
  assert.deepEqual([...values], [null, 'a', null, 'b', null]);
});
