import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { createKind } from './kinds.ts';
import { SearchThread } from './search-thread.ts';
import { WriteQueue } from './write-queue.ts';

const NOWHERE = path.join(import.meta.dirname, 'no folder', 'records.sqlite');
const KIND = createKind('thing', 'tenant', { searchable: [], indexes: [] });

test('[API-07] a search after the end of its thread is asked of a new one, whenever that end is told', async () => {
  const thread = new SearchThread(NOWHERE);
  const search = { keys: [], keyword: '', from: 0, to: 1 };
  const ask = () => thread.search({ space: { cluster: 'c', tenant: 'a' }, kind: KIND, search, countOnly: false });
  // the second is asked between the error of the first thread and its exit
  for (const _ of [1, 2]) await assert.rejects(ask(), /unable to open database file/);
});

test('[REC-20] a kind that is declared when the writing thread is gone is refused, not waited for', async () => {
  const queue = new WriteQueue(NOWHERE, Date.now, ({ message }) => new Error(message));
  await assert.rejects(queue.ready());
  await queue.close().catch(() => {});
  await assert.rejects(queue.declare(KIND), /closed|unable to open/);
});
