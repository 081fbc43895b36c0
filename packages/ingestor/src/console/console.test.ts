import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Console, REPLAYED } from './console.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'datasarana-told-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('[ING-16] the last 200 lines of a task are replayed however much others tell, also by the next process', () => {
  const told = new Console(folder, true);
  told.state({ task: 'quiet' }, 'Created');
  for (let line = 0; line < 3000; line++) told.state({ task: `loud ${line % 2}` }, `line ${line}`);
  const replayed = (from: Console, task: string) => from.replay(task).map(({ message }) => message);
  for (const one of [told, new Console(folder, true)]) {
    assert.deepEqual(replayed(one, 'quiet'), ['Created']);
    assert.deepEqual([replayed(one, 'loud 0').length, replayed(one, 'loud 0').at(-1)], [REPLAYED, 'line 2998']);
    assert.deepEqual([replayed(one, '').length, replayed(one, '').at(-1)], [REPLAYED, 'line 2999']);
  }
  told.forget('quiet');
  assert.deepEqual(replayed(told, 'quiet'), []);
});

test('[ING-16] a line of which a power cut left the beginning takes none of the next ones along, and is left out of the log', () => {
  const data = path.join(folder, 'torn');
  new Console(data, true).state({ task: 'a' }, 'first');
  appendFileSync(path.join(data, 'log.ndjson'), '{"task":"a","mess');
  const told = new Console(data, true);
  told.state({ task: 'a' }, 'second');
  told.state({ task: 'a' }, 'third');
  for (const log of [told.log('a'), new Console(data, true).log('')])
    assert.deepEqual(
      log.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).message)),
      ['first', 'second', 'third'],
    );
});
