import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS, endpointById } from './index.ts';

test('[API-87] ids, and method with path, name one row each, aliases included', () => {
  const ids = ENDPOINTS.map((row) => row.id);
  assert.equal(new Set(ids).size, ids.length);
  const paths = ENDPOINTS.flatMap((row) =>
    [row.path, ...(row.aliases ?? [])].map((path) => `${row.method} ${path.replaceAll(/:\w+/g, ':_')}`),
  );
  assert.deepEqual(
    paths.filter((path, i) => paths.indexOf(path) !== i),
    [],
  );
});

test('[API-14] paths start with a slash, hold no /api and end without a slash', () => {
  for (const row of ENDPOINTS)
    for (const path of [row.path, ...(row.aliases ?? [])]) assert.match(path, /^(?!\/api\/)(\/:?[\w-]+)+$/, row.id);
});

test('[AUT-02] /authenticate and /auth/token/user are one call', () => {
  assert.deepEqual(endpointById('auth.sign-in').aliases, ['/authenticate']);
});

test('[API-87] an unknown id is refused by name', () => {
  assert.throws(() => endpointById('nope'), /"nope"/);
});
