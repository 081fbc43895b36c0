import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { after, test } from 'node:test';
import { startPlatform, until } from '@datasarana/testkit';
import { csvSource, openWorkplace } from './testing/bench-of-tests.ts';
import { openGate } from './testing/gate.ts';

/** Pushes that came to the address while another platform answered there. */
let offered = 0;
let isOther = false;
/** A push that is on its way already while the platform behind the address changes. */
let onItsWay: { readonly passes: () => void } | null = null;
let holdsNext = false;
const gate = await openGate(({ go }) => {
  if (holdsNext) {
    holdsNext = false;
    onItsWay = { passes: () => void go() };
    return;
  }
  if (isOther) offered++;
  void go();
});
const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url });
const other = await startPlatform();
gate.leadTo(here.at.url);
after(async () => {
  await here.close();
  await other.stop();
  gate.close();
});

test('[ING-19] [ING-17] no row is offered to another platform at the address; the console says so, and rows go on when the first is back', async () => {
  const file = path.join(here.watched, 'orders.csv');
  await writeFile(file, 'num1,txt1\n1,a\n');
  const template = await here.makeTemplate('Orders');
  await here.local('POST', 'add', { template, source: csvSource('orders', file) });
  await here.local('POST', 'start', { id: template.id });
  const told = () => here.taskOf(template.id);
  await until(told, ({ counts }) => counts.accepted === 1);

  // the first is gone for as long as it takes to notice
  gate.leadTo('');
  await appendFile(file, '2,b\n');
  await until(told, (task) => task.sources[0].trouble?.kind === 'away');
  isOther = true;
  gate.leadTo(other.url);
  const text = `The platform does not let the token of this task in: Another platform than before answers at ${gate.url}.`;
  const { sources, counts, waiting } = await until(told, (task) => task.sources[0].trouble?.text === text);
  assert.deepEqual([sources[0].trouble.kind, counts.read, waiting], ['token', 1, 1]);
  assert.equal(offered, 0);
  const log = await fetch(`${here.ingestor.address}/local/logs?id=${template.id}`, {
    headers: { authorization: `Bearer ${here.key}` },
  });
  assert.match(await log.text(), /Another platform than before answers/);

  isOther = false;
  gate.leadTo(here.at.url);
  const back = await until(told, (task) => task.counts.accepted === 2);
  assert.deepEqual([back.sources[0].trouble, back.waiting, offered], [null, 0, 0]);
});

test('[ING-19] a batch on its way is refused by a platform that it is not for, before a byte of its rows is there', async () => {
  const file = path.join(here.watched, 'late.csv');
  await writeFile(file, 'num1,txt1\n1,a\n');
  const template = await here.makeTemplate('Late');
  await here.local('POST', 'add', { template, source: csvSource('late', file) });
  await here.local('POST', 'start', { id: template.id });
  const told = () => here.taskOf(template.id);
  await until(told, ({ counts }) => counts.accepted === 1);

  const refusals: { readonly status: number; readonly bytes: number }[] = [];
  other.platform.app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.includes('/data/csv')) return;
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    response.once('finish', () => refusals.push({ status: response.statusCode, bytes }));
  });
  holdsNext = true;
  await appendFile(file, '2,b\n');
  const late = await until(
    async () => onItsWay,
    (held) => held !== null,
  );
  gate.leadTo(other.url);
  late?.passes();
  const { sources, counts } = await until(told, (task) => task.sources[0].trouble !== null);
  assert.deepEqual(refusals, [{ status: 421, bytes: 0 }]);
  const text = `The platform does not let the token of this task in: Another platform than before answers at ${gate.url}.`;
  assert.deepEqual([sources[0].trouble, counts.read], [{ kind: 'token', text }, 1]);

  gate.leadTo(here.at.url);
  const back = await until(told, (task) => task.counts.accepted === 2);
  assert.deepEqual([back.sources[0].trouble, back.waiting], [null, 0]);
});
