import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OverviewFigures, overviewTiles } from './overview-tiles.ts';

const now = new Date(2026, 2, 30, 12).getTime();
const hour = 3_600_000;
const said = (tiles: ReturnType<typeof overviewTiles>) => tiles.map(({ value, note }) => [value, note]);

const whole = {
  counts: { users: 2, groups: 1, templates: 2, views: 4, workspaces: 1, tenants: 'hidden' },
  ownGroups: 1,
  templates: [{ deployed: true, version_minor: 1 }, { deployed: false }],
  health: [{ documents: 1500, bytes: 2048 }],
  imports: {
    batches: [
      { ts: now - hour, accepted: 5, rejected: 1 },
      { ts: now - 20 * hour, accepted: 7, rejected: 0 },
    ],
    total: 2,
  },
  today: { imports: 1, rejecting: 1 },
} satisfies OverviewFigures;

test('[SCR-01] the overview counts documents, templates, imports, users and storage', () => {
  assert.deepEqual(said(overviewTiles(whole, now)), [
    ['1,500', '+12 in 24 h'],
    ['2', '1 deployed, 1 with changes'],
    ['1', '1 with rejects'],
    ['2', '1 group'],
    ['2 KB', 'in 1 index'],
  ]);
});

test('[SCR-01] a figure that covers only what was read says so', () => {
  const part = {
    ...whole,
    counts: { ...whole.counts, templates: 900 },
    imports: { batches: [{ ts: now - hour, accepted: 5, rejected: 1 }], total: 4000 },
    today: { imports: 1234, rejecting: 17 },
  };
  assert.deepEqual(said(overviewTiles(part, now)), [
    ['1,500', 'in the 1 index changed last'],
    ['900', '1 of the 2 changed last deployed'],
    ['1,234', '17 with rejects'],
    ['2', '1 group'],
    ['2 KB', 'in the 1 index changed last'],
  ]);
  const long = { ...whole, imports: { ...part.imports, total: 4000 } };
  assert.equal(overviewTiles(long, now)[0]?.note, '+5 or more in 24 h');
});

test('[SCR-01] [SCR-18] who is told only of imports into what is shared with them reads no figure of all rows that came in', () => {
  const shared = { ...whole, isShared: true, imports: { batches: [], total: 0 }, today: { imports: 0, rejecting: 0 } };
  assert.deepEqual(said(overviewTiles(shared, now)).slice(0, 3), [
    ['1,500', ''],
    ['2', '1 deployed, 1 with changes'],
    ['0', 'into what is shared with you'],
  ]);
});

test('[SCR-01] [APP-21] what is not read yet is blank, and what cannot be read says so', () => {
  const nothing = {
    ...whole,
    counts: undefined,
    templates: undefined,
    health: undefined,
    imports: undefined,
    today: undefined,
  };
  assert.deepEqual(said(overviewTiles(nothing, now)), Array(5).fill(['', '']));
  const failed = overviewTiles({ ...whole, health: 'failed', today: undefined }, now);
  assert.deepEqual(said(failed), [
    ['–', 'Cannot be read now'],
    ['2', '1 deployed, 1 with changes'],
    ['', ''],
    ['2', '1 group'],
    ['–', 'Cannot be read now'],
  ]);
});

test('[SCR-18] [APP-21] a role finds the counts it may read, and no place of another', () => {
  const member = { ...whole.counts, users: 'hidden', groups: 'hidden' } as const;
  const shown = (figures: OverviewFigures) =>
    overviewTiles(figures, now).map(({ label, value }) => `${label} ${value}`);
  assert.deepEqual(shown({ ...whole, counts: member, ownGroups: 3, health: 'hidden' }), [
    'Templates 2',
    'Imports today 1',
    'My groups 3',
    'Views 4',
    'Workspaces 1',
  ]);
  const none = Object.fromEntries(Object.keys(whole.counts).map((key) => [key, 'hidden' as const]));
  const cluster = {
    ...whole,
    counts: { ...none, tenants: 2 },
    health: 'hidden',
    imports: 'hidden',
    today: 'hidden',
  } as const;
  assert.deepEqual(shown(cluster), ['Tenants 2']);
});
