import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexLayout } from '../../index/layout.ts';
import { WaitingWords } from './waiting-words.ts';

const TEXT = { path: 'txt1', postings: 'p', field: { analyser: 'standard' } };

/** As long as a text takes whose analyser has much to do. */
function holdTheThread(): void {
  const until = performance.now() + 30;
  while (performance.now() < until);
}

test('[IDX-09] while the words of new documents are gathered others have their turn after each that takes long', async () => {
  const layout = { own: [TEXT], fields: new Map([['txt1', TEXT]]) } as unknown as IndexLayout;
  const words = new WaitingWords(0);
  const order: string[] = [];
  words.add(layout, {
    first: 0,
    count: 4,
    parts: [
      {
        count: 4,
        textsOf: () => (place) => {
          order.push(`document ${place}`);
          setImmediate(() => order.push('another'));
          holdTheThread();
          return 'one two';
        },
      },
    ],
  });
  assert.equal(await words.isWhole(), true);
  assert.deepEqual(
    order,
    [0, 1, 2, 3].flatMap((place) => [`document ${place}`, 'another']),
  );
});

test('[IDX-09] a text that cannot be cut leaves the words to be read from the table, what was added behind it too', async () => {
  const layout = { own: [TEXT], fields: new Map([['txt1', TEXT]]) } as unknown as IndexLayout;
  const words = new WaitingWords(0);
  const failing = () => () => {
    throw new Error('too much of it');
  };
  words.add(layout, { first: 0, count: 1, parts: [{ count: 1, textsOf: failing }] });
  words.add(layout, { first: 1, count: 1, parts: [{ count: 1, textsOf: () => () => 'one' }] });
  assert.equal(await words.isWhole(), false);
  words.add(layout, { first: 2, count: 1, parts: [{ count: 1, textsOf: () => () => 'one' }] });
  assert.equal(await words.isWhole(), false);
  assert.equal(words.next, 3);
});
