import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ShortFirst, turnOfWrite } from './short-first.ts';

test('[SEC-02] what is long waits, between two pieces, until what is short is answered', async () => {
  const shortFirst = new ShortFirst({ waitMs: 60_000, shortMs: 60_000 });
  const order: string[] = [];
  const ends = shortFirst.begin({});
  const long = shortFirst.turn().then(() => order.push('long'));
  await setTimeout(5);
  order.push('short');
  ends();
  await long;
  deepEqual(order, ['short', 'long']);
});

test('[SEC-02] who is answered and asks again at once is waited for again', async () => {
  const shortFirst = new ShortFirst({ waitMs: 60_000, shortMs: 60_000 });
  const order: string[] = [];
  const long = shortFirst.turn().then(() => order.push('long'));
  for (const name of ['first', 'second', 'third']) {
    const ends = shortFirst.begin({});
    await setTimeout(1);
    order.push(name);
    ends();
  }
  await long;
  deepEqual(order, ['first', 'second', 'third', 'long']);
});

test('[SEC-02] what is long goes on though short ones never end', async () => {
  const shortFirst = new ShortFirst({ waitMs: 5, shortMs: 60_000 });
  const endless = setInterval(() => shortFirst.begin({}), 1);
  await shortFirst.turn();
  clearInterval(endless);
});

test('[SEC-02] what is short waits for nobody, and nobody for what was at work for long', async () => {
  const shortFirst = new ShortFirst({ waitMs: 60_000 });
  const connection = {};
  shortFirst.begin(connection);
  await shortFirst.turn(shortFirst.since(connection) ?? 0);
  await setTimeout(10);
  await shortFirst.turn();
});

test('[SEC-02] while somebody reads, one piece of what is written has the thread in each round of the event loop', async () => {
  const shortFirst = new ShortFirst({ waitMs: 0 });
  shortFirst.begin({});
  const order: string[] = [];
  let rounds = 0;
  const round = (): void => {
    order.push(`round ${++rounds}`);
    if (rounds < 10) setImmediate(round);
  };
  setImmediate(round);
  await Promise.all(['first', 'second', 'third'].map((name) => shortFirst.pauseOfWrite().then(() => order.push(name))));
  const pieces = ['first', 'second', 'third'].map((name) => order.indexOf(name));
  for (const [i, at] of pieces.entries()) if (i > 0) ok(at - (pieces[i - 1] ?? 0) >= 2, order.join());
});

test('[SEC-02] while nobody reads what is written goes on at once', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('round'));
  await turnOfWrite();
  order.push('written');
  deepEqual(order, ['written']);
});
