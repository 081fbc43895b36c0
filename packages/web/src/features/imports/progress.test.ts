import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRY_PHASES, sayPhase, sayProgress, saySending, shareOf } from './progress.ts';

test('[SRC-36] [APP-21] a dry run tells how many rows it read, how many of them are checked, how fast, and how long it takes', () => {
  assert.equal(sayProgress({ phase: 'upload', bytes: 1024, size: 4096 }), '1 KB of 4 KB');
  assert.equal(sayProgress({ phase: 'upload', bytes: 1024 }), '1 KB', 'of a size that nobody told');
  assert.equal(sayProgress({ phase: 'read' }), '', 'nothing is known yet');
  assert.equal(sayProgress({ phase: 'read', total: 250_000, rate: 125_000 }), '250,000 rows, 125,000 rows a second');
  assert.equal(
    sayProgress({ phase: 'validate', rows: 100_000, total: 250_000, rate: 50_000, eta: 3001 }),
    '100,000 of 250,000 rows, 50,000 rows a second, 4 s left',
  );
  assert.equal(
    sayProgress({ phase: 'compare', rows: 250_000, total: 250_000, eta: 61_000 }),
    '250,000 rows, 2 min left',
  );
  assert.equal(sayPhase({ phase: 'compare' }), 'Comparing with what is stored');
});

test('[APP-21] the share of a dry run that is done grows with its phases', () => {
  const at = (phase: string, rows = 0) => shareOf({ phase, rows, total: 200 }, DRY_PHASES);
  assert.deepEqual(
    [at('wait'), at('read'), at('validate'), at('validate', 100), at('compare', 200)],
    [20, 40, 60, 70, 80],
  );
});

test('[STR-03] a file on its way tells its rate once that says something', () => {
  assert.equal(saySending(0, 2048, 5000), '0 Bytes of 2 KB');
  assert.equal(saySending(1024, 2048, 500), '1 KB of 2 KB');
  assert.equal(saySending(1024, 2048, 2000), '1 KB of 2 KB, 512 Bytes a second, 2 s left');
});
