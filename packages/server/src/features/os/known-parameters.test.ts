import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OS_ROUTES } from './index.ts';
import { parametersOf } from './known-parameters.ts';

/** Their handlers tell what they take. */
const THEMSELVES =
  /^\/_(list$|tasks|reindex|search$|segments|recovery|shard_stores|cluster\/allocation)|_by_query|hot_threads/;

test('of every route it is known which parameters it takes', () => {
  const untold = OS_ROUTES.filter((route) => parametersOf(route) === undefined).flatMap(
    ({ paths: [path = ''] }) => path,
  );
  assert.deepEqual(
    untold.filter((path) => !THEMSELVES.test(path)),
    [],
  );
});
