import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Door, openDoor } from '../door.ts';

/** A Python with the packages of requirements.txt; `.ci/run` makes one in `.cache/python`. */
const PYTHON =
  process.env.DATASARANA_PYTHON ?? fileURLToPath(new URL('../../.cache/python/bin/python', import.meta.url));
const FILE = fileURLToPath(new URL('client_tests.py', import.meta.url));

const isThere = existsSync(PYTHON);
// where CI runs, a missing Python is a failure, not something to pass over
const skip = !isThere && process.env.CI === undefined ? `there is no ${PYTHON}: make it as .ci/run does` : false;

let door: Door | null = null;

before(async () => {
  if (isThere) door = await openDoor();
});
after(() => door?.stop());

for (const name of ['Client', 'Dsl', 'LogShipper']) {
  test(`${name} of client_tests.py: the official Python client, opensearch-dsl, a log shipper`, {
    skip,
  }, async () => {
    assert.ok(door, `there is no ${PYTHON}`);
    const env = { ...process.env, DOOR_URL: door.url, DOOR_TOKEN: door.token, PYTHONWARNINGS: 'ignore' };
    const { stderr } = await promisify(execFile)(PYTHON, [FILE, name], { env });
    assert.match(stderr, /^OK$/m);
  });
}
