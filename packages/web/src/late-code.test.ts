import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetched, isMissingCode } from './late-code.ts';

const now = (): Promise<void> => Promise.resolve();

test('[APP-24] code that cannot be fetched is asked for again until the platform is back', async () => {
  const up = [false, false, true];
  let asked = 0;
  const load = async () => {
    asked++;
    if (up.length > 0) throw new TypeError('Failed to fetch');
    return 'part';
  };
  assert.equal(await fetched(load, async () => up.shift() ?? true, now), 'part');
  assert.equal(asked, 4);
});

test('[APP-24] code that is gone though the platform answers is told', async () => {
  let asked = 0;
  const load = () => {
    asked++;
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/part.js'));
  };
  await assert.rejects(
    fetched(load, async () => true, now),
    (error) => isMissingCode(error),
  );
  assert.equal(asked, 2);
});
