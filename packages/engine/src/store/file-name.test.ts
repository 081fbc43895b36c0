import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { tenantFileName } from './file-name.ts';

test('[SEC-05] no tenant id leaves the folder, and two ids never share a file', () => {
  const id = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('..', '../x', 'A', 'a', 'a/b', 'a\\b', 'a\0', '', '.', 'con', 'é', 'e\u0301'),
  );
  fc.assert(
    fc.property(id, id, (one, other) => {
      const name = tenantFileName(one);
      assert.match(name, /^[a-z0-9_-]+\.duckdb$/);
      assert.equal(basename(name), name);
      const same = tenantFileName(other).toLowerCase() === name.toLowerCase();
      assert.equal(same, Buffer.from(one).equals(Buffer.from(other)));
    }),
  );
});
