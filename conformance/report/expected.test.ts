import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../steps/run-case.ts';
import { compareWith, readExpected } from './expected.ts';

const outcome = (title: string, status: Outcome['status']): Outcome => ({ file: 'a.yml', title, status, reason: '' });

test('a run is compared with what is known: new failures and mended cases are told apart', () => {
  const known = [{ reason: 'because', cases: ['a.yml::fails', 'a.yml::mended', 'a.yml::elsewhere'] }];
  const run = [
    outcome('fails', 'failed'),
    outcome('mended', 'passed'),
    outcome('new', 'failed'),
    outcome('ok', 'passed'),
  ];
  const { unforeseen, mended, known: count } = compareWith(known, run);
  assert.deepEqual(
    unforeseen.map(({ title }) => title),
    ['new'],
  );
  assert.deepEqual(mended, ['a.yml::mended']);
  assert.equal(count, 1);
});

test('every case known to fail has one reason, in words', async () => {
  const groups = await readExpected();
  const cases = groups.flatMap((group) => group.cases);
  assert.equal(new Set(cases).size, cases.length);
  for (const { reason } of groups) assert.match(reason, /^(?!TODO).{20,}\.$/);
});
