import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { refuseRoutesWithoutRow } from './rows-only.ts';

test('[API-87] a call below /api without an end-point row stops the start; documentation and pages do not', () => {
  const app = fastify();
  refuseRoutesWithoutRow(app);
  app.get('/api/docs/json', () => null);
  app.get('/health/live', () => null);
  assert.throws(() => app.get('/api/back-door', () => null), /GET \/api\/back-door has no end-point row/);
});
